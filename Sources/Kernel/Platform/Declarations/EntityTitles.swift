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

extension EntityNames {
    /// The same, with the titles of what people wrote, for a viewer who moderates it. The log itself keeps no words of theirs.
    public func titled(_ entries: [AuditRecord], for viewer: Member, on site: Site, in db: any Connection) throws -> EntityNames {
        let subjects = site.extensions[.moderatedSubjects].filter { viewer.may($0.moderators) && !$0.isPrivate }
        var found = self
        for entry in entries {
            for (kind, id) in entry.subjects {
                guard let number = Int64(id), found.titles["\(kind) \(id)"] == nil, let subject = subjects.first(where: { $0.kind == kind }),
                    let snapshot = try subject.snapshot(of: number, in: db)
                else { continue }
                found.titles["\(kind) \(id)"] = EntityTitle(title: String(snapshot.title.prefix(100)), link: snapshot.link)
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
