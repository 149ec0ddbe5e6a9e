import Core
import Interface
import Markup
import Web

/// Failures: what happens often, and each one.
struct ErrorsPage: PageAnswer {
    let filter: ErrorFilter
    let query: QueryItems
    let groups: [ErrorGroup]
    let examples: [ID<ErrorRecord>: ErrorRecord]
    let records: [ErrorRecord]
    let next: Cursor?

    var title: Text { "Errors" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "What went wrong on the server and in people’s browsers.") {
            LinkButton(
                "CSV", href: address(OperationsPaths.errorExport(), ["after": nil]), icon: .download, style: .secondary,
                .aria("label", "Export as CSV"))
        }
        form
        if records.isEmpty {
            EmptyState(
                .check, title: "No errors",
                message: isFiltered ? "No errors match these filters." : "When something fails on the server or in a browser, it appears here.")
        } else {
            if filter.fingerprint == nil, filter.before == nil { often }
            SectionHeader("Each one")
            DataTable(
                "Errors", columns: [.init("Time"), .init("Number"), .init("Address"), .init("Cause"), .init("What the person wrote")],
                rows: records.map { record in
                    .init([
                        ("\(moment: record.at)" as Text).node,
                        a(.href(OperationsPaths.error(Int(record.id.number)))) { code { record.requestID } }.node,
                        span { "\(record.method) \(record.path)" as Text }.node,
                        span(.class("error-cause")) { String(record.cause.prefix(160)) }.node,
                        span { record.words ?? "" }.node,
                    ])
                })
            Pagination(next: next.map { address(OperationsPaths.errors(), ["after": $0.text]) })
        }
    }

    /// Whether anything narrows the list, also the one cause that a link chose.
    private var isFiltered: Bool { ["q", "origin", "from", "until", "reported", "group"].contains { query.chosen($0) != nil } }

    private var form: some HTML {
        Form(OperationsPaths.errors(), method: .get, .role("search"), .class("form filter-form")) {
            TextField("Reference or words", name: "q", value: filter.words, kind: .search)
            MoreFilters(isOpen: ["origin", "from", "until", "reported"].contains { query.chosen($0) != nil })
            Select(
                "Where", name: "origin", choices: [Choice("", "Everywhere")] + ErrorRecord.Origin.allCases.map { Choice($0.rawValue, $0.name) },
                selected: filter.origin?.rawValue ?? "", isRequired: false)
            TextField("From", name: "from", value: query["from"] ?? "", kind: .date)
            TextField("Until", name: "until", value: query["until"] ?? "", kind: .date)
            Checkbox("Reported by people", name: "reported", value: "true", isChecked: filter.onlyReported)
            FilterActions(clear: isFiltered ? OperationsPaths.errors() : nil)
        }
    }

    private var often: some HTML {
        section {
            SectionHeader("By cause")
            DataTable(
                "By cause", columns: [.init("Cause"), .init("Times", isNumeric: true), .init("Reported by people", isNumeric: true), .init("Last")],
                rows: groups.map { group in
                    .init([
                        a(.class("error-cause"), .href(address(OperationsPaths.errors(), ["group": group.fingerprint, "after": nil]))) {
                            String((examples[group.newest]?.cause ?? group.fingerprint).prefix(160))
                        }.node,
                        ("\(group.count)" as Text).node, ("\(group.reported)" as Text).node, ("\(moment: group.last)" as Text).node,
                    ])
                })
        }
    }

    private func address(_ path: String, _ changes: KeyValuePairs<String, String?>) -> String {
        var items = query
        for (name, value) in changes { items.set(name, value) }
        return link(path, query: items)
    }
}

/// One failure in full.
struct ErrorPage: PageAnswer {
    let record: ErrorRecord
    let person: String?

    var title: Text { "Error \(record.requestID)" }
    var shell: ShellStyle { .admin }
    var activePath: String? { OperationsPaths.errors() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Errors", href: OperationsPaths.errors())])
        DescriptionList([
            .init("Time", record.at.rfc3339), .init("Where") { record.origin.name }, .init("Address", "\(record.method) \(record.path)"),
            .init("Status", record.status == 0 ? "" : String(record.status)), .init("Person", person ?? ""),
            .init("What the person wrote", record.words ?? ""),
        ])
        Card("Cause") { pre(.class("error-cause")) { record.cause } }
        p {
            a(.href(link(OperationsPaths.errors(), query: ["group": record.fingerprint]))) { "Others like this one" }
        }
    }
}

/// Where people say what they did when something failed.
struct ReportPage: PageAnswer {
    let requestID: String

    var title: Text { "Report an error" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(title, lead: "Your words help to find out what went wrong. The number of the error goes with them.")
        Form(OperationsPaths.report(), .class("form narrow")) {
            TextField("Number of the error", name: "id", value: requestID, isRequired: true)
            TextArea("What did you do, and what did you expect?", name: "words", value: "", lines: 5, isRequired: true)
            Actions { Button("Send", icon: .check) }
        }
    }
}
