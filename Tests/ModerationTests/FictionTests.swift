import Core
import Database
import Platform
import TestSupport
import Testing

@testable import Moderation

/// Fiction is judged otherwise than a request for help.
@Suite struct FictionTests {
    private func story(_ text: String, by who: Cast, in app: TestApp) async throws -> ModerationCase {
        let answer = try await app.signedIn(who).post("/notes?as=story", ["text": text])
        guard let id = answer.location.flatMap({ Int64($0.dropFirst("/notes/".count)) }) else { throw TestFailure("No story: \(answer.status)") }
        return try await app.site.database.read { try $0.one(.of(SubjectKey(kind: NotesApp.storyKind, id: id))) }
    }

    @Test(.covers("CORE-025", "CORE-026"), arguments: Engine.available)
    func `what a character says is no finding in a story, and is one in a note`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let line = "“You fucking liar,” said the king, and he went out into the rain."
            let told = try await story(line, by: .ada, in: app)
            #expect(told.status == .accepted && told.verdict?.matches == [])
            let (_, note) = try await app.note(line, by: .bea)
            #expect(note.status == .rejected && note.verdict?.kind == .profanity)
        }
    }

    @Test(.covers("CORE-025", "CORE-026"), arguments: Engine.available)
    func `what the narrator says counts, but people decide on it`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            let rude = try await story("The fucking door would not open, and the king said “Dear me”.", by: .ada, in: app)
            #expect(rude.status == .pending && rude.verdict?.action == .reject)
            let link = try await story("“Read it at https://spam.example/win,” said the king.", by: .ada, in: app)
            #expect(link.status == .pending && link.verdict?.kinds.contains(.link) == true, "a link leads away, whoever says it")
        }
    }

    @Test(.covers("CORE-025"), arguments: Engine.available)
    func `how much is usual is a matter of the subject`(on engine: Engine) async throws {
        try await withNotes(on: engine) { app in
            for number in ["one", "two"] {
                #expect(try await story("Chapter \(number): the lamp in the window burns on.", by: .ada, in: app).status == .accepted)
            }
            #expect(try await story("Chapter three: the lamp in the window goes out.", by: .ada, in: app).status == .pending)
            let (_, note) = try await app.note("Who can help me to carry a sofa?", by: .ada)
            #expect(note.status == .accepted)
        }
    }
}
