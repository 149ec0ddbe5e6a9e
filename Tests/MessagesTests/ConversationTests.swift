import Accounts
import Core
import Database
import Foundation
import Interface
import Markup
import Moderation
import Notifications
import Platform
import TestSupport
import Testing
import Web

@testable import Messages

private struct TalkingApp: App {
    static let manifest = AppManifest(id: "talk", name: "Talk", path: "/talk", navigation: .init(uses: [MessagesModule.manifest.id]))
    init(site: Site) {}
    var routes: [Route] { [.get(Path("/talk"), allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        try await Page("Talk", shell: .app("talk")) {}.response(for: request)
    }
}

func withMessages(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self], on: engine, body)
}

extension TestApp {
    func conversation(_ a: Cast, _ b: Cast, title: String = "Moving a piano") async throws -> ConversationID {
        let (first, second) = (try await person(a), try await person(b))
        let conversations = try site.service(Conversations.self)
        return try await site.write(by: first) { db in
            try conversations.open(between: first, and: second, about: SubjectKey(kind: "notes.note", id: 7), title: title, in: db)
        }
    }

    func notifications(of who: Cast) async throws -> Int {
        let person = try await person(who)
        return try await site.database.read { db in
            try db.one("SELECT CAST(count(*) AS BIGINT) FROM notification_notice WHERE person_id = \(person)" as Query<Int>)
        }
    }
}

