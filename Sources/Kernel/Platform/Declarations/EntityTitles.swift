public import Audit
public import Core
public import Database
import Foundation
public import Web

/// What a thing in the log is called, and where it is.
struct EntityTitle: Sendable {
    let title: String
    let link: String
}

/// A kind of thing that the log names by its title, to those who may open its page; what moderators judge is named anyway.
public struct TitledEntity: Sendable {
    let kind: String
    let mention: SubjectMention
    let permission: Permission
    let find: @Sendable (Int64, any Connection) throws -> (title: String, path: String)?
    let search: @Sendable (String, Int) -> Query<Int64>

    /// - Parameters:
    ///   - find: the title of one by its number, and its page; nil when it is gone.
    ///   - search: the newest with each of these words in their titles, so many at most; see `SQL.containsEach`.
    public init(
        _ kind: String, mention: SubjectMention, for permission: Permission,
        find: @escaping @Sendable (Int64, any Connection) throws -> (title: String, path: String)?,
        search: @escaping @Sendable (String, Int) -> Query<Int64>
    ) {
        (self.kind, self.mention, self.permission, self.find, self.search) = (kind, mention, permission, find, search)
    }
}

extension ExtensionPoint where Value == TitledEntity {
    /// What the log names by its title.
    public static var titledEntities: Self { Self("titled-entities") }
}

extension EntityNames {
    /// The same, with the titles of what people wrote, for a viewer who moderates it. The log itself keeps no words of theirs.
    public func titled(_ entries: [AuditRecord], for viewer: Member, on site: Site, in db: any Connection) throws -> EntityNames {
        let subjects = site.extensions[.moderatedSubjects].filter { viewer.may($0.moderators) && !$0.isPrivate }
        let others = site.extensions[.titledEntities].filter { viewer.may($0.permission) }
        var found = self
        for entry in entries {
            for (kind, id) in entry.subjects {
                guard let number = Int64(id), found.titles["\(kind) \(id)"] == nil else { continue }
                if let snapshot = try subjects.first(where: { $0.kind == kind })?.snapshot(of: number, in: db) {
                    found.titles["\(kind) \(id)"] = EntityTitle(
                        title: String((snapshot.publicTitle ?? snapshot.title).prefix(100)), link: snapshot.link)
                } else if let other = try others.first(where: { $0.kind == kind })?.find(number, db) {
                    found.titles["\(kind) \(id)"] = EntityTitle(title: String(other.title.prefix(100)), link: other.path)
                }
            }
        }
        return found
    }
}

extension AuditNamed {
    /// The newest things with each of these words in their titles, as far as the viewer sees titles in the log.
    public static func titled(_ words: String, for viewer: Member, on site: Site, in db: any Connection) throws -> [AuditNamed] {
        let most = 10
        let subjects = try site.extensions[.moderatedSubjects].filter { viewer.may($0.moderators) && !$0.isPrivate }.flatMap { subject in
            try subject.titled(words, most: most).map { try db.all($0) }.map { ids in ids.map { AuditNamed.thing(kind: subject.kind, id: $0) } } ?? []
        }
        let others = try site.extensions[.titledEntities].filter { viewer.may($0.permission) }.flatMap { entity in
            try db.all(entity.search(words, most)).map { AuditNamed.thing(kind: entity.kind, id: $0) }
        }
        return subjects + others
    }

    /// Everything that the log tells of somebody.
    public static func all(of person: PersonID) -> [AuditNamed] {
        [.person(person)] + AuditRecord.ofPeople.sorted().map { .thing(kind: $0, id: person.number) }
    }
}

extension AuditRecord {
    /// The things that the entry names, by kind and number.
    fileprivate var subjects: [(kind: String, id: String)] {
        let values = (try? JSONDecoder().decode(JSONValue.self, from: Data(details.utf8))).flatMap { $0.members } ?? [:]
        let judged = values["subject"]?.members ?? [:]
        let inner = judged["kind"]?.words.flatMap { kind in judged["id"]?.words.map { (kind, $0) } }
        return [(entity, entityID)] + [inner].compactMap { $0 }
    }
}
