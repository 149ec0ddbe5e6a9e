import Analytics
import Audit
import Core
import Database
import Events
import Foundation

/// What the kernel itself keeps about a person: what they did, in the audit log and the interaction log, and the answers that are
/// kept for their programs.
struct PlatformPersonalData: PersonalData {
    let site: Site

    let folder = "activity"
    var title: Text { "What you did" }

    /// Most lines of each file.
    private static let most = 100_000

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (audit, analytics) = (site.audit, site.analytics)
        let (acts, interactions) = try await site.database.readInBackground { db in
            (
                try audit.entries(AuditFilter(actors: [person]), limit: Self.most, in: db),
                try analytics.interactions(of: person, limit: Self.most, in: db)
            )
        }
        try export.add(
            acts.map {
                Act(at: $0.at.rfc3339, action: $0.action.rawValue, entity: $0.entity, entityID: $0.entityID, details: Self.value($0.details))
            },
            as: "log.json", "What the system log keeps about you")
        try export.add(
            interactions.map { Use(at: $0.at.rfc3339, kind: $0.kind, subject: $0.subject) }, as: "use.json", "Your usage statistics")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        try site.analytics.setNames(false, person, in: write)
        try write.run("DELETE FROM platform_answer WHERE changed_by = \(person)")
        try write.run("DELETE FROM platform_submission WHERE changed_by = \(person)")
        try write.run("DELETE FROM event_log WHERE audience = \(EventAudience.person(person)) OR changed_by = \(person)")
    }

    private static func value(_ json: String) -> JSONValue {
        (try? JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))) ?? .string(json)
    }

    private struct Act: Encodable {
        var at: String
        var action: String
        var entity: String
        var entityID: String
        var details: JSONValue
    }

    private struct Use: Encodable {
        var at: String
        var kind: String
        var subject: Int64
    }
}

extension Site {
    /// Every part's share of what the site knows about people, the kernel's own first.
    public var personalData: [any PersonalData] { [PlatformPersonalData(site: self)] + extensions[.personalData] }
}
