import Core
import Database
import Interface
import Markup
import Messages
import Platform
import Profiles
import Web

/// The first words to somebody; the conversation goes on in Messages (STO-011).
struct MessageRoutes: Sendable {
    let people: AuthorProfiles
    let conversations: Conversations

    var routes: [Route] {
        [
            .get(StoriesPaths.message, allow: .members) { request, member, person in try await page(to: person, member) },
            .post(StoriesPaths.message, allow: .members, use: send),
        ]
    }

    func send(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let words = (try request.form(MessageForm.self).message ?? "").tidiedLines()
        guard !words.isEmpty else { return try await page(to: person, member, error: "Write a few words first.").response(for: request) }
        let conversation = try await people.site.write(by: member.id) { write in
            _ = try people.find(person, for: member.id, in: write)
            let conversation = try conversations.open(between: member.id, and: person, about: nil, title: "", in: write)
            try conversations.post(words, by: member.id, to: conversation, language: request.language, in: write)
            return conversation
        }
        return .seeOther(MessagesPaths.conversation(conversation))
    }

    private func page(to person: PersonID, _ member: Member, error: Text? = nil) async throws -> MessagePage {
        guard person != member.id else { throw Problem.notFound }
        let found = try await people.site.database.read { db in try people.find(person, for: member.id, in: db) }
        return MessagePage(person: person, name: found.profile.name, sender: member.id, error: error)
    }
}

private struct MessageForm: Decodable {
    var message: String?
}

/// Writing to somebody.
struct MessagePage: PageAnswer {
    let person: PersonID
    let name: String
    let sender: PersonID
    var error: Text?

    var title: Text { "Message to \(name)" }
    var shell: ShellStyle { .app("stories") }
    var status: Status { error == nil ? .ok : .unprocessableContent }
    var activePath: String? { StoriesPaths.home() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.person(person),
            footer: { Button("Send", icon: .send, .custom("form", "message-form"), .data("needs-connection")) })
    }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(title, lead: "Only \(name) reads this.")
            Form(StoriesPaths.message(person), .id("message-form"), .class("card"), .data("draft", sender.description), .data("draft-sends")) {
                TextArea("Your message", name: "message", lines: 5, error: error, isRequired: true, .maxlength(Conversations.longestMessage))
            }
        }
    }
}
