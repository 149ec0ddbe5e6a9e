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

    /// - Parameter find: the title of one by its number, and its page; nil when it is gone.
    public init(
        _ kind: String, mention: SubjectMention, for permission: Permission,
        find: @escaping @Sendable (Int64, any Connection) throws -> (title: String, path: String)?
    ) {
        (self.kind, self.mention, self.permission, self.find) = (kind, mention, permission, find)
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

extension AuditRecord {
    /// The things that the entry names, by kind and number.
    fileprivate var subjects: [(kind: String, id: String)] {
        let values = (try? JSONDecoder().decode(JSONValue.self, from: Data(details.utf8))).flatMap { $0.members } ?? [:]
        let judged = values["subject"]?.members ?? [:]
        let inner = judged["kind"]?.words.flatMap { kind in judged["id"]?.words.map { (kind, $0) } }
        return [(entity, entityID)] + [inner].compactMap { $0 }
    }
}
