import Accounts
import Core
import Database
import Foundation
import Interface
import Markup
import Platform
import Web

/// What people read (LIB-107). It comes from the counts of use, which are no part of the audit log: nothing was changed, and
/// whoever leaves takes their name out of it.
struct ReadingLogRoutes: Sendable {
    let site: Site
    static let pageSize = 50

    var routes: [Route] { [.get(OperationsPaths.reading, allow: .permission(.systemLog), use: show)] }

    func show(_ request: Request, _ member: Member) async throws -> ReadingLogPage {
        let person = String((request.query["person"] ?? "").trimmed.prefix(100))
        let zone = site.configuration.zone
        let from = try Days.start(of: request.query["from"], field: "from", in: zone)
        let until = try Days.start(of: request.query["until"], field: "until", in: zone, after: 1)
        let last = try request.after(.reading)
        let (query, entityNames) = (request.query, EntityNames(site))
        return try await site.database.readInBackground { db in
            var terms: [SQL] = []
            if !person.isEmpty { terms.append("changed_by IN \(list: try db.all(Query<PersonID>.named(person, limit: LogFilter.mostPeople)))") }
            if let from { terms.append("changed_at >= \(from)") }
            if let until { terms.append("changed_at < \(until)") }
            if let last { terms.append("id < \(last)") }
            let condition: SQL = terms.isEmpty ? "" : "WHERE \(terms.joined(by: " AND "))"
            let found = try db.all(
                """
                SELECT id, kind, subject, changed_at, changed_by FROM analytics_interaction \(condition) ORDER BY id DESC LIMIT \(Self.pageSize + 1)
                """ as Query<ReadingLogPage.Entry>)
            let (entries, next) = try found.page(of: Self.pageSize) { try request.cursor(.reading, after: $0.id) }
            return ReadingLogPage(
                query: query, entries: entries, names: try People.names(of: Set(entries.compactMap(\.person)), in: db), entityNames: entityNames,
                next: next)
        }
    }
}

/// What people read, the latest first.
struct ReadingLogPage: PageAnswer {
    /// One look at one thing.
    struct Entry: SQLRow {
        let id: Int64
        let kind: String
        let subject: Int64
        let at: Instant
        let person: PersonID?

        init(row: inout RowReader) throws {
            id = try row.next()
            kind = try row.next()
            subject = try row.next()
            at = try row.next()
            person = try row.next()
        }
    }

    let query: QueryItems
    let entries: [Entry]
    let names: [PersonID: String]
    let entityNames: EntityNames
    let next: Cursor?

    var title: Text { "System log" }
    var shell: ShellStyle { .admin }
    var activePath: String? { OperationsPaths.log() }

    var body: some HTML {
        PageHeader(title, lead: "What people read, and when. Names are shown only for people who chose it.")
        LogTabs(isReading: true)
        Form(OperationsPaths.reading(), method: .get, .role("search"), .class("form filter-form")) {
            TextField("Person", name: "person", value: query["person"] ?? "", kind: .search)
            MoreFilters(isOpen: ["from", "until"].contains { query.chosen($0) != nil })
            TextField("From", name: "from", value: query["from"] ?? "", kind: .date)
            TextField("Until", name: "until", value: query["until"] ?? "", kind: .date)
            FilterActions(clear: isFiltered ? OperationsPaths.reading() : nil)
        }
        if entries.isEmpty {
            EmptyState(
                .book, title: "No entries", message: isFiltered ? "Nothing in the log fits these filters." : "What people open appears here.")
        } else {
            DataTable(
                "Reading", columns: [.init("Time"), .init("Person"), .init("Event"), .init("Object")],
                rows: entries.map { entry in
                    .init([
                        ("\(moment: entry.at)" as Text).node,
                        (entry.person.map { .verbatim(names[$0] ?? $0.description) } ?? "Not named" as Text).node, entityNames.kind(entry.kind).node,
                        Text.verbatim(String(entry.subject)).node,
                    ])
                })
            Pagination(next: next.map { more($0) })
        }
    }

    private var isFiltered: Bool { ["person", "from", "until"].contains { query.chosen($0) != nil } }

    private func more(_ cursor: Cursor) -> String {
        var items = query
        items.set("after", cursor.text)
        return link(OperationsPaths.reading(), query: items)
    }
}

/// The two sides of the log: what was changed, and what was read.
struct LogTabs: HTML {
    let isReading: Bool

    var body: some HTML {
        Tabs(
            "Logs",
            [
                Tab("Changes and sign-ins", href: OperationsPaths.log(), isCurrent: !isReading),
                Tab("Reading", href: OperationsPaths.reading(), isCurrent: isReading),
            ])
    }
}

extension CursorScope<Int64> {
    static var reading: Self { Self("operations.reading") }
}
