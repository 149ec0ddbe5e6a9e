import Accounts
import Audit
import Core
import Database
import Foundation
import Platform
import Web

/// What the form above the log asks for, as people write it.
struct LogFilter: Sendable, Equatable {
    /// Part of a name or of an e-mail address.
    var person = ""
    var byTheSystem = false
    /// The first and the last day, in the site's time zone.
    var from: String?
    var until: String?
    var action: AuditAction?
    var entity: String?
    var entityID: String?
    var words = ""

    /// More people than this share a name only where the name is no help.
    static let mostPeople = 50
    /// Of those whom words name, so many are looked up in the log.
    private static let mostNamed = 10
    /// A single letter is in most names.
    private static let fewestLetters = 2

    /// Reads the query of the address.
    init(_ query: QueryItems) {
        person = String((query["person"] ?? "").trimmed.prefix(100))
        byTheSystem = query["system"] == "true"
        from = query.chosen("from")
        until = query.chosen("until")
        action = query["action"].flatMap(AuditAction.init(rawValue:))
        entity = query.chosen("entity").map { String($0.prefix(100)) }
        entityID = query.chosen("id").map { String($0.prefix(100)) }
        words = String((query["q"] ?? "").trimmed.prefix(200))
    }

    /// The same as a query.
    var query: QueryItems {
        var items = QueryItems()
        if !person.isEmpty { items.add("person", person) }
        if byTheSystem { items.add("system", "true") }
        for (name, value) in [("from", from), ("until", until), ("action", action?.rawValue), ("entity", entity), ("id", entityID)] {
            if let value { items.add(name, value) }
        }
        if !words.isEmpty { items.add("q", words) }
        return items
    }

    /// Whether nothing is narrowed.
    var isEmpty: Bool { query.isEmpty }

    /// The same for the log, with what its words name for this viewer.
    /// - Throws: a ``Problem`` that names the field of a day that is none.
    func audit(for viewer: Member, on site: Site, in db: any Connection) throws -> AuditFilter {
        let zone = site.configuration.zone
        var filter = AuditFilter(action: action, entity: entity, entityID: entityID, words: words.isEmpty ? nil : words)
        filter.from = try Days.start(of: from, field: "from", in: zone)
        filter.until = try Days.start(of: until, field: "until", in: zone, after: 1)
        let people: [PersonID?] = person.isEmpty ? [] : try db.all(.named(person, limit: Self.mostPeople))
        if !person.isEmpty || byTheSystem { filter.actors = people + (byTheSystem ? [nil] : []) }
        if words.count >= Self.fewestLetters {
            filter.named = try db.all(.named(words, limit: Self.mostNamed)).flatMap(AuditNamed.all)
            filter.named += try AuditNamed.titled(words, for: viewer, on: site, in: db)
        }
        return filter
    }
}

extension Query where Row == PersonID {
    /// People whose name or address holds these words.
    static func named(_ words: String, limit: Int) -> Self {
        "SELECT p.id FROM account_person p WHERE \(sql: PersonRecord.matches(words)) ORDER BY p.id LIMIT \(limit)"
    }
}
