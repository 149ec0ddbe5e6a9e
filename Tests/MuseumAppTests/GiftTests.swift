import Core
import Database
import Mail
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct GiftTests {
    /// Buys a gift and pays for it at the desk.
    private func give(_ museum: Museum, _ tier: TierID, to email: String) async throws -> Membership {
        let ada = try await museum.app.signedIn(.ada)
        let bought = try await ada.post(
            MuseumPaths.give(tier),
            fields: [("name", "Grandma"), ("email", email), ("message", "See you there"), ("provider", "cash"), ("terms", "true"), ("version", "1")])
        let membership = try await museum.chosen(bought)
        try await museum.takeCash(membership)
        return try await museum.find(membership.id)
    }

    private func verify(_ who: Cast, _ museum: Museum) async throws -> PersonID {
        let person = try await museum.app.person(who)
        try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE account_person SET email_verified_at = 1 WHERE id = \(person)") }
        return person
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift to an address that an account has proved is theirs as soon as it is paid`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let bea = try await verify(.bea, museum)
            let gift = try await give(museum, tier, to: Cast.bea.email)
            #expect(gift.status == .active && gift.person == bea)
            #expect(try await museum.app.signedIn(.bea).get(MuseumPaths.profile()).text.contains("Household"))
            // The giver is no member by it.
            let own = try await museum.app.signedIn(.ada).get(MuseumPaths.profile()).text
            #expect(own.contains("You’re not a member yet") && own.contains(MuseumPaths.membership(gift.id)))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `what can be given is on one page, with each price and how giving goes`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (tier, granted) = (try await museum.tier("Household"), try await museum.tier("Staff", isSold: false))
            #expect(try await museum.app.guest.get(MuseumPaths.tiers()).text.contains("href=\"\(MuseumPaths.gifts())\""))
            let page = try await museum.app.guest.get(MuseumPaths.gifts()).text
            #expect(page.contains("href=\"\(MuseumPaths.give(tier))\"") && !page.contains(MuseumPaths.give(granted)))
            #expect(page.contains("US$60 a year. For one person") && page.contains("How it works"))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift to an unknown address waits, goes by email, and begins when it is accepted`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "museum@stoa.example") }
            let tier = try await museum.tier("Household")
            let gift = try await give(museum, tier, to: "grandma@example.org")
            #expect(gift.status == .unclaimed && gift.person == nil && gift.startsAt == nil)
            #expect(try await museum.app.emails(to: "grandma@example.org").map(\.subject) == ["A gift for you: Household"])
            let link = try museum.services.gifts.link.path(of: gift)
            #expect(try await museum.app.guest.get(link).text.contains("See you there"))
            let own = try await museum.app.signedIn(.ada).get(MuseumPaths.membership(gift.id)).text
            #expect(own.contains("Your gift is ready.") && own.contains("We’ve emailed it to grandma@example.org.") && own.contains("See you there"))
            museum.app.clock.advance(by: .days(30))
            let bea = try await museum.app.person(.bea)
            let gifts = try museum.services.gifts
            try await museum.app.site.write(by: bea) { try gifts.claim(gift.id, by: bea, in: $0) }
            let begun = try await museum.find(gift.id)
            let start = try #require(begun.startsAt)
            #expect(begun.status == .active && begun.person == bea && start >= gift.createdAt + .days(30))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift is accepted once, and by nobody without its link`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let gift = try await give(museum, tier, to: "")
            let link = try museum.services.gifts.link.path(of: gift)
            let bea = try await museum.app.signedIn(.bea)
            #expect(try await bea.post(MuseumPaths.gift(gift.id, "forged")).status == .notFound)
            #expect(try await bea.get(String(link.dropLast()) + (link.hasSuffix("A") ? "Q" : "A")).status == .notFound)
            #expect(try await bea.post(link).status == .seeOther)
            #expect(try await museum.app.signedIn(.ada).post(link).status == .conflict)
            #expect(try await museum.find(gift.id).person == museum.app.person(.bea))
            let page = try await bea.get(MuseumPaths.membership(gift.id)).text
            #expect(page.contains("Gift from Ada") && page.contains("You’re a member.") && !page.contains("Thank you"), "who gave it is thanked")
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift to a wrong address is sent to the right one, by its giver alone`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let bea = try await verify(.bea, museum)
            let gift = try await give(museum, tier, to: "baa@stoa.example")
            #expect(gift.status == .unclaimed)
            #expect(try await museum.app.signedIn(.bea).post(MuseumPaths.redirectGift(gift.id), ["email": Cast.bea.email]).status == .notFound)
            #expect(try await museum.app.signedIn(.ada).post(MuseumPaths.redirectGift(gift.id), ["email": Cast.bea.email]).status == .seeOther)
            let sent = try await museum.find(gift.id)
            #expect(sent.status == .active && sent.person == bea)
        }
    }

    @Test(.covers("MUS-017", "MUS-015"), arguments: Engine.available)
    func `a gift that is paid back can't be accepted any more`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let gift = try await give(museum, tier, to: "")
            let (payments, link) = (try museum.services.payments, try museum.services.gifts.link.path(of: gift))
            try await museum.app.site.write(by: nil) { try payments.refund(try #require(gift.payment), because: "As agreed", in: $0) }
            #expect(try await museum.find(gift.id).status == .refunded)
            #expect(try await museum.app.signedIn(.bea).post(link).status == .conflict)
            let page = try await museum.app.guest.get(link)
            #expect(page.status == .conflict && page.text.contains("This gift was refunded") && !page.text.contains("Sign in or create"))
        }
    }

    @Test(.covers("MUS-017", "MUS-015"), arguments: Engine.available)
    func `a gift whose refund was requested can't be accepted until the museum declines or the giver withdraws`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await give(museum, try await museum.tier("Household"), to: "")
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.bea))
            let (gifts, verified) = (try museum.services.gifts, try await verify(.bea, museum))
            let path = gifts.link.path(of: gift)
            #expect(try await ada.get(MuseumPaths.askRefund(gift.id)).text.contains("the gift can no longer be accepted"))
            _ = try await ada.post(MuseumPaths.askRefund(gift.id), ["words": "Bought twice"])
            // By the link, by the code of a printed card and by a program: refused, with what to do.
            let typed = try await bea.get(Web.link(MuseumPaths.giftCode(), query: ["code": gifts.link.code(of: gift)]))
            #expect(typed.location == path)
            for answer in [try await bea.get(path), try await bea.post(path)] {
                #expect(answer.status == .conflict && answer.text.contains("because a refund was requested"))
                #expect(answer.text.contains("Ask the person who gave it to you") && !answer.text.contains("Accept the gift"))
            }
            let told = try await bea.asProgram.post(path)
            #expect(told.status == .conflict && told.text.contains("museum.gift-refund-requested"))
            // By an address that an account has proved, and at the desk.
            let sent = try await ada.post(MuseumPaths.redirectGift(gift.id), ["email": Cast.bea.email])
            #expect(sent.status == .conflict && sent.text.contains("You asked for a refund of this gift"))
            #expect(!sent.text.contains(gifts.link.code(of: gift)))
            let (desk, memberships) = (try museum.services.desk, try museum.services.memberships)
            let draft = try GiftDraft(GiftForm(name: "Grandma"))
            await #expect(throws: MembershipRefusal.giftRefundRequested) {
                try await museum.app.site.write(by: nil) { try desk.accept(gift.id, draft, admitting: nil, in: $0) }
            }
            await #expect(throws: MembershipRefusal.giftRefundRequested) {
                try await museum.app.site.write(by: nil) { try memberships.activate(gift.id, in: $0) }
            }
            let shown = try await museum.app.signedIn(.owner).get(try #require(gifts.deskPath(of: gift))).text
            #expect(shown.contains("A refund was requested for this gift.") && !shown.contains("Accept it here"))
            let giver = try await ada.get(MuseumPaths.membership(gift.id)).text
            #expect(giver.contains("Nobody can accept the gift now.") && !giver.contains("Your gift is ready"))
            // Withdrawn, it is theirs.
            _ = try await ada.post(MuseumPaths.withdrawRefund(gift.id))
            #expect(try await bea.post(path).status == .seeOther)
            #expect(try await museum.find(gift.id).person == verified)
            #expect(try await ada.post(MuseumPaths.askRefund(gift.id), ["words": ""]).status == .notFound)
            let mine = try await bea.get(path)
            #expect(mine.status == .ok && mine.text.contains("You’ve accepted this gift"))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a gift that the museum ended says so, and one that was accepted`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let (ended, accepted) = (try await give(museum, tier, to: ""), try await give(museum, tier, to: ""))
            let (bea, services) = (try await museum.app.signedIn(.bea), try museum.services)
            try await museum.app.site.write(by: nil) { try services.memberships.revoke(ended.id, in: $0) }
            _ = try await bea.post(services.gifts.link.path(of: accepted))
            for (gift, words, code) in [
                (ended, "This gift has ended", "museum.gift-ended"), (accepted, "This gift was already accepted", "museum.gift-claimed"),
            ] {
                let path = services.gifts.link.path(of: gift)
                let page = try await museum.app.signedIn(.ada).get(path)
                #expect(page.status == .conflict && page.text.contains(words), "\(code)")
                #expect(try await museum.app.signedIn(.ada).asProgram.post(path).text.contains(code))
            }
        }
    }

    @Test(.covers("MUS-058", "CORE-020"), arguments: Engine.available)
    func `whoever leaves takes what they wrote on gifts along, and the gift stays one for whoever has its link`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let gift = try await give(museum, tier, to: "grandma@example.org")
            let ada = try await museum.app.person(.ada)
            let data = MuseumData(services: try museum.services)
            try await museum.app.site.write(by: nil) { try data.erase(ada, in: $0) }
            let kept = try #require(try await museum.app.site.database.read { try $0.first(.gift(gift.id)) })
            #expect(kept.email.isEmpty && kept.name.isEmpty && kept.message.isEmpty)
            let link = try museum.services.gifts.link.path(of: gift)
            #expect(try await museum.app.signedIn(.bea).post(link).status == .seeOther)
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `nobody has the museum write to the same address again and again`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Friend", price: 0)
            let ada = try await museum.app.signedIn(.ada)
            let form = [("name", "Grandma"), ("email", "grandma@example.org"), ("message", "Buy now"), ("terms", "true"), ("version", "1")]
            for _ in 0..<3 { #expect(try await ada.post(MuseumPaths.give(tier), fields: form).status == .seeOther) }
            let refused = try await ada.post(MuseumPaths.give(tier), fields: form)
            #expect(refused.status == .tooManyRequests && refused.text.contains("Too many emails in one day.") && refused.text.contains("Buy now"))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `the card says what is given and where, and its code is typed as people type`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.settings[MuseumSettings.address.id] = "3 Slip Lane" }
            let gift = try await give(museum, try await museum.tier("Household"), to: "")
            let link = try museum.services.gifts.link
            let code = link.code(of: gift)
            let card = try await museum.app.signedIn(.ada).get(MuseumPaths.giftCard(gift.id)).text
            for words in ["A year at Museum", "Membership: Household", "3 Slip Lane", code, "See you there"] { #expect(card.contains(words)) }
            #expect(code.drop { $0 != "-" }.allSatisfy { !"ILO01".contains($0) }, "\(code) is read in one way only")
            // A card that was printed before has letters that look like digits, and is typed as it looks.
            let earlier = link.earlierCode(of: gift)
            let (number, rest) = (gift.id.description, String(earlier.dropFirst(gift.id.description.count)).lowercased())
            let looks = rest.replacing("-", with: " ").replacing("o", with: "0").replacing("i", with: "1").replacing("l", with: "1")
            for text in [code, code.lowercased().replacing("-", with: " "), earlier, number + looks] {
                let found = try await museum.app.guest.get(Web.link(MuseumPaths.giftCode(), query: ["code": text]))
                #expect(found.status == .seeOther && found.location == link.path(of: gift), "\(text) for \(earlier)")
            }
            let wrong = String(code.dropLast()) + (code.hasSuffix("A") ? "B" : "A")
            let refused = try await museum.app.guest.get(Web.link(MuseumPaths.giftCode(), query: ["code": wrong]))
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.split(separator: "No gift has this code.").count == 2, "it is said once")
        }
    }

    @Test(.covers("MUS-017"))
    func `nobody tries out codes`() async throws {
        try await withMuseum(on: .sqlite) { museum in
            let attempt = Web.link(MuseumPaths.giftCode(), query: ["code": "1-AAAA-AAAA-AAAA"])
            for _ in 0..<20 {
                let answer = try await museum.app.guest.get(attempt)
                #expect(answer.status == .unprocessableContent)
            }
            let refused = try await museum.app.guest.get(attempt)
            #expect(refused.status == .tooManyRequests)
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `a guest comes back to the gift from signing in or registering, and never learns its price`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let gift = try await give(museum, try await museum.tier("Household"), to: "")
            let path = try museum.services.gifts.link.path(of: gift)
            let page = try await museum.app.guest.get(path).text
            for way in [SitePaths.signIn(), "/account/register"] {
                let address = Web.link(way, query: ["then": path])
                #expect(page.contains("href=\"\(address)\""))
            }
            let bea = try await museum.app.signedIn(.bea)
            #expect(try await bea.get(path).text.contains("Accept the gift"))
            _ = try await bea.post(path)
            let (theirs, givers) = (
                try await bea.get(MuseumPaths.membership(gift.id)).text, try await museum.app.signedIn(.ada).get(MuseumPaths.membership(gift.id)).text
            )
            #expect(!theirs.contains("$60") && !theirs.contains("Receipt"))
            #expect(givers.contains("$60") && givers.contains("Receipt"))
        }
    }
}
