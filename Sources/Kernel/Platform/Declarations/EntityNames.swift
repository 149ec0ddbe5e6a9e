public import Audit
public import Core
import Foundation
import Markup
public import Web

/// What people call the things that the log tells of, and how they tell it; the code stands in the details and in the files.
public struct EntityNames: Sendable {
    private let kinds: [String: Text]
    private let sentences: [String: AuditSentence]
    private let paths: [String: EntityPath]
    private let names: [String: Text]
    private let mentions: [String: SubjectMention]
    /// By kind and number; see ``titled(_:for:on:in:)``.
    var titles: [String: EntityTitle] = [:]
    /// The common roles with what they bring along, the greatest first.
    private let bundles: [(name: Text, roles: Set<String>)]

    /// The names that the parts and apps of a site declare.
    public init(_ site: Site) {
        func all<Value>(_ declared: (AppManifest.Schema) -> [String: Value]) -> [String: Value] {
            Dictionary(site.everyManifest.flatMap { declared($0.schema).map { ($0.key, $0.value) } }) { first, _ in first }
        }
        // What moderators judge has a name in any case: the filter's decisions are told of it.
        let judged = Dictionary(site.extensions[.moderatedSubjects].map { ($0.kind, $0.name) }) { first, _ in first }
        let mentioned = site.extensions[.moderatedSubjects].map { ($0.kind, $0.mention) }
        mentions = Dictionary(mentioned + site.extensions[.titledEntities].map { ($0.kind, $0.mention) }) { first, _ in first }
        kinds = all(\.entityNames).merging(judged) { declared, _ in declared }
        sentences = all(\.sentences)
        paths = all(\.entityPaths)
        let roles = site.everyManifest.flatMap { app in app.access.roles.map { (app: app, role: $0, id: "\(app.id).\($0.id)") } }
        let bearers = Dictionary(grouping: roles, by: \.role.name)
        names = Dictionary(
            site.everyManifest.map { ($0.id, $0.name) } + site.everyManifest.flatMap(\.settings).map { ($0.id, $0.label) }
                // Several apps have a “Moderator”.
                + roles.map { ($0.id, (bearers[$0.role.name]?.count ?? 0) > 1 ? "\($0.role.name) (\($0.app.name))" : $0.role.name) }
        ) { first, _ in first }
        bundles = CommonRole.allCases.reversed().map { common in
            (common.name, Set(roles.filter { $0.role.isPartOf.contains(common) }.map(\.id)))
        }
    }

    /// What one of a kind is called; its code where no part says.
    public func kind(_ entity: String) -> Text { kinds[entity] ?? .verbatim(entity) }

    /// Whether a part says what one of a kind is called.
    public func knows(_ entity: String) -> Bool { kinds[entity] != nil }

    /// A thing by kind and number, an account by whose it is.
    public func name(of entry: AuditRecord, people: [PersonID: String]) -> Text {
        let kind = kind(entry.entity)
        if AuditRecord.ofPeople.contains(entry.entity), let number = Int64(entry.entityID), let name = people[PersonID(number)] {
            return "\(kind): \(name)"
        }
        if let title = titles["\(entry.entity) \(entry.entityID)"] { return "\(kind) “\(title.title)”" }
        if let named = names[entry.entityID] { return "\(kind): \(named)" }
        // A site or a language has no number to tell it from others.
        return Int64(entry.entityID) == nil && kinds[entry.entity] != nil && entry.entityID == "site" ? kind : "\(kind) \(entry.entityID)"
    }

    /// The entry as a sentence, to be shown by `Node.linked`.
    /// - Parameter viewer: whose permissions decide which names lead somewhere; nil for paper.
    public func sentence(of entry: AuditRecord, people: [PersonID: String], for viewer: Member?) -> Text {
        let facts = AuditFacts(entry: entry, people: people, names: self, viewer: viewer)
        return sentences[entry.entity]?(facts) ?? facts.general
    }

    /// What an app, a part or a setting is called; nil for what is none of these.
    func known(_ id: String) -> Text? { names[id] }

    /// What an app, a part or a role is called.
    func named(_ id: String) -> Text { names[id] ?? .verbatim(LinkedName.plain(id)) }

    /// What roles are called, those that a common role brings along by its name.
    func roles(_ ids: [String]) -> [Text] {
        let bundle = bundles.first { !$0.roles.isEmpty && $0.roles.isSubset(of: ids) }
        return [bundle?.name].compactMap { $0 } + ids.filter { bundle?.roles.contains($0) != true }.map(named)
    }

    /// Something that people wrote, in the middle of a sentence.
    func mention(_ entity: String, title: String?) -> Text {
        let mention = mentions[entity] ?? SubjectMention("a text", titled: "the text")
        return title.map { "\(mention.titled) “\($0)”" } ?? mention.one
    }

    /// Where a thing is, for those who may go there.
    public func path(_ entity: String, _ id: String, for viewer: Member?) -> String? {
        if let title = titles["\(entity) \(id)"] { return title.link }
        guard let viewer, let path = paths[entity], viewer.may(path.permission) else { return nil }
        return path.address(id)
    }
}

extension AuditRecord {
    /// Everybody whose name its sentence needs.
    public var people: [PersonID] {
        let values = (try? JSONDecoder().decode(JSONValue.self, from: Data(details.utf8))).flatMap { $0.members } ?? [:]
        let ids = ["person", "with"].compactMap { values[$0]?.words } + (Self.ofPeople.contains(entity) ? [entityID] : [])
        return [actor].compactMap { $0 } + ids.compactMap { Int64($0).map { PersonID($0) } }
    }

    /// Kinds whose number is a person's.
    static let ofPeople: Set = [
        "account.person", "account.second-step", "moderation.warning", "messages.block", "notifications.choices",
    ]
}
