import Core
import Crypto

/// What the digest of an entry covers.
struct AuditLink {
    var at: Instant
    var actor: PersonID?
    var action: String
    var entity: String
    var entityID: String
    var details: String

    func hash(after last: [UInt8]?) -> [UInt8] {
        // As a JSON array, so that no two different entries read the same.
        var json = JSONText()
        json.beginArray()
        json.integer(at.milliseconds)
        if let actor { json.integer(actor.number) } else { json.null() }
        for words in [action, entity, entityID, details] { json.string(words) }
        json.endArray()
        return sha256((last ?? []) + json.bytes)
    }
}

extension AuditRecord {
    /// What its digest covers.
    var link: AuditLink {
        AuditLink(at: at, actor: actor, action: action.rawValue, entity: entity, entityID: entityID, details: details)
    }
}
