import Accounts
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
        let (site, entityNames) = (site, EntityNames(site))
        let (audit, last) = (site.audit, try request.after(.log))
        let reader = request.timeZone
        return try await site.database.readInBackground { db in
            var wanted = AuditFilter()
            var mistake: Problem?
            do { wanted = try filter.audit(for: member, on: site, in: db) } catch let problem as Problem { mistake = problem }
            wanted.before = last
            let found = mistake == nil ? try audit.entries(wanted, limit: Self.pageSize + 1, in: db) : []
            let (entries, next) = try found.page(of: Self.pageSize) { try request.cursor(.log, after: $0.id) }
            return LogPage(
                filter: filter, entries: entries,
                names: try People.names(of: Set(entries.flatMap(\.people)), in: db), entities: try audit.entities(in: db),
                entityNames: try entityNames.titled(entries, for: member, on: site, in: db), viewer: member, zone: reader, next: next,
                mistakes: mistake?.fields ?? [:],
                mayArchive: member.may(.systemLogArchive))
        }
    }
}

extension CursorScope<ID<AuditRecord>> {
    static var log: Self { Self("operations.log") }
}
