import Accounts
import Core
import Interface
import Markup
import Web

/// What the museum may record about a member, and what it has (MUS-045, MUS-056).
struct PrivacyPage: PageAnswer {
    let choice: VisitChoice?
    /// Whether this site knows where the museum is and when it is open.
    let usesPositions: Bool
    /// For how many days visits are kept.
    let days: Int
    let visits: [Visit]
    /// Whether what the member opens is recorded under their name; the account decides that for all apps.
    let isNamed: Bool
    let zone: DayZone

    var title: Text { "Privacy settings" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }
    var scripts: [String] { ["museum/js/visit-choice.js"] }

    private var isOn: Bool { choice?.isOn == true }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "Everything works without these.")
            Card("Visits", .id("visits")) {
                p { "When this is on, the museum sees on which days you came and how long you stayed. It helps to plan opening hours and staff." }
                ul {
                    if usesPositions {
                        li { "Your phone’s location is used while this app is open and the museum is open. We keep the visit, never where you were." }
                    }
                    li { "Your code at the entrance counts as a visit." }
                    li { "Visits are deleted after \(days) days." }
                    li { "Turn it off, and everything recorded about your visits is deleted." }
                }
                Form(MuseumPaths.privacy(), .class("stack"), .if(usesPositions, .data("visit-choice"))) {
                    Checkbox("Count my visits", name: "visits", isChecked: isOn)
                    Actions { Button("Save") }
                }
                if isOn, usesPositions, let failure = choice?.failure { p(.class("muted"), .role("status")) { failure.words } }
            }
            if isOn { own }
            Card("Usage data") {
                p {
                    if isNamed {
                        "What you open is recorded under your name. You can turn this off, and it becomes anonymous."
                    } else {
                        "How much the app is used is counted without names. What you open isn’t recorded under your name."
                    }
                }
                p { a(.href(AccountsPaths.privacy())) { "Change this in your account" } }
            }
        }
    }

    private var own: some HTML {
        section(.aria("labelledby", "own-visits")) {
            h2(.id("own-visits")) { "Your visits" }
            if visits.isEmpty {
                p(.class("muted")) { "Your visits appear here." }
            } else {
                ul(.class("rows")) {
                    for visit in visits {
                        li(.class("row")) {
                            div {
                                p { "\(visit.day)" as Text }
                                p(.class("muted")) { "From \(time: visit.stay.arrival)" as Text }
                            }
                            span { visit.length }
                        }
                    }
                }
            }
        }
    }
}

extension VisitChoice.Failure {
    /// What a member is told about their phone.
    fileprivate var words: Text {
        switch self {
        case .denied: "Your browser doesn’t share your location. Your code at the entrance still counts."
        case .unavailable, .timeout: "Your phone couldn’t find its location. Your code at the entrance still counts."
        }
    }
}