@Suite struct ConversationTests {
    @Test(arguments: Engine.available)
    func `two people write to each other, and nobody else reads it`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let id = try await app.conversation(.ada, .bea)
            #expect(try await app.conversation(.bea, .ada) == id)
            let path = MessagesPaths.conversation(id)
            let sent = try await app.signedIn(.ada).post(path, ["words": "Shall I come on Friday?"])
            #expect(sent.status == .seeOther)
            let list = try await app.signedIn(.bea).get("/account/messages")
            #expect(list.text.contains("Shall I come on Friday?"))
            #expect(list.text.contains("1 new"))
            #expect(try await app.signedIn(.bea).get(path).text.contains("Shall I come on Friday?"))
            #expect(try await !app.signedIn(.bea).get("/account/messages").text.contains("1 new"))
            for other in [Cast.curator, .moderator, .admin, .owner] {
                let client = try await app.signedIn(other)
                #expect(try await client.get(path).status == .notFound)
                #expect(try await client.post(path, ["words": "Me too"]).status == .notFound)
            }
            #expect(try await app.guest.get(path).status == .seeOther)
        }
    }

    @Test(.covers("CORE-018", "CORE-026"), arguments: Engine.available)
    func `moderators read the messages that were reported or held, and no others`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            for words in ["The key lies under the third stone.", "Bring your van, please."] {
                _ = try await app.signedIn(.ada).post(path, ["words": words])
            }
            let (secret, reported) = try await app.site.database.read { db in
                let ids = try db.all("SELECT id FROM message_post ORDER BY id" as Query<Int64>)
                func found(_ id: Int64) throws -> CaseID {
                    try #require(try app.site.service(Moderation.self).find(SubjectKey(kind: "messages.message", id: id), in: db)).id
                }
                return (try found(ids[0]), try found(ids[1]))
            }
            let moderator = try await app.signedIn(.moderator)
            for id in [secret, reported] { #expect(try await moderator.get("/admin/moderation/cases/\(id)").status == .notFound) }
            #expect(try await moderator.asProgram.get("/api/v1/moderation/cases/\(secret)").status == .notFound)
            let ada = try await app.person(.ada)
            #expect(try await !app.signedIn(.owner).get("/admin/moderation/people/\(ada)").text.contains("third stone"))

            let sent = try await app.signedIn(.bea).post("/moderation/report/messages.message/2", ["reason": "spam", "words": "Look"])
            #expect(sent.status == .seeOther)
            #expect(try await moderator.get("/admin/moderation/cases/\(reported)").text.contains("Bring your van"))
            #expect(try await moderator.get("/admin/moderation/cases/\(secret)").status == .notFound)
        }
    }

    @Test(arguments: Engine.available)
    func `one notice stands for everything unread in a conversation`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            let ada = try await app.signedIn(.ada)
            for words in ["Hello there", "Are you at home?", "I am outside"] { _ = try await ada.post(path, ["words": words]) }
            #expect(try await app.notifications(of: .bea) == 1)
            _ = try await app.signedIn(.bea).get(path)
            _ = try await ada.post(path, ["words": "See you tomorrow then"])
            #expect(try await app.notifications(of: .bea) == 2)
            _ = try await app.signedIn(.bea).get(path)
            _ = try await app.signedIn(.bea).post(path + "/mute", ["on": "true"])
            _ = try await ada.post(path, ["words": "And bring a coat"])
            #expect(try await app.notifications(of: .bea) == 2)
        }
    }

    @Test(.covers("CORE-020"), arguments: Engine.available)
    func `whoever deletes their account leaves neither name nor words in front of others`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea, title: "A piano of ADAQQ"))
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post(path, ["words": "Hello there"])
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get("/account/notices").text.contains("Ada wrote to you"))
            #expect(try await ada.post("/account/delete", ["address": Cast.ada.email]).status == .seeOther)
            for place in ["/account/notices", "/account/messages", path] {
                let page = try await bea.get(place)
                #expect(page.status == .ok && !page.text.contains("Ada wrote") && !page.text.contains("ADAQQ"), "\(place)")
            }
            #expect(try await bea.get("/account/messages").text.contains("About something that is gone"))
        }
    }

    @Test(arguments: Engine.available)
    func `what the filter stops is seen by its author alone, and moderators see the reported message with a little before it`(
        on engine: Engine
    ) async throws {
        try await withMessages(on: engine) { app in
            let id = try await app.conversation(.ada, .bea)
            let path = MessagesPaths.conversation(id)
            let ada = try await app.signedIn(.ada)
            let bea = try await app.signedIn(.bea)
            _ = try await ada.post(path, ["words": "You are a fucking liar"])
            #expect(try await ada.get(path).text.contains("Not delivered"))
            #expect(try await !bea.get(path).text.contains("liar"))

            for number in 1...5 { _ = try await ada.post(path, ["words": "Secret number \(number) of mine"]) }
            _ = try await ada.post(path, ["words": "Send me the key of your house"])
            let message = try await app.site.database.read { db in
                try db.one("SELECT max(id) FROM message_post" as Query<Int64>)
            }
            let report = "/moderation/report/messages.message/\(message)"
            #expect(try await app.signedIn(.curator).post(report, ["reason": "fraud"]).status == .notFound)
            #expect(try await bea.post(report, ["reason": "fraud", "then": path]).status == .seeOther)
            let moderator = try await app.signedIn(.moderator)
            let queue = try await moderator.get("/admin/moderation")
            #expect(queue.text.contains("Send me the key"))
            let found = try await app.site.database.read { db in
                try db.one("SELECT id FROM moderation_case WHERE queue = 'reported'" as Query<Int64>)
            }
            let page = try await moderator.get("/admin/moderation/cases/\(found)")
            #expect(page.text.contains("Secret number 5"))
            #expect(!page.text.contains("Secret number 1"))
            _ = try await moderator.post("/admin/moderation/cases/\(found)/decide", ["action": "remove", "version": "1", "reason": "fraud"])
            #expect(try await !bea.get(path).text.contains("Send me the key"))
        }
    }

    @Test(.covers("CORE-027"), arguments: Engine.available)
    func `what a moderator removes was delivered: both see that it was there, and nobody is asked to send it again`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let id = try await app.conversation(.ada, .bea)
            let path = MessagesPaths.conversation(id)
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            _ = try await ada.post(path, ["words": "You sing so badly that the whole choir laughs."])
            let message = try await app.site.database.read { try $0.one("SELECT max(id) FROM message_post" as Query<Int64>) }
            _ = try await bea.post("/moderation/report/messages.message/\(message)", ["reason": "hate", "then": path])
            #expect(try await bea.get(path).text.contains("You reported this."))
            #expect(try await !ada.get(path).text.contains("reported"), "its author is not told")
            let found = try await app.site.database.read { try $0.one("SELECT id FROM moderation_case" as Query<Int64>) }
            let decision = ["action": "remove", "version": "1", "reason": "hate"] as KeyValuePairs
            _ = try await app.signedIn(.moderator).post("/admin/moderation/cases/\(found)/decide", decision)
            let theirs = try await bea.get(path).text
            #expect(theirs.contains("A moderator removed this message.") && !theirs.contains("where you live"))
            #expect(try await !bea.asProgram.get(MessagesPaths.apiConversation(id)).text.contains("where you live"))
            let own = try await ada.get(path).text
            #expect(own.contains("Removed by a moderator") && own.contains("hate or threats") && !own.contains("<strong>Not delivered"))
            #expect(!own.contains("composer-returned") && !own.contains("Edit and send again"))
            let again = try await ada.get(path + "?again=\(message)").text
            #expect(!again.contains("composer-returned"))
            _ = try await ada.post(path, ["words": "I am sorry for what I said.", "again": String(message)])
            #expect(try await bea.get(path).text.contains("A moderator removed this message."), "what was read is not made undone by its author")
        }
    }

    @Test(arguments: Engine.available)
    func `a message that was stopped moves nothing in the other person's list`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let (first, second) = (try await app.conversation(.ada, .bea), try await app.conversation(.bea, .curator, title: "Choir"))
            let bea = try await app.signedIn(.bea)
            app.clock.advance(by: .seconds(600))
            _ = try await app.signedIn(.curator).post(MessagesPaths.conversation(second), ["words": "We sing on Friday."])
            app.clock.advance(by: .seconds(600))
            let before = try await bea.asProgram.get(MessagesPaths.apiList()).text
            _ = try await app.signedIn(.ada).post(MessagesPaths.conversation(first), ["words": "You are a fucking liar"])
            #expect(try await bea.asProgram.get(MessagesPaths.apiList()).text == before)
        }
    }

    @Test(.covers("CORE-022"), arguments: Engine.available)
    func `a message that nobody reported is no business of moderators, and one that was is opened on record`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            _ = try await app.signedIn(.ada).post(path, ["words": "Only between the two of us"])
            let (ada, found) = try await app.site.database.read { db in
                (
                    try db.one("SELECT author_id FROM moderation_case" as Query<Int64>), try db.one("SELECT id FROM moderation_case" as Query<Int64>)
                )
            }
            let places = ["/admin/moderation/cases/\(found)", "/api/v1/moderation/cases/\(found)"]
            for other in [Cast.moderator, .owner] {
                let client = try await app.signedIn(other)
                for place in places { #expect(try await client.get(place).status == .notFound) }
                #expect(
                    try await client.post("/admin/moderation/cases/\(found)/decide", ["action": "remove", "version": "1", "reason": "fraud"]).status
                        == .notFound)
                let person = try await client.get("/admin/moderation/people/\(ada)")
                #expect(person.status == .ok)
                #expect(!person.text.contains("between the two"))
            }
            let message = try await app.site.database.read { db in try db.one("SELECT max(id) FROM message_post" as Query<Int64>) }
            _ = try await app.signedIn(.bea).post("/moderation/report/messages.message/\(message)", ["reason": "fraud"])
            for place in places { #expect(try await app.signedIn(.moderator).get(place).text.contains("between the two")) }
            let opened = try await app.site.database.read { db in
                try db.one("SELECT CAST(count(*) AS BIGINT) FROM audit_entry WHERE action = 'READ' AND entity = 'moderation.case'" as Query<Int>)
            }
            #expect(opened == 2)
        }
    }

    @Test(arguments: Engine.available)
    func `who is blocked, and who writes to somebody who left, is told the same`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            let ada = try await app.signedIn(.ada)
            let bea = try await app.signedIn(.bea)
            _ = try await bea.post(path + "/block", ["on": "true"])
            let told = try await bea.get(path).text
            #expect(told.contains("You’ve blocked Ada.") && told.contains("Unblock"))
            let blocked = try await ada.post(path, ["words": "Hello?"])
            #expect(blocked.status == .conflict)
            let (a, b) = (try await app.person(.ada), try await app.person(.bea))
            let conversations = try app.site.service(Conversations.self)
            await #expect(throws: MessageRefusal.closed) {
                try await app.site.write(by: a) { db in try conversations.open(between: a, and: b, about: nil, title: "Again", in: db) }
            }
            _ = try await bea.post(path + "/block", ["on": "false"])
            #expect(try await ada.post(path, ["words": "Hello?"]).status == .seeOther)
            let asked = try await bea.get(path + "/leave")
            #expect(asked.text.contains("Leave the conversation?"))
            _ = try await bea.post(path + "/leave", ["confirmed": "true"])
            #expect(try await app.auditTrail().last == "messages.conversation.update")
            let left = try await ada.post(path, ["words": "Hello again?"])
            #expect(left.status == .conflict)
            #expect(try await !bea.get("/account/messages").text.contains("Moving a piano"))
            let before = try await app.auditTrail().count
            for _ in 1...2 { _ = try await app.conversation(.bea, .ada) }
            #expect(try await app.auditTrail().count == before + 1, "who comes back is in the log, once")
        }
    }

    @Test(arguments: Engine.available)
    func `a long conversation is read page by page, in the page and by programs`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let id = try await app.conversation(.ada, .bea)
            let ada = try await app.signedIn(.ada)
            for number in 1...60 {
                app.clock.advance(by: .seconds(120))
                _ = try await ada.post(MessagesPaths.conversation(id), ["words": "Line \(number)."])
            }
            let page = try await ada.get(MessagesPaths.conversation(id))
            #expect(page.text.contains("Line 60."))
            #expect(!page.text.contains("Line 10."))
            #expect(page.text.contains("Older messages"))
            let first = try await ada.asProgram.get(MessagesPaths.apiConversation(id))
            let items = first.json["items"] as? [[String: Any]]
            #expect(items?.count == 50)
            let next = try #require(first.json["next"] as? String)
            let rest = try await ada.asProgram.get(MessagesPaths.apiConversation(id) + "?after=\(next)")
            #expect((rest.json["items"] as? [[String: Any]])?.count == 10)
        }
    }

    @Test(arguments: Engine.available)
    func `a message that was stopped is back in the field, and what is sent instead takes its place`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post(path, ["words": "You are a fucking liar"]).status == .seeOther)
            let page = try await ada.get(path).text
            #expect(page.contains("composer-returned") && page.contains(">You are a fucking liar</textarea>"))
            #expect(page.components(separatedBy: "fucking liar").count == 4, "in the field, marked above it, and in the list")
            let refused = try await app.site.database.read { try $0.one("SELECT max(id) FROM message_post" as Query<Int64>) }
            let empty = try await ada.post(path, ["words": " ", "again": String(refused)])
            #expect(empty.status == .unprocessableContent && empty.text.contains("name=\"again\""))
            // Whoever else names it takes nothing away.
            _ = try await app.signedIn(.bea).post(path, ["words": "What did you say?", "again": String(refused)])
            #expect(try await ada.get(path).text.contains("Edit and send again"))
            _ = try await ada.post(path, ["words": "I do not believe you.", "again": String(refused)])
            let after = try await ada.get(path).text
            #expect(!after.contains("liar") && !after.contains("composer-returned") && after.contains("I do not believe you."))
            #expect(try await app.signedIn(.bea).get(path).text.contains("I do not believe you."))
        }
    }

    @Test(arguments: Engine.available)
    func `what was said is grouped by the days of the reader and by who said it in a row`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            for words in ["One.", "Two."] { _ = try await ada.post(path, ["words": words]) }
            for _ in 1...24 {
                app.clock.advance(by: .seconds(3600))
                for client in [ada, bea] { _ = try await client.get("/account/messages") }
            }
            _ = try await bea.post(path, ["words": "Three."])
            app.clock.advance(by: .seconds(3600))
            _ = try await bea.post(path, ["words": "Four."])
            let page = try await ada.get(path).text
            #expect(page.components(separatedBy: "class=\"thread-day\"").count == 3)
            #expect(page.contains(">Yesterday</time>") && page.contains(">Today</time>"))
            #expect(page.components(separatedBy: "class=\"thread-group thread-mine\"").count == 2)
            #expect(page.components(separatedBy: "class=\"thread-group\"").count == 3, "after an hour a time of its own")
        }
    }

    @Test(.covers("CORE-033"), arguments: Engine.available)
    func `the place of messages counts the conversations with something new, and not the one that is opened`(on engine: Engine) async throws {
        try await withTestApp(
            TalkingApp.self, parts: [NotificationsModule.self, ModerationModule.self, MessagesModule.self], on: engine
        ) { app in
            let id = try await app.conversation(.ada, .bea)
            let path = MessagesPaths.conversation(id)
            let (ada, bea) = (try await app.signedIn(.ada), try await app.signedIn(.bea))
            _ = try await ada.post(path, ["words": "Hello there"])
            func count(_ page: String) -> String? {
                page.firstMatch(of: #/data-bell="\/api\/v1\/messages\/unread"[^>]*>.*?data-bell-number=""[^>]*>(\d*)</#).map { String($0.output.1) }
            }
            #expect(try await count(bea.get("/talk").text) == "1")
            #expect(try await bea.asProgram.get("/api/v1/messages/unread").json["unread"] as? Int == 1)
            #expect(try await count(bea.get(path).text) == "")
            #expect(try await count(bea.get("/talk").text) == "")
            #expect(try await count(app.guest.get("/talk").text) == nil)
        }
    }

    @Test(arguments: Engine.available)
    func `a message has words, not too many, and not too fast`(on engine: Engine) async throws {
        try await withMessages(on: engine) { app in
            let path = MessagesPaths.conversation(try await app.conversation(.ada, .bea))
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post(path, ["words": "  \n "]).status == .unprocessableContent)
            #expect(try await ada.post(path, ["words": String(repeating: "a", count: 4001)]).status == .unprocessableContent)
            var statuses: [Status] = []
            for _ in 1...25 { statuses.append(try await ada.post(path, ["words": "Quick one"]).status) }
            #expect(statuses.contains(.tooManyRequests))
        }
    }
}
