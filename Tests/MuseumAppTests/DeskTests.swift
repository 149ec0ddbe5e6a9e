import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct DeskTests {
    @Test(.covers("MUS-015", "MUS-046"), arguments: Engine.available)
    func `the desk sees who waits to pay, and takes the money with one tap`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let chosen = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            let owner = try await museum.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.desk()).text.contains(MuseumPaths.takeCash(chosen.id)))
            #expect(try await owner.post(MuseumPaths.takeCash(chosen.id)).status == .seeOther)
            #expect(try await museum.find(chosen.id).status == .active)
            let again = try await owner.post(MuseumPaths.takeCash(chosen.id))
            #expect(again.status == .conflict)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.desk()).status == .notFound)
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `the address of an account sells nothing to its holder unseen`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, tier) = (try await museum.app.signedIn(.owner), try await museum.tier("Household"))
            let ada = try await museum.app.person(.ada)
            try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE account_person SET email_verified_at = 1 WHERE id = \(ada)") }
            let refused = try await staff.post(
                MuseumPaths.deskNew(), ["name": "Birgit Sandell", "email": Cast.ada.email, "tier": tier.description])
            #expect(refused.status == .unprocessableContent && refused.text.contains("This is the email address of \(Cast.ada.name)."))
            #expect(refused.text.contains("href=\"\(MuseumPaths.deskPerson(ada))\"") && refused.text.contains("value=\"Birgit Sandell\""))
            #expect(try await museum.app.site.database.read { try $0.one("SELECT count(*) FROM museum_membership" as Query<Int>) } == 0)
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `the list marks as let in only whom a membership lets in`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.signedIn(.ada))
            _ = try await museum.member(ada, of: museum.tier("Friend", level: 0))
            let friend = try await staff.get(link(MuseumPaths.desk(), query: ["q": "ada"])).text
            #expect(friend.contains("No entry included") && !friend.contains("is-member"))
            _ = try await museum.member(ada, of: museum.tier("Household", level: 2))
            let member = try await staff.get(link(MuseumPaths.desk(), query: ["q": "ada"])).text
            #expect(!member.contains("No entry included") && member.contains("is-member"))
        }
    }

    @Test(.covers("MUS-018", "MUS-047"))
    func `whoever takes a renewal back is told that the membership stays`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let (staff, tier, ada) = (try await museum.app.signedIn(.owner), try await museum.tier("Household"), try await museum.app.person(.ada))
            for words in ["the membership ends", "the renewal is cancelled"] {
                let sold = try await staff.post(MuseumPaths.deskSell(ada), ["tier": tier.description])
                let page = try await staff.get(try #require(sold.location)).text
                #expect(page.contains("You give back US$") && page.contains("and \(words)."), "\(words)")
            }
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `the desk finds somebody by name or email and sells a membership that counts at once`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let ada = try await museum.app.person(.ada)
            let owner = try await museum.app.signedIn(.owner)
            let found = try await owner.get(link(MuseumPaths.desk(), query: ["q": "ada@stoa"])).text
            #expect(found.contains(MuseumPaths.deskPerson(ada)) && found.contains("Not a member"))
            #expect(try await owner.post(MuseumPaths.deskSell(ada), ["tier": tier.description]).status == .seeOther)
            let page = try await owner.get(MuseumPaths.deskPerson(ada)).text
            #expect(page.contains("Member: Household"))
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.profile()).text.contains("Household"))
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `a sale says what was paid, and a slip is undone for a quarter of an hour`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", price: 80_00)
            let (ada, owner) = (try await museum.app.person(.ada), try await museum.app.signedIn(.owner))
            func sell() async throws -> String {
                try #require(try await owner.post(MuseumPaths.deskSell(ada), ["tier": tier.description]).location)
            }
            let first = try await owner.get(sell()).text
            #expect(first.contains("Paid: US$80") && first.contains("Undo"))
            let membership = try #require(try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }.first)
            #expect(try await owner.post(MuseumPaths.deskUndo(membership.id)).location?.hasPrefix(MuseumPaths.deskPerson(ada) + "?") == true)
            #expect(try await museum.find(membership.id).status == .refunded)
            let payments = try museum.services.payments
            #expect(try await museum.app.site.database.read { try payments.all(for: membership.subject, in: $0) }.map(\.status) == [.refunded])
            let later = try await sell()
            museum.app.clock.advance(by: .seconds(901))
            #expect(try await !owner.get(later).text.contains("Undo"))
            let second = try #require(try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }.first)
            #expect(try await owner.post(MuseumPaths.deskUndo(second.id)).status == .conflict)
            #expect(try await museum.find(second.id).status == .active)
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `only a name or an address that nobody has is offered for a sale`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household")
            let owner = try await museum.app.signedIn(.owner)
            func page(_ words: String) async throws -> String { try await owner.get(link(MuseumPaths.desk(), query: ["q": words])).text }
            func isOpen(_ page: String) -> Bool { page.contains(/<details[^>]*id="newcomer"[^>]* open|<details[^>]* open[^>]*id="newcomer"/) }
            func value(_ field: String, _ page: String) throws -> String? {
                let input = try #require(page.matches(of: /<input[^>]*>/).map { String($0.output) }.first { $0.contains("name=\"\(field)\"") })
                return input.firstMatch(of: /value="([^"]*)"/).map { String($0.output.1) }
            }
            let named = try await page("Ella Quist")
            #expect(named.contains("Nobody found.") && !named.contains(">Found<") && isOpen(named))
            #expect(try value("name", named) == "Ella Quist")
            let numbered = try await page("8")
            #expect(numbered.contains("Nobody found.") && !isOpen(numbered))
            #expect(try value("name", numbered) ?? "" == "")
            let addressed = try await page("ella@example.org")
            #expect(isOpen(addressed))
            #expect(try value("name", addressed) ?? "" == "")
            #expect(try value("email", addressed) == "ella@example.org")
        }
    }

    @Test(.covers("MUS-018", "MUS-022"), arguments: Engine.available)
    func `who has no account is sold a membership that counts by its number and becomes theirs by its link`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let owner = try await museum.app.signedIn(.owner)
            let wrong = try await owner.post(MuseumPaths.deskNew(), ["name": " ", "tier": tier.description])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Enter a name."))
            let sold = try #require(try await owner.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]).location)
            let page = try await owner.get(sold).text
            #expect(page.contains("Otto Brask") && page.contains("Member number"))
            let membership = try #require(
                try await museum.app.site.database.read {
                    try $0.all("SELECT \(Membership.columns) FROM museum_membership m ORDER BY m.id DESC LIMIT 1" as Query<Membership>)
                }.first)
            #expect(membership.status == .active && membership.person == nil)
            // The gate finds him by name and number, and lets him in.
            for words in ["Brask, Otto", "brask", membership.id.description] {
                #expect(try await owner.get(link(MuseumPaths.apiGateMembers(), query: ["q": words])).text.contains("Otto Brask"), "\(words)")
            }
            // So does the desk, which lets him in and renews: the next term begins when this one ends, and he keeps his number.
            let (his, card) = (MuseumPaths.deskHolder(membership.id), membership.id.description)
            for words in ["otto", card] { #expect(try await owner.get(link(MuseumPaths.desk(), query: ["q": words])).text.contains(his), "\(words)") }
            let person = try await owner.get(his).text
            for words in ["Otto Brask", "Member number \(card)", "Member: Household", MuseumPaths.gateAdmit(), "Renewal from"] {
                #expect(person.contains(words), "\(words)")
            }
            #expect(try await museum.app.signedIn(.ada).get(his).status == .notFound)
            #expect(try await owner.post(MuseumPaths.deskRenew(membership.id), ["tier": tier.description]).status == .seeOther)
            let next = try #require(
                try await museum.app.site.database.read {
                    try $0.all("SELECT \(Membership.columns) FROM museum_membership m ORDER BY m.id DESC LIMIT 1" as Query<Membership>)
                }.first)
            #expect(next.status == .active && next.startsAt == membership.expiresAt)
            #expect(try await owner.get(MuseumPaths.deskSold(next.id)).text.contains("Member number \(card)"))
            let found = try await owner.post(MuseumPaths.gateScan(), ["words": card, "nonce": "n1"]).text
            #expect(found.contains("data-gate-admit=\"\(card)\""))
            let entered = try await owner.post(MuseumPaths.gateAdmit(), ["membership": membership.id.description, "nonce": "n2"])
            #expect(entered.text.contains("Welcome"))
            let again = try await owner.post(MuseumPaths.gateScan(), ["words": card, "nonce": "n3"]).text
            func answers(_ page: String, _ result: String) -> Int { page.split(separator: "data-result=\"\(result)\"").count - 1 }
            #expect(answers(again, "used") == 2 && answers(again, "found") == 1, "each is there once for the script, and once as the answer")
            let nobody = try await owner.post(MuseumPaths.gateScan(), ["words": "Nobody Atall", "nonce": "n4"]).text
            #expect(answers(nobody, "nobody") == 2)
            // A gate that is offline knows him by his card.
            func isCard(_ membership: MembershipID) async throws -> Bool? {
                let members = try await owner.asProgram.get(MuseumPaths.apiGate()).json["members"] as? [[String: Any]]
                return members?.first { $0["id"] as? Int == Int(membership.number) }?["isCard"] as? Bool
            }
            #expect(try await isCard(membership.id) == true)
            // The link on his card puts it on a phone, once.
            let path = try museum.services.gifts.link.path(of: membership)
            #expect(try await museum.app.signedIn(.bea).post(path).location == MuseumPaths.profile())
            #expect(try await museum.find(membership.id).person == museum.app.person(.bea))
            #expect(try await museum.find(next.id).person == museum.app.person(.bea), "and the term that follows")
            #expect(try await isCard(membership.id) == nil, "the card lets nobody in any more")
            #expect(try await museum.app.signedIn(.ada).post(path).status == .conflict)
        }
    }

    @Test(.covers("MUS-022", "MUS-018"), arguments: Engine.available)
    func `the gate finds people by email and in any order of their names, and who hasn't paid yet`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let owner = try await museum.app.signedIn(.owner)
            _ = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            let ada = try await museum.app.person(.ada)
            for words in [Cast.ada.email, Cast.ada.name.split(separator: " ").reversed().joined(separator: ", ")] {
                let found = try await owner.get(link(MuseumPaths.apiGateMembers(), query: ["q": words])).text
                #expect(found.contains("\"unpaid\":\(ada)"), "\(words): \(found)")
            }
            let page = try await owner.post(MuseumPaths.gateScan(), ["words": Cast.ada.email, "nonce": "n1"]).text
            #expect(page.contains(MuseumPaths.deskPerson(ada)))
        }
    }

    @Test(.covers("MUS-011", "MUS-046"), arguments: Engine.available)
    func `a manager grants a tier that is not for sale, and ends it again`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let honorary = try await museum.tier("Honorary", price: 0, months: 0, level: 5, isSold: false)
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.post(MuseumPaths.adminGrant(), ["email": "nobody@example.org", "tier": honorary.description])
            #expect(refused.status == .unprocessableContent && refused.text.contains("No account has this email address."))
            let ada = try await museum.app.person(.ada)
            let added = try await owner.post(MuseumPaths.adminGrant(), ["email": Cast.ada.email, "tier": honorary.description])
            #expect(added.status == .seeOther, "\(added.text)")
            let granted = try #require(try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }.first)
            #expect(granted.status == .active && granted.expiresAt == nil && granted.price == 0)
            _ = try await owner.post(MuseumPaths.adminEndMember(granted.id))
            #expect(try await museum.find(granted.id).status == .active)
            #expect(try await owner.post(MuseumPaths.adminEndMember(granted.id), ["confirmed": "true"]).status == .seeOther)
            #expect(try await museum.find(granted.id).status == .revoked)
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `ending a membership that was paid gives the money back`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let chosen = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            try await museum.takeCash(chosen)
            let owner = try await museum.app.signedIn(.owner)
            let question = try await owner.get(MuseumPaths.adminEndMember(chosen.id)).text
            #expect(question.contains("$60") && question.contains("Household") && question.contains(Cast.ada.name))
            let ended = try await owner.post(MuseumPaths.adminEndMember(chosen.id), ["confirmed": "true", "refund": "true"])
            #expect(try await owner.get(try #require(ended.location)).text.contains(Cast.ada.email))
            let payments = try museum.services.payments
            let paid = try await museum.app.site.database.read { try payments.all(for: chosen.subject, in: $0) }
            #expect(paid.map(\.status) == [.refundRequested])
            #expect(try await museum.find(chosen.id).status == .refunded)
        }
    }

    @Test(.covers("MUS-011", "MUS-046"), arguments: Engine.available)
    func `a paid membership can end without a refund, and a person's page shows all they had`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            let first = try await museum.chosen(museum.buy(try await museum.tier("Single"), ada))
            try await museum.takeCash(first)
            // A smaller one beside it: it begins when the first has ended.
            let second = try await museum.chosen(museum.buy(try await museum.tier("Friend", level: 0), ada))
            try await museum.takeCash(second)
            let owner = try await museum.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.adminMember(second.id)).text
            #expect(page.contains(Cast.ada.email) && page.contains("href=\"\(MuseumPaths.adminMember(first.id))\""))
            _ = try await owner.post(MuseumPaths.adminEndMember(first.id), ["confirmed": "true", "refund": "false"])
            #expect(try await museum.find(first.id).status == .revoked)
            let payments = try museum.services.payments
            let paid = try await museum.app.site.database.read { try payments.all(for: first.subject, in: $0) }
            #expect(paid.map(\.status) == [.confirmed])
            #expect(try await museum.find(second.id).status == .active)
        }
    }
}
