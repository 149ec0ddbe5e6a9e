import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What the entrance says of those whom it can't let in, and of what isn't a code for the entrance.
@Suite struct GateAnswerTests {
    private func gift(_ museum: Museum, _ tier: TierID, email: String = "") async throws -> Membership {
        let bought = try await museum.app.signedIn(.ada).post(
            MuseumPaths.give(tier),
            fields: [("name", "Otto Brask"), ("email", email), ("provider", "cash"), ("terms", "true"), ("version", "1")])
        let membership = try await museum.chosen(bought)
        try await museum.takeCash(membership)
        return try await museum.find(membership.id)
    }

    @Test(.covers("MUS-022", "MUS-015"), arguments: Engine.available)
    func `somebody who got their money back is found, and told when`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let membership = try await museum.member(museum.app.signedIn(.ada), of: museum.tier("Household"))
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.person(.ada))
            _ = try await staff.post(MuseumPaths.adminEndMember(membership.id), ["confirmed": "true", "refund": "true"])
            let found = try await staff.asProgram.get(link(MuseumPaths.apiGateMembers(), query: ["q": "ada"])).text
            #expect(found.contains("\"result\":\"refunded\"") && found.contains(MuseumPaths.deskPerson(ada)))
            // The page answers as it does somebody with a code: in large, with the way on.
            let page = try await staff.post(MuseumPaths.gateScan(), ["words": "ada", "nonce": "a"]).text
            #expect(page.contains("data-result=\"refunded\"") && page.contains("Refunded on") && page.contains(Cast.ada.name))
            #expect(page.contains("Sell a membership") && page.contains(MuseumPaths.deskPerson(ada)))
            #expect(try await staff.get(MuseumPaths.deskPerson(ada)).text.contains("The last membership was refunded on"))
            // Ended by a manager, and a member again: what counts is what is found.
            let again = try await museum.member(museum.app.signedIn(.ada), of: membership.tier)
            #expect(try await staff.post(MuseumPaths.gateScan(), ["words": "ada", "nonce": "b"]).text.contains("data-gate-admit=\"\(again.id)\""))
            _ = try await staff.post(MuseumPaths.adminEndMember(again.id), ["confirmed": "true", "refund": "false"])
            #expect(try await staff.post(MuseumPaths.gateScan(), ["words": "ada", "nonce": "c"]).text.contains("data-result=\"ended\""))
        }
    }

    @Test(.covers("MUS-017", "MUS-022"), arguments: Engine.available)
    func `a gift card is known at the entrance and at the desk, which accepts it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await gift(museum, museum.tier("Household", guests: 2))
            let staff = try await museum.app.signedIn(.owner)
            let link = try museum.services.gifts.link
            let path = try #require(try museum.services.gifts.deskPath(of: gift))
            let shown = ["https://museum.example" + link.path(of: gift), link.code(of: gift), link.code(of: gift).lowercased()]
            for (index, text) in shown.enumerated() {
                let page = try await staff.post(MuseumPaths.gateScan(), ["words": text, "nonce": "g\(index)"]).text
                #expect(
                    page.contains("data-result=\"gift\"") && page.contains("Otto Brask") && page.contains("href=\"\(path)?from=gate\""), "\(text)")
                #expect(page.contains("Open the gift"), "\(text)")
                #expect(try await staff.get(Web.link(MuseumPaths.desk(), query: ["q": text])).location == path, "\(text)")
            }
            let forged = "https://museum.example" + String(link.path(of: gift).dropLast(2)) + "xx"
            #expect(try await museum.scan(forged, by: staff).result == "invalid")
            #expect(try await staff.get(MuseumPaths.deskGift(gift.id, "xx")).status == .notFound)
            let page = try await staff.get(path).text
            #expect(page.contains("Not accepted yet") && page.contains("Accept the gift") && page.contains(Cast.ada.name))
            #expect(try await staff.post(path, ["name": " "]).status == .unprocessableContent)
            let accepted = try #require(try await staff.post(path, ["name": "Otto Brask"]).location)
            #expect(try await staff.get(accepted).text.contains("Gift accepted"))
            #expect(try await museum.find(gift.id).isValid(at: museum.now))
            // On paper it lets him in, once; and it can still be put on a phone.
            #expect(try await museum.scan(shown[0], nonce: "p", by: staff).result == "admitted")
            #expect(try await museum.scan(shown[1], nonce: "q", by: staff).result == "used")
            #expect(try await staff.post(path, ["name": "Otto Brask"]).status == .conflict)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.giftCard(gift.id)).status == .ok)
            #expect(try await museum.app.signedIn(.bea).post(link.path(of: gift)).location == MuseumPaths.profile())
            #expect(try await museum.scan(shown[0], nonce: "r", by: staff).result == "giftTaken", "who has it shows the own code")
        }
    }

    @Test(.covers("MUS-017", "MUS-018", "MUS-022", "MUS-047"), arguments: Engine.available)
    func `a gift that waits is found by its giver, its receiver or a part of its code`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await gift(museum, museum.tier("Household", guests: 2), email: "otto@brask.example")
            let other = try await self.gift(museum, gift.tier)
            let staff = try await museum.app.signedIn(.owner)
            let code = try museum.services.gifts.link.code(of: gift)
            let parts = code.split(separator: "-").map(String.init)
            let (own, others) = (try museum.services.gifts.deskPath(of: gift), try museum.services.gifts.deskPath(of: other))
            let (path, elsewhere) = (try #require(own), try #require(others))
            func found(_ words: String, by path: String) async throws -> Bool {
                let desk = try await staff.get(link(MuseumPaths.desk(), query: ["q": words])).text.contains("href=\"\(path)\"")
                let suggested = try await staff.asProgram.get(link(MuseumPaths.deskSuggest(), query: ["q": words])).text.contains(path)
                let gate = try await staff.asProgram.get(link(MuseumPaths.apiGateMembers(), query: ["q": words])).text.contains(path)
                #expect(desk == suggested && desk == gate, "\(words)")
                return desk
            }
            for words in ["otto", "Brask, Otto", Cast.ada.name, Cast.ada.email] {
                let both = (try await found(words, by: path), try await found(words, by: elsewhere))
                #expect(both == (true, true), "\(words)")
            }
            let one = ["otto@brask", gift.id.description, String(code.dropLast(5)), "\(parts[1])\(parts[2].lowercased())", "\(parts[2]) \(parts[3])"]
            for words in one {
                let both = (try await found(words, by: path), try await found(words, by: elsewhere))
                #expect(both == (true, false), "\(words)")
            }
            #expect(try await !found("nobody", by: path))
            // One alone is answered in large at the entrance, and says who gave it.
            let page = try await staff.post(MuseumPaths.gateScan(), ["words": "otto@brask", "nonce": "a"]).text
            #expect(page.contains("data-result=\"gift\"") && page.contains("Gift from \(Cast.ada.name)") && page.contains("\(path)?from=gate"))
            _ = try await staff.post(path, ["name": "Otto Brask"])
            #expect(try await !found("otto", by: path), "it is a membership now")
            #expect(try await museum.app.signedIn(.ada).asProgram.get(link(MuseumPaths.deskSuggest(), query: ["q": "otto"])).status == .notFound)
        }
    }

    @Test(.covers("MUS-017", "MUS-022", "MUS-047"), arguments: Engine.available)
    func `a gift is accepted and its holder let in by one button, once, and the way on leads back`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await gift(museum, museum.tier("Household", guests: 2))
            let staff = try await museum.app.signedIn(.owner)
            let path = try #require(try museum.services.gifts.deskPath(of: gift))
            let page = try await staff.get("\(path)?from=gate").text
            #expect(page.contains("Accept and admit") && page.contains("href=\"\(MuseumPaths.gate())\""))
            let form = ["name": "Otto Brask", "from": "gate", "nonce": "once", "admits": "true"]
            for time in ["first", "sent again"] {
                let answer = try await staff.post(path, form: form).text
                #expect(answer.contains("data-result=\"admitted\"") && answer.contains("Up to 2"), "\(time)")
                #expect(answer.contains("class=\"button button-primary\" href=\"\(MuseumPaths.gate())\""), "\(time)")
            }
            #expect(try await museum.find(gift.id).isValid(at: museum.now))
            #expect(try await staff.post(path, form: form.merging(["nonce": "other"]) { $1 }).status == .conflict)
            let other = try await self.gift(museum, gift.tier)
            let wrong = try await staff.post(#require(try museum.services.gifts.deskPath(of: other)), ["name": "", "nonce": "n", "admits": "true"])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("value=\"n\""), "the form keeps its nonce")
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift that is accepted at the desk goes to the account of the address, where there is one`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await gift(museum, museum.tier("Household"))
            let path = try #require(try museum.services.gifts.deskPath(of: gift))
            let bea = try await museum.app.person(.bea)
            _ = try await museum.app.signedIn(.owner).post(path, ["name": "Bea", "email": Cast.bea.email])
            #expect(try await museum.find(gift.id).person == bea)
        }
    }

    @Test(.covers("MUS-018", "MUS-022"), arguments: Engine.available)
    func `the card of a membership that was sold without an account lets in by its picture`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (tier, staff) = (try await museum.tier("Household"), try await museum.app.signedIn(.owner))
            let sold = try await museum.chosen(staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]))
            let path = try museum.services.gifts.link.path(of: sold)
            #expect(try await museum.scan("https://museum.example" + path, by: staff).result == "admitted")
        }
    }
}
