import Audit
import Core

/// What people call the things that the log tells of; the code stands in the details and in the files.
public struct EntityNames: Sendable {
    private let kinds: [String: Text]

    /// The names that the parts and apps of a site declare.
    public init(_ site: Site) {
        kinds = Dictionary(site.manifests.flatMap { $0.schema.entityNames.map { ($0.key, $0.value) } }) { first, _ in first }
    }

    /// What one of a kind is called; its code where no part says.
    public func kind(_ entity: String) -> Text { kinds[entity] ?? .verbatim(entity) }

    /// A thing by kind and number, an account by whose it is.
    public func name(of entry: AuditRecord, people: [PersonID: String]) -> Text {
        let kind = kind(entry.entity)
        if entry.entity == "account.person", let number = Int64(entry.entityID), let name = people[PersonID(number)] { return "\(kind): \(name)" }
        // A site or a language has no number to tell it from others.
        return Int64(entry.entityID) == nil && kinds[entry.entity] != nil && entry.entityID == "site" ? kind : "\(kind) \(entry.entityID)"
    }
}
