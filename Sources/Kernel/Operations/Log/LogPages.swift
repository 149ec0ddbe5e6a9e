import Audit
import Core
import Foundation
import Interface
import Markup
import Platform
import Web

/// The system log: filters on top, entries below, each with its details (LIB-107–110).
struct LogPage: PageAnswer {
    let filter: LogFilter
    let entries: [AuditRecord]
    let names: [PersonID: String]
    let entities: [String]
    let entityNames: EntityNames
    let viewer: Member
    let zone: TimeZone
    let next: Cursor?
    let mistakes: [String: Text]
    let mayArchive: Bool

    var title: Text { "System log" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "Who did what, and when. Entries can’t be changed.") {
            LinkButton("CSV", href: export(OperationsPaths.logCSV()), icon: .download, style: .secondary, .aria("label", "Export as CSV"))
            LinkButton("PDF", href: export(OperationsPaths.logPDF()), icon: .download, style: .secondary, .aria("label", "Export as PDF"), .prepared)
            Form(OperationsPaths.logVerification()) { Button("Verify", icon: .shield, style: .secondary) }
            if mayArchive { LinkButton("Archive", href: OperationsPaths.logArchive(), icon: .folder, style: .secondary) }
        }
        LogTabs(isReading: false)
        form
        if entries.isEmpty {
            EmptyState(
                .search, title: "No entries",
                message: filter.isEmpty ? "Nothing has happened on this site yet." : "Nothing in the log fits these filters."
            ) {
                if !filter.isEmpty { LinkButton("Show all entries", href: OperationsPaths.log(), style: .secondary) }
            }
        } else {
            for day in LogDay.all(entries, in: zone) {
                section(.class("log-day")) {
                    if let first = day.entries.first { h2 { DayName(first.at) } }
                    ul(.class("log")) {
                        for run in LogRun.all(day.entries, telling: sentence(of:)) {
                            // Who looks for words wants to see each entry that has them.
                            if run.isFolded, filter.words.isEmpty {
                                LogRunRow(run: run) {
                                    for entry in run.all { row(entry) }
                                }
                            } else {
                                for entry in run.all { row(entry) }
                            }
                        }
                    }
                }
            }
            Pagination(next: next.map(address))
        }
    }

    private func row(_ entry: AuditRecord) -> LogRow {
        LogRow(
            entry: entry, sentence: sentence(of: entry), actor: actor(of: entry),
            object: entityNames.name(of: entry, people: names), page: entityNames.path(entry.entity, entry.entityID, for: viewer))
    }

    private func sentence(of entry: AuditRecord) -> Text { entityNames.sentence(of: entry, people: names, for: viewer) }

    private var form: some HTML {
        Form(OperationsPaths.log(), method: .get, .role("search"), .class("form filter-form")) {
            TextField("Search", name: "q", value: filter.words, kind: .search)
            MoreFilters(isOpen: ["person", "system", "from", "until", "action", "entity", "id"].contains { filter.query[$0] != nil })
            TextField("Person", name: "person", value: filter.person, kind: .search)
            TextField("From", name: "from", value: filter.from ?? "", kind: .date, error: mistakes["from"])
            TextField("Until", name: "until", value: filter.until ?? "", kind: .date, error: mistakes["until"])
            Select(
                "Event", name: "action", choices: [Choice("", "All events")] + AuditAction.allCases.map { Choice($0.rawValue, $0.name) },
                selected: filter.action?.rawValue ?? "", isRequired: false)
            Select(
                "Object", name: "entity", choices: [Choice("", "All objects")] + entities.map { Choice($0, entityNames.kind($0)) },
                selected: filter.entity ?? "", isRequired: false)
            Checkbox("Only what the system did", name: "system", value: "true", isChecked: filter.byTheSystem)
            FilterActions(clear: filter.isEmpty ? nil : OperationsPaths.log())
        }
    }

    /// The same entries as a file: up to 50,000 as CSV, up to 500 as PDF.
    private func export(_ path: String) -> String { link(path, query: filter.query) }

    private func actor(of entry: AuditRecord) -> Text {
        guard let id = entry.actor else { return "System" }
        return names[id].map { .verbatim($0) } ?? "Deleted account \(id.description)"
    }

    private func address(after cursor: Cursor) -> String {
        var query = filter.query
        query.set("after", cursor.text)
        return link(OperationsPaths.log(), query: query)
    }
}

/// The entries of one day, as the reader's clock has it.
struct LogDay {
    let day: Day
    let entries: [AuditRecord]

    /// Entries that follow each other, day by day.
    static func all(_ entries: [AuditRecord], in zone: TimeZone) -> [LogDay] {
        var days: [(Day, [AuditRecord])] = []
        for entry in entries {
            let day = Day(entry.at, in: zone)
            if days.last?.0 == day { days[days.count - 1].1.append(entry) } else { days.append((day, [entry])) }
        }
        return days.map { LogDay(day: $0.0, entries: $0.1) }
    }
}

/// One entry: a sentence, and beside it what opens into everything that is known of it.
struct LogRow: HTML {
    let entry: AuditRecord
    let sentence: Text
    let actor: Text
    let object: Text
    /// Where the object is; nil where the reader may not go, or it has no page.
    let page: String?

    var body: some HTML {
        li {
            p(.class("log-line")) {
                span(.class("log-time")) { ClockTime(entry.at) }
                span(.class("log-sentence log-\(entry.action.tone.rawValue)"), .dir("auto")) { Node.linked(sentence) }
            }
            details(.class("log-entry"), .id("entry-\(entry.id)")) {
                summary(.aria("label", "Details of entry \(entry.id.description)")) { Icon.chevronDown }
                DescriptionList([
                    .init("Time") { "\(moment: entry.at)" as Text },
                    .init("Person") { actor },
                    .init("Event") { entry.action.name },
                    .init("Object") {
                        if let page { a(.href(page)) { object } } else { object }
                    },
                ])
                p { a(.href(history)) { "All entries about this object" } }
                details(.class("fold")) {
                    summary { "Technical details" }
                    DescriptionList([
                        .init("Number", entry.id.description),
                        .init("Time", entry.at.rfc3339),
                        .init("Person", entry.actor?.description ?? "–"),
                        .init("Event", entry.action.rawValue),
                        .init("Object", "\(entry.entity) \(entry.entityID)"),
                        .init("What changed") { ChangeTree(json: entry.details) },
                    ])
                }
            }
        }
    }

    /// Everything that happened to the same thing.
    private var history: String { link(OperationsPaths.log(), query: ["entity": entry.entity, "id": entry.entityID]) }
}
