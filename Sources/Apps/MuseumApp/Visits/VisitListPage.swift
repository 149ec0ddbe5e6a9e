import Core
import Interface
import Markup
import Web

/// Who was here on a day and how long, and how often each has come (MUS-039).
struct VisitListPage: PageAnswer {
    static let size = 50

    let day: Day
    let today: Day
    let visits: [Visit]
    /// What the list of members was searched for.
    let words: String
    let visitors: [VisitorSummary]
    let from: Int
    let hasMore: Bool
    let names: [PersonID: String]
    /// How many members have this turned on, and of how many the phone gave no position lately.
    let members: Int
    let failures: Int
    /// Who was let in at the entrance on the day: members, and their guests.
    let entries: Int, guests: Int
    /// The same by the hour, and when the day began.
    let hours: [EntranceHour], start: Instant
    /// Whether opening hours are known, without which no stay is kept, and whether phones tell where they are.
    let hasHours: Bool, isSetUp: Bool
    let zone: DayZone

    var title: Text { "Visits" }
    var shell: ShellStyle { .admin }
    var activePath: String? { MuseumPaths.adminVisits() }

    var body: some HTML {
        PageHeader(title, lead: "How many came in at the entrance, and how long members stayed who share their visits.") {
            LinkButton(
                "CSV", href: link(MuseumPaths.adminVisitExport(), query: ["day": day.description]), icon: .download, style: .secondary,
                .aria("label", "Export as CSV"))
        }
        if !hasHours {
            Alert(title: "Stays aren’t recorded yet") {
                p { "The opening hours are missing. Someone who can change the settings has to enter them. The entrance counts all the same." }
            }
        } else if !isSetUp {
            Alert(title: "Location isn’t used yet") {
                p { "A visit is noted when a code is scanned. To see how long members stay, the museum’s place is needed in the settings." }
            }
        }
        p(.class("muted")) { if members == 0 { "No member shares their visits yet." } else { "\(members) members share their visits." } }
        if failures > 0 { p(.class("muted")) { "\(failures) phones gave no location in the last 30 days." } }
        section(.class("stack"), .id("by-day"), .aria("label", "By day")) {
            SectionHeader("By day")
            Form(MuseumPaths.adminVisits(), method: .get, .class("form filter-form")) {
                TextField("Day", name: "day", value: day.description, kind: .date)
                Actions { Button("Show", style: .secondary) }
            }
            StatGrid {
                StatCard("Members at the entrance", value: .verbatim(String(entries)), icon: .scan)
                StatCard("Guests of members", value: .verbatim(String(guests)), icon: .people)
            }
            if !hours.isEmpty { EntranceHours(hours: hours, start: start) }
            if visits.isEmpty {
                p(.class("muted")) { "No recorded stays on this day. Members who share their visits appear here with their times." }
            } else {
                DataTable(
                    "\(day)", columns: [.init("Name"), .init("Arrived"), .init("Left"), .init("Stayed", isNumeric: true)],
                    rows: visits.map { visit in
                        .init([
                            span(.dir("auto")) { names[visit.person] ?? "" }, "\(time: visit.stay.arrival)" as Text, left(visit), visit.length,
                        ])
                    })
            }
            Actions {
                LinkButton("Previous day", href: address(of: day.adding(-1)), icon: .chevronLeft, style: .secondary)
                if day < today { LinkButton("Next day", href: address(of: day.adding(1)), icon: .chevronRight, style: .secondary) }
            }
        }
        if !visitors.isEmpty || !words.isEmpty { byMember }
    }

    private var byMember: some HTML {
        section(.class("stack"), .id("by-member"), .aria("label", "By member")) {
            div(.class("section-header")) {
                h2 { "By member" }
                LinkButton(
                    "CSV", href: MuseumPaths.adminVisitorExport(), icon: .download, style: .secondary, .aria("label", "Export members as CSV"))
            }
            SearchBox(MuseumPaths.adminVisits(), placeholder: "Name or email", value: words, keeping: [("day", day.description)])
            if visitors.isEmpty {
                EmptyState(.search, title: "No matches", message: "Try another name.")
            } else {
                DataTable(
                    "By member",
                    columns: [.init("Name"), .init("Visits", isNumeric: true), .init("Average stay", isNumeric: true), .init("Last visit")],
                    rows: visitors.map { one in
                        .init([
                            span(.dir("auto")) { names[one.person] ?? "" }, "\(one.visits)" as Text,
                            one.average?.stayWords ?? "–", zone.day(one.last),
                        ])
                    })
                Pagination(
                    previous: from > 0 ? page(max(0, from - Self.size)) : nil, next: hasMore ? page(from + Self.size) : nil)
            }
        }
    }

    private func address(of day: Day) -> String { link(MuseumPaths.adminVisits(), query: ["day": day.description]) }

    private func page(_ start: Int) -> String {
        link(MuseumPaths.adminVisits(), query: ["day": day.description, "q": words.isEmpty ? nil : words, "from": String(start)]) + "#by-member"
    }

    private func left(_ visit: Visit) -> Text { visit.stay.length < .seconds(60) ? "–" : "\(time: visit.stay.departure)" }
}
