import Core
import Database
import Foundation
import Interface
import Platform
import Web

@testable import Moderation

/// The smallest app whose people write something: notes on a board, with a latest and a public version.
struct NotesApp: App {
    static let moderate: Permission = "notes.moderate"
    static let subjectKind = "notes.note"
    /// Fiction: what a character says is no finding, and nothing is refused.
    static let storyKind = "notes.story"

    static let manifest = AppManifest(
        id: "notes", name: "Notes", path: "/notes",
        access: .init(
            permissions: [PermissionDeclaration(moderate, "Moderate notes")],
            roles: [RoleDeclaration("moderator", "Moderator of notes", [moderate, ModerationPermissions.queue])]),
        schema: .init([
            Migration("notes-001") { d in
                """
                CREATE TABLE notes_note (
                    id \(d.id), author_id \(d.integer), latest TEXT NOT NULL, shown TEXT, told TEXT,
                    changed_at \(d.integer) NOT NULL, changed_by \(d.integer)
                )
                """
            }
        ]))

    let site: Site

    init(site: Site) throws { self.site = site }

    func register(in extensions: inout Extensions) {
        extensions.add(NoteSubject(), to: .moderatedSubjects)
        extensions.add(
            NoteSubject(
                kind: Self.storyKind,
                filterPolicy: FilterPolicy(excusedInSpeech: [.profanity, .hate, .toxicity, .money], asksPeople: true, usualPerHour: 2)),
            to: .moderatedSubjects)
    }

    var routes: [Route] {
        [
            .post(Path("/notes"), allow: .members, use: write),
            .post(Path("/notes/{note}", Int64.self), allow: .members, use: edit),
            .get(Path("/notes/{note}", Int64.self), allow: .everyone, use: show),
            .post(Path("/notes/{note}/appeal", Int64.self), allow: .members, use: appeal),
        ]
    }

    struct NoteForm: Decodable { var text: String }

    func write(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(NoteForm.self)
        let now = site.clock.now()
        let kind = request.query["as"] == "story" ? Self.storyKind : Self.subjectKind
        let id: Int64 = try await site.write(by: member.id) { db in
            let id: Int64 = try db.insert(
                "INSERT INTO notes_note (author_id, latest, changed_at, changed_by) VALUES (\(member.id), \(form.text), \(now), \(member.id))")
            try site.service(Moderation.self).submit(
                SubjectKey(kind: kind, id: id), author: member.id, text: [form.text], language: .english, in: db)
            return id
        }
        return .seeOther("/notes/\(id)")
    }

    func edit(_ request: Request, _ member: Member, _ id: Int64) async throws -> Response {
        let form = try request.form(NoteForm.self)
        try await site.write(by: member.id) { db in
            try db.run("UPDATE notes_note SET latest = \(form.text) WHERE id = \(id) AND author_id = \(member.id)")
            try site.service(Moderation.self).submit(
                SubjectKey(kind: Self.subjectKind, id: id), author: member.id, text: [form.text], language: .english, in: db)
        }
        return .seeOther("/notes/\(id)")
    }

    func appeal(_ request: Request, _ member: Member, _ id: Int64) async throws -> Response {
        let form = try request.form(NoteForm.self)
        try await site.write(by: member.id) { db in
            try site.service(Moderation.self).appeal(SubjectKey(kind: Self.subjectKind, id: id), by: member.id, message: form.text, in: db)
        }
        return .seeOther("/notes/\(id)")
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: Int64) async throws -> Response {
        guard let note = try await site.database.read({ try $0.first(Note.find(id)) }) else { throw Problem.notFound }
        let isOwn = visitor.personID == note.author
        guard let text = isOwn || visitor.identity.may(Self.moderate) ? note.latest : note.shown else { throw Problem.notFound }
        return .text(text)
    }
}

struct Note: SQLRow {
    let author: PersonID?
    let latest: String
    let shown: String?
    let told: String?

    init(row: inout RowReader) throws {
        author = try row.next()
        latest = try row.next()
        shown = try row.next()
        told = try row.next()
    }

    static func find(_ id: Int64) -> Query<Note> { "SELECT author_id, latest, shown, told FROM notes_note WHERE id = \(id)" }
}

struct NoteSubject: ModeratedSubject {
    var kind = NotesApp.subjectKind
    var filterPolicy = FilterPolicy()
    let name: Text = "Note"
    let app = "notes"
    let moderators = NotesApp.moderate
    var reasons: [ModerationReason] = []

    func snapshot(of id: Int64, in db: any Connection) throws -> SubjectSnapshot? {
        try db.first(Note.find(id)).map { note in
            SubjectSnapshot(
                author: note.author, title: "Note \(id)", text: note.latest, link: "/notes/\(id)", writtenAt: Instant(milliseconds: 1))
        }
    }

    func memento(of id: Int64, in db: any Connection) throws -> String? { try db.first(Note.find(id)).map { $0.shown ?? "-" } }

    func restore(_ memento: String, to id: Int64, in write: Write) throws {
        let shown: String? = memento == "-" ? nil : memento
        try write.run("UPDATE notes_note SET shown = \(shown), told = NULL WHERE id = \(id)")
    }

    func apply(_ decision: SubjectDecision, to id: Int64, in write: Write) throws {
        switch decision {
        case .accept: try write.run("UPDATE notes_note SET shown = latest, told = NULL WHERE id = \(id)")
        case .reject(let reason, _), .hold(let reason): try write.run("UPDATE notes_note SET told = \(reason.key) WHERE id = \(id)")
        case .remove(let reason): try write.run("UPDATE notes_note SET shown = NULL, told = \(reason.key) WHERE id = \(id)")
        }
    }
}
