import Accounts
import Core
import Interface
import Markup
import Payments
import Web

/// Finds a customer by name or address.
struct PointsAdminPage: PageAnswer {
    static let most = 50

    let words: String
    /// With their points; the first so many.
    let people: [(person: PersonRecord, points: Int)]

    var title: Text { "Points" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "Give or take points, such as after a complaint. The customer sees the reason.")
        SearchBox(CafeteriaPaths.adminPoints(), placeholder: "Name or email", value: words, takesFocus: true)
        if people.isEmpty {
            EmptyState(
                .person, title: words.isEmpty ? "Nobody has points yet" : "Nobody found",
                message: words.isEmpty ? "Search for a customer by name or email." : "Try another part of the name or address.")
        } else {
            SectionHeader(words.isEmpty ? "Most points" : "Results")
            DataTable(
                title, columns: [.init("Name"), .init("Email"), .init("Points", isNumeric: true)],
                rows: people.map { line in
                    .init([
                        a(.href(CafeteriaPaths.adminPersonPoints(line.person.id)), .dir("auto")) { line.person.name },
                        Text.verbatim(line.person.email), "\(line.points)" as Text,
                    ])
                })
            if people.count == Self.most { p(.class("muted")) { "Only the first \(Self.most) are shown. Search for a name or address." } }
        }
    }
}

/// The points of one customer, and a form to change them.
struct PersonPointsPage: PageAnswer {
    let person: PersonRecord
    let history: PointsHistory
    let currency: String
    var form = AdjustmentForm()
    var problem: Problem?

    var title: Text { .verbatim(person.name) }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminPoints() }

    private func wrong(_ field: String) -> Text? { problem?.fields[field] }

    var body: some HTML {
        PageHeader(title, lead: .verbatim(person.email), crumbs: [Crumb("Points", href: CafeteriaPaths.adminPoints())])
        StatGrid {
            StatCard(
                "Points", value: "\(history.balance)",
                detail: "Worth \(Money(minor: PointsRule.discount(for: history.balance), currency: currency))", icon: .star)
        }
        Card("Adjust points") {
            ProblemAlert(problem)
            Form(CafeteriaPaths.adminPersonPoints(person.id)) {
                RadioGroup(
                    "What to do", name: "direction", choices: [Choice("add", "Add points"), Choice("remove", "Remove points")],
                    selected: form.direction ?? "add", error: wrong("direction"))
                TextField(
                    "Points", name: "points", value: form.points ?? "", kind: .number, error: wrong("points"), isRequired: true, .min("1"),
                    .max(String(PointsAdjustment.most)))
                TextField(
                    "Reason", name: "reason", value: form.reason ?? "", hint: "The customer sees it, such as “Cold food on Tuesday”.",
                    error: wrong("reason"), isRequired: true, .maxlength(PointsAdjustment.longestReason))
                Actions { Button("Save") }
            }
        }
        if !history.lines.isEmpty {
            SectionHeader("History")
            PointsHistoryTable(history: history, isForStaff: true)
            Pagination(
                previous: history.isFirst ? nil : CafeteriaPaths.adminPersonPoints(person.id),
                next: history.next.map { link(CafeteriaPaths.adminPersonPoints(person.id), query: ["before": String($0)]) })
        }
    }
}
