import Core
import Database
import Messages
import Platform
import TestSupport
import Testing
import Web

@testable import VolunteersApp

struct OfferTests {
    @Test(arguments: Engine.available)
    func `a request remembers who offered, for the volunteer and for the author, and the conversation leads back to both`(
        on engine: Engine
    ) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Somebody to walk my dog", in: app.category("Animals"))
            let sent = try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."])
            let conversation = try #require(sent.location)
            let volunteer = try await bea.get(VolunteersPaths.post(id))
            #expect(volunteer.text.contains("href=\"\(conversation)#latest\"") && !volunteer.text.contains(VolunteersPaths.help(id)))
            #expect(try await ada.get("/account/notices").text.contains("Bea offered to help you"))
            let again = try await bea.get(VolunteersPaths.help(id))
            #expect(again.location == conversation + "#latest")
            let author = try await ada.get(VolunteersPaths.post(id))
            #expect(author.text.contains("1 person offers to help") && author.text.contains("I live next door."))
            _ = try await ada.post(conversation, ["words": "Come by on Sunday."])
            #expect(try await bea.get("/account/notices").text.contains("Ada wrote to you"), "an answer is no offer")
            for path in [VolunteersPaths.post(id), "/account/messages"] {
                #expect(try await ada.get(path).text.contains("You: Come by on Sunday."))
            }
            #expect(try await bea.get("/account/messages").text.contains(">Come by on Sunday."))
            let thread = try await ada.get(conversation)
            let beaID = try await app.person(.bea)
            #expect(thread.text.contains("href=\"\(VolunteersPaths.post(id))\"") && thread.text.contains("href=\"\(VolunteersPaths.person(beaID))\""))
            #expect(thread.text.contains("data-app=\"volunteers\""))
            let stranger = try await app.user(.moderator).get(VolunteersPaths.post(id))
            #expect(!stranger.text.contains("I live next door."))
        }
    }

    @Test(.covers("VOL-024"), arguments: Engine.available)
    func `who offered to help finds each request with the state of the offer, apart from their own`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Somebody to walk my dog", in: app.category("Animals"))
            #expect(try await !bea.get(VolunteersPaths.own()).text.contains("show=helping"), "nobody who never offered is asked to choose")
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            let place = VolunteersPaths.own() + "?show=helping"
            let offered = try await bea.get(place).text
            #expect(offered.contains("Somebody to walk my dog") && offered.contains("Waiting for an answer"))
            #expect(offered.contains("href=\"\(conversation)#latest\""))
            #expect(try await !bea.get(VolunteersPaths.own()).text.contains("Somebody to walk my dog"))
            #expect(try await ada.get(VolunteersPaths.own()).text.contains("1 offer<"), "its author sees how many offered")
            _ = try await ada.post(conversation, ["words": "Come by on Sunday."])
            #expect(try await bea.get(place).text.contains("Has answered you"))
            _ = try await ada.post(VolunteersPaths.close(id), ["helper": app.person(.bea).description])
            #expect(try await bea.get(place).text.contains("You helped"))
        }
    }

    @Test(.covers("CORE-019"), arguments: Engine.available)
    func `who is banned reads a conversation, and finds no field whose words would be lost`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Somebody to walk my dog", in: app.category("Animals"))
            let conversation = try #require(try await bea.post(VolunteersPaths.help(id), ["message": "I live next door."]).location)
            #expect(try await bea.get(conversation).text.contains("composer-send"))
            try await app.ban(.bea)
            let page = try await bea.get(conversation).text
            #expect(page.contains("I live next door.") && page.contains("so you can’t write here") && !page.contains("composer-send"))
            #expect(page.contains("href=\"/account/bans/1\""))

            let other = try await ada.get(conversation).text
            #expect(other.contains("Bea can’t answer at the moment, so you can’t write here.") && !other.contains("composer-send"))
            #expect(!other.contains("banned") && !other.contains("It broke the terms."))
            let refused = try await ada.post(conversation, ["words": "Are you there?"])
            #expect(refused.status == .conflict && refused.text.contains("can’t answer at the moment") && !refused.text.contains("banned"))
            let number = try #require(conversation.split(separator: "/").last)
            let program = try await ada.asProgram.json(.post, "/api/v1/messages/conversations/\(number)", #"{"words":"Are you there?"}"#)
            #expect(program.problem?.code == "messages.cannot-answer")
            try await app.unban(.bea)
            #expect(try await ada.get(conversation).text.contains("composer-send"))
            #expect(try await ada.post(conversation, ["words": "Are you there?"]).status == .seeOther)
        }
    }

    @Test(.covers("CORE-027"), arguments: Engine.available)
    func `whose only message a moderator removed no longer counts among those who offer`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, bea) = (try await app.user(.ada), try await app.user(.bea))
            let id = try await ada.send("Somebody to walk my dog", in: app.category("Animals"))
            let conversation = try #require(
                try await bea.post(VolunteersPaths.help(id), ["message": "Your dog smells so badly that everybody laughs."]).location)
            #expect(try await ada.get(VolunteersPaths.post(id)).text.contains("1 person offers to help"))
            let message = try await app.site.database.read { try $0.one("SELECT max(id) FROM message_post" as Query<Int64>) }
            _ = try await ada.post("/moderation/report/messages.message/\(message)", ["reason": "hate"])
            let found = try await app.site.database.read { try $0.one("SELECT max(id) FROM moderation_case" as Query<Int64>) }
            _ = try await app.signedIn(.moderator).post(
                "/admin/moderation/cases/\(found)/decide", ["action": "remove", "version": "1", "reason": "fraud"])
            let page = try await ada.get(VolunteersPaths.post(id)).text
            #expect(!page.contains("to help</h2>") && !page.contains(conversation))
            #expect(try await bea.get(VolunteersPaths.post(id)).text.contains("\(conversation)#latest"), "who wrote finds the conversation again")
            _ = try await bea.post(conversation, ["words": "I live next door."])
            #expect(try await ada.get(VolunteersPaths.post(id)).text.contains("1 person offers to help"))
        }
    }

    @Test(arguments: Engine.available)
    func `a moderator gets from a request to its case, and nobody else does`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let (ada, moderator) = (try await app.user(.ada), try await app.user(.moderator))
            let id = try await ada.send("Somebody to walk my dog", in: app.category("Animals"))
            let page = try await moderator.get(VolunteersPaths.post(id))
            let address = try #require(page.text.firstMatch(of: /href="(\/admin\/moderation\/cases\/\d+)"/)).1
            let found = try await moderator.get(String(address))
            #expect(found.text.contains("Somebody to walk my dog"))
            let own = try await ada.get(VolunteersPaths.post(id))
            #expect(!own.text.contains("/admin/moderation"))
        }
    }

    @Test(.covers("CORE-022"), arguments: Engine.available)
    func `who takes no part in the app has no profile here`(on engine: Engine) async throws {
        try await withVolunteers(on: engine) { app, _ in
            let bea = try await app.user(.bea)
            let librarian = try await app.person(.librarian)
            for path in [VolunteersPaths.person(librarian), VolunteersPaths.apiPerson(librarian)] {
                #expect(try await bea.get(path).status == .notFound)
            }
            _ = try await app.user(.librarian)
            #expect(try await bea.get(VolunteersPaths.person(librarian)).status == .ok)
        }
    }
}
