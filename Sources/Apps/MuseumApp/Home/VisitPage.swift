import Core
import Foundation
import Interface
import Markup
import Platform
import Web

/// What one should know before one comes: when it is open, where it is, what it costs (MUS-030, MUS-047). What nobody wrote isn't shown.
struct VisitPage: PageAnswer {
    let museum: Text
    /// nil where nobody said.
    let hours: OpeningHours?
    let today: Day
    /// Until when it is open, or when it opens.
    let now: Text?
    let address: String
    /// A map on which the address is looked for.
    let map: String?
    let tickets: String
    let gettingHere: String
    let accessibility: String

    var title: Text { "Visit" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.visit() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.home()) }

    var body: some HTML {
        PageHeader("Visit \(museum)", lead: now)
        div(.class("visit")) {
            if let hours { VisitHours(hours: hours, today: today) }
            if !tickets.isEmpty {
                Card("Tickets") {
                    ul(.class("visit-tickets")) {
                        for line in tickets.split(whereSeparator: \.isNewline) { li(.dir("auto")) { String(line) } }
                    }
                    Actions { LinkButton("See memberships", href: MuseumPaths.tiers(), icon: .star, style: .secondary) }
                }
            }
            if !address.isEmpty || !gettingHere.isEmpty {
                Card("Getting here") {
                    if !address.isEmpty { p(.dir("auto")) { strong { address } } }
                    if let map { p { a(.href(map), .rel("noopener external"), .custom("target", "_blank")) { "Show on a map" } } }
                    paragraphs(gettingHere)
                }
            }
            if !accessibility.isEmpty { Card("Accessibility") { paragraphs(accessibility) } }
        }
        if hours == nil, tickets.isEmpty, address.isEmpty, gettingHere.isEmpty, accessibility.isEmpty {
            EmptyState(.clock, title: "Nothing here yet", message: "Opening hours and the way to the museum appear here.")
        }
    }

    @HTMLBuilder private func paragraphs(_ text: String) -> Node {
        for part in text.split(separator: "\n\n").map({ String($0).trimmed }) where !part.isEmpty { p(.dir("auto")) { part } }
    }
}

/// The week, with today marked, and the days to come that differ.
struct VisitHours: HTML {
    /// How many days ahead special hours are shown.
    private static let daysAhead = 90

    let hours: OpeningHours
    let today: Day

    var body: some HTML {
        Card("Opening hours") {
            table(.class("visit-hours")) {
                caption(.class("visually-hidden")) { "Opening hours" }
                tbody {
                    for (index, spans) in hours.days.enumerated() {
                        tr(.if(index == today.days(since: today.monday), .class("visit-today"))) {
                            th(.scope("row")) { OpeningHours.dayNames[index] }
                            td { times(spans) }
                        }
                    }
                }
            }
            if !special.isEmpty {
                h3 { "Special hours" }
                table(.class("visit-hours")) {
                    caption(.class("visually-hidden")) { "Special hours" }
                    tbody {
                        for exception in special {
                            tr {
                                th(.scope("row")) {
                                    exception.dates
                                    if !exception.note.isEmpty { span(.class("muted"), .dir("auto")) { " · \(exception.note)" } }
                                }
                                td { times(exception.spans) }
                            }
                        }
                    }
                }
            }
        }
    }

    private var special: [OpeningHours.Exception] {
        hours.exceptions.filter { $0.last >= today && $0.first <= today.adding(Self.daysAhead) }
    }

    private func times(_ spans: [OpeningHours.Span]) -> Text { spans.isEmpty ? "Closed" : .verbatim(OpeningHours.text(spans)) }
}
