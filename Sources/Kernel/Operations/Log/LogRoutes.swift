import Audit
import Core
import Database
import Foundation
import Interface
import Platform
import Web

/// The system log (LIB-107): filters, words, pages.
struct LogRoutes: Sendable {
    let site: Site
    static let pageSize = 50

    var routes: [Route] {
        [.get(OperationsPaths.log, allow: .permission(.systemLog), use: show)]
    }

    func show(_ request: Request, _ member: Member) async throws -> LogPage {
        let filter = LogFilter(request.query)
        let things = ThingNames(site)
        let (audit, zone, last) = (site.audit, site.configuration.zone, try request.query.after(ID<AuditRecord>.self))
        return try await site.database.report { db in
            var wanted = AuditFilter()
            var mistake: Problem?
            do { wanted = try filter.audit(in: zone, db) } catch let problem as Problem { mistake = problem }
            wanted.before = last
            let found = mistake == nil ? try audit.entries(wanted, limit: Self.pageSize + 1, in: db) : []
            let entries = Array(found.prefix(Self.pageSize))
            return LogPage(
                filter: filter, entries: entries, names: try db.names(of: Set(entries.compactMap(\.actor) + entries.compactMap(\.account))),
                entities: try audit.entities(in: db), things: things,
                next: found.count > Self.pageSize ? try entries.last.map { try Cursor($0.id) } : nil, mistakes: mistake?.fields ?? [:],
                mayArchive: member.may(.systemLogArchive))
        }
    }
}

extension Connection {
    /// What people are called, of those who still have an account.
    func names(of people: Set<PersonID>) throws -> [PersonID: String] {
        let rows = try all(
            "SELECT id, name FROM account_person WHERE id IN \(list: people.sorted { $0.number < $1.number }) LIMIT \(max(1, people.count))"
                as Query<Row2<PersonID, String>>)
        return Dictionary(rows.map { ($0.first, $0.second) }) { first, _ in first }
    }
}

extension AuditRecord {
    /// The account that the entry is about, if it is about one.
    fileprivate var account: PersonID? { entity == "account.person" ? Int64(entityID).map { PersonID($0) } : nil }
}
