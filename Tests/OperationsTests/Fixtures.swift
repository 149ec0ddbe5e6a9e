import Audit
import Core
import Database
import Foundation
import Notifications
import Platform
import TestSupport
import Web

@testable import Operations

/// Runs `body` on a fresh site with this part; staff are the part's own roles.
func withOperations(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(parts: [NotificationsModule.self, OperationsModule.self], on: engine, body)
}

extension TestApp {
    /// What tells whoever cares for the site.
    var alerts: Alerts { get throws { Alerts(site: site, roles: try site.service(), notifier: try site.service()) } }

    /// Adds an entry to the log.
    func note(
        _ action: AuditAction, _ entity: String, _ id: String, by person: PersonID? = nil, details: [String: [String]] = [:]
    ) async throws {
        let audit = site.audit
        try await site.database.write { db in
            _ = try audit.record(AuditEntry(actor: person, action: action, entity: entity, entityID: id, details: details), in: db)
        }
    }
}

extension TestResponse {
    /// How often some words stand in the page.
    func count(_ words: String) -> Int { text.components(separatedBy: words).count - 1 }
}
