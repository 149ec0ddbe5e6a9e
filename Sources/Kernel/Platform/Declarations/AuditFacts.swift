public import Audit
public import Core
import Foundation
import Markup
import Web

/// Says what an entry of the log tells, in words for people; nil leaves it to the sentence that fits every kind.
public typealias AuditSentence = @Sendable (AuditFacts) -> Text?

/// The page of a thing that the log names, for those who may open it.
public struct EntityPath: Sendable {
    let permission: Permission
    let address: @Sendable (String) -> String?

    /// An address by the id of the thing.
    public init(_ permission: Permission, _ address: @escaping @Sendable (String) -> String?) {
        self.permission = permission
        self.address = address
    }
}

/// An entry of the log with the names that its sentence needs.
public struct AuditFacts: Sendable {
    /// The entry.
    public let entry: AuditRecord
    private let people: [PersonID: String]
    private let called: EntityNames
    private let viewer: Member?
    private let values: [String: JSONValue]

    init(entry: AuditRecord, people: [PersonID: String], names: EntityNames, viewer: Member?) {
        self.entry = entry
        self.people = people
        called = names
        self.viewer = viewer
        values = (try? JSONDecoder().decode(JSONValue.self, from: Data(entry.details.utf8))).flatMap { $0.members } ?? [:]
    }

    /// A detail as words; nil where there is none, or it is empty.
    public subscript(_ name: String) -> String? { values[name]?.words.flatMap { $0.isEmpty ? nil : LinkedName.plain($0) } }

    /// Whether there is such a detail.
    public func has(_ name: String) -> Bool { values[name] != nil }

    /// The names of all details, in their order by letters.
    public var names: [String] { values.keys.sorted() }

    /// A list among the details.
    public func list(_ name: String) -> [String] {
        guard case .array(let items)? = values[name] else { return [] }
        return items.compactMap { $0.words.map(LinkedName.plain) }
    }

    /// The details of a detail.
    public func inner(_ name: String) -> [String: String] { (values[name]?.members ?? [:]).compactMapValues { $0.words.map(LinkedName.plain) } }

    /// A detail that is words in any language.
    public func text(_ name: String) -> Text? {
        values[name].flatMap { try? JSONEncoder().encode($0) }.flatMap { try? JSONDecoder().decode(Text.self, from: $0) }.map(LinkedName.plain)
    }

    /// Who did it.
    public var actor: Text { entry.actor.map { person($0.description) } ?? "The system" }

    /// Whether somebody did it to themselves.
    public var isOwn: Bool { entry.actor.map { $0.description == entry.entityID } ?? false }

    /// The person that the entry is about.
    public var person: Text { person(entry.entityID) }

    /// Somebody by number.
    public func person(_ id: String) -> Text {
        let name: Text = Int64(id).flatMap { people[PersonID($0)] }.map { .verbatim(LinkedName.plain($0)) } ?? "a deleted account"
        return linked(name, "account.person", id)
    }

    /// What these roles, each as `app.role`, are called: the common role that brings them along, then the others.
    public func roles(_ ids: [String]) -> [Text] { called.roles(ids) }

    /// What an app or a role is called.
    public func named(_ id: String?) -> Text { id.map(called.named) ?? "" }

    /// The app that the entry is about.
    public var app: Text { named(self["app"]) }

    /// What it was done to: its kind, and its title or number.
    public var thing: Text {
        let kind = called.kind(entry.entity)
        guard entry.entityID != "site" else { return linked(kind, entry.entity, entry.entityID) }
        if called.titles["\(entry.entity) \(entry.entityID)"] != nil { return thing(entry.entity, entry.entityID) }
        if let named = called.known(entry.entityID) { return "\(kind): \(named)" }
        let title = ["title", "name", "to", "label", "file"].lazy.compactMap { self[$0] }.first
        return linked(title.map { "\(kind) “\($0)”" } ?? "\(kind) \(LinkedName.plain(entry.entityID))", entry.entity, entry.entityID)
    }

    /// Another thing by kind and number.
    public func thing(_ entity: String, _ id: String) -> Text {
        let title = called.titles["\(entity) \(id)"].map { LinkedName.plain($0.title) }
        return linked(title.map { "\(called.kind(entity)) “\($0)”" } ?? "\(called.kind(entity)) \(LinkedName.plain(id))", entity, id)
    }

    /// Something that people wrote, in the middle of a sentence: “the request ‘To the doctor’”, “a message”.
    public func mention(_ entity: String, _ id: String) -> Text {
        linked(called.mention(entity, title: called.titles["\(entity) \(id)"].map { LinkedName.plain($0.title) }), entity, id)
    }

    /// The thing itself, in the middle of a sentence.
    public var mention: Text { mention(entry.entity, entry.entityID) }

    private func linked(_ name: Text, _ entity: String, _ id: String) -> Text {
        // On paper nothing leads anywhere.
        viewer.flatMap { called.path(entity, id, for: $0) }.map { LinkedName.text(name, href: $0) } ?? name
    }

    /// The sentence that fits every kind.
    var general: Text {
        switch entry.action {
        case .create: "\(actor) added: \(thing)."
        case .read: "\(actor) opened: \(thing)."
        case .update: "\(actor) changed: \(thing)."
        case .delete: "\(actor) deleted: \(thing)."
        case .login: "\(actor) signed in."
        case .loginRefused: "A sign-in was refused: \(thing)."
        case .logout: "\(actor) signed out."
        case .grant: "\(actor) gave a permission: \(thing)."
        case .revoke: "\(actor) took a permission away: \(thing)."
        case .approve: "\(actor) approved: \(thing)."
        case .reject: "\(actor) rejected: \(thing)."
        case .importData: "\(actor) imported: \(thing)."
        case .exportData: "\(actor) exported: \(thing)."
        case .erase: "\(actor) deleted for good: \(thing)."
        case .configure: "\(actor) changed the settings: \(thing)."
        case .run: "\(actor) started: \(thing)."
        }
    }
}

extension JSONValue {
    var members: [String: JSONValue]? {
        if case .object(let members) = self { members } else { nil }
    }

    var words: String? {
        switch self {
        case .string(let words): words
        case .integer(let number): String(number)
        case .bool(let flag): String(flag)
        case .number(let number): String(number)
        default: nil
        }
    }
}
