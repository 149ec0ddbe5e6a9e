import Core
import Database
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct MembershipTests {
    @Test(.covers("MUS-011", "MUS-012"), arguments: Engine.available)
    func `everyone sees the tiers that are sold, and none that is only granted`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household")
            let honorary = try await museum.tier("Honorary", price: 0, months: 0, level: 5, isSold: false)
            let page = try await museum.app.guest.get(MuseumPaths.tiers())
            #expect(page.status == .ok && page.text.contains("Household") && page.text.contains("A tenth off in the shop"))
            #expect(!page.text.contains("Honorary"))
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.buy(honorary)).status == .notFound)
            let refused = try await museum.buy(honorary, museum.app.signedIn(.ada))
            #expect(refused.status == .conflict || refused.status == .notFound)
        }
    }

    @Test(.covers("MUS-047", "MUS-009"), arguments: Engine.available)
    func `the five places of the app stand still, and members have their membership where others join`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let ada = try await museum.app.signedIn(.ada)
            func bar(_ client: TestClient) async throws -> [Substring] {
                let page = try await client.get(MuseumPaths.events()).text
                let bar = try #require(page.firstMatch(of: /<ul class="app-places">.*?<\/ul>/.dotMatchesNewlines())?.output)
                return bar.matches(of: /href="([^"]+)"/).map(\.1)
            }
            let places = [MuseumPaths.home(), MuseumPaths.visit(), MuseumPaths.gallery(), MuseumPaths.events()]
            for client in [museum.app.guest, ada] { #expect(try await bar(client).map(String.init) == places + [MuseumPaths.tiers()]) }
            try await museum.takeCash(museum.chosen(museum.buy(tier, ada)))
            #expect(try await bar(ada).map(String.init) == places + [MuseumPaths.profile()])
            // What else there is to buy or to give is in the menu.
            #expect(try await ada.get(MuseumPaths.events()).text.contains("href=\"\(MuseumPaths.tiers())\""))
        }
    }

    @Test(.covers("MUS-016"), arguments: Engine.available)
    func `nobody buys a membership before they have seen the terms and accepted them`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let client = try await museum.app.signedIn(.ada)
            let page = try await client.get(MuseumPaths.buy(tier))
            #expect(page.text.contains("At the entrance") && page.text.contains("name=\"terms\""))
            let refused = try await client.post(MuseumPaths.buy(tier), fields: [("provider", "cash")])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Tick the box to accept the terms."))
            let bought = try await museum.buy(tier, client)
            #expect(bought.status == .seeOther)
            // Whoever accepted them isn't asked again.
            #expect(try await !client.get(MuseumPaths.buy(tier)).text.contains("name=\"terms\""))
        }
    }

    @Test(.covers("MUS-013", "MUS-015", "MUS-008"), arguments: Engine.available)
    func `a membership begins when it is paid, for as long as its tier lasts, and not before`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let client = try await museum.app.signedIn(.ada)
            #expect(try await client.get(MuseumPaths.profile()).text.contains("You’re not a member yet"))
            let chosen = try await museum.chosen(museum.buy(tier, client))
            #expect(chosen.status == .pending && chosen.startsAt == nil)
            #expect(try await client.get(MuseumPaths.profile()).text.contains("You’re not a member yet"))
            try await museum.takeCash(chosen)
            let begun = try await museum.find(chosen.id)
            let zone = museum.app.site.configuration.zone
            let start = try #require(begun.startsAt)
            #expect(begun.status == .active && begun.expiresAt == Memberships.end(of: 12, from: start, in: zone))
            #expect(try await client.get(MuseumPaths.profile()).text.contains("Household"))
            #expect(try await client.get(MuseumPaths.membership(chosen.id)).text.contains("You’re a member."))
        }
    }

    @Test(.covers("MUS-014"), arguments: Engine.available)
    func `who renews before the end loses no day of the term that runs`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let client = try await museum.app.signedIn(.ada)
            let first = try await museum.chosen(museum.buy(tier, client))
            try await museum.takeCash(first)
            // Before it is paid: what for, from when until when; afterwards until when.
            let offer = try await client.get(MuseumPaths.buy(tier)).text
            for words in ["Renew: Household", "Your membership runs until", "Starts", "Valid until", "To pay", "US$60"] {
                #expect(offer.contains(words), "\(words)")
            }
            #expect(offer.contains("If you reserve, you have 7 days to pay at the desk.") && !offer.lowercased().contains("when you’ve paid"))
            let second = try await museum.chosen(museum.buy(tier, client))
            let waiting = try await client.get(MuseumPaths.membership(second.id)).text
            #expect(waiting.contains("Say your name and pay") && waiting.contains("Starts") && !waiting.lowercased().contains("when you’ve paid"))
            try await museum.takeCash(second)
            let done = try await client.get(MuseumPaths.membership(second.id)).text
            #expect(done.contains("Thank you. Renewed until") && !done.contains("You’re a member."))
            let end = try #require(try await museum.find(first.id).expiresAt)
            let renewed = try await museum.find(second.id)
            #expect(renewed.startsAt == end && renewed.expiresAt == Memberships.end(of: 12, from: end, in: museum.app.site.configuration.zone))
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `one that nobody pays is cancelled in time, and money that comes later goes back`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let client = try await museum.app.signedIn(.ada)
            let chosen = try await museum.chosen(museum.buy(tier, client))
            museum.app.clock.advance(by: Membership.timeToPay(with: "cash") + .seconds(1))
            try await museum.app.runJobs()
            #expect(try await museum.find(chosen.id).status == .cancelled)
            let payments = try museum.services.payments
            let left = try await museum.app.site.database.read { try payments.all(for: chosen.subject, in: $0) }
            #expect(left.map(\.status) == [.expired])
        }
    }

    @Test(.covers("MUS-012"), arguments: Engine.available)
    func `nobody sees or cancels somebody else's membership`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let chosen = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            let stranger = try await museum.app.signedIn(.bea)
            #expect(try await stranger.get(MuseumPaths.membership(chosen.id)).status == .notFound)
            #expect(try await stranger.get(MuseumPaths.cancel(chosen.id)).status == .notFound)
            #expect(try await stranger.post(MuseumPaths.cancel(chosen.id), ["confirmed": "true"]).status == .notFound)
            #expect(try await museum.find(chosen.id).status == .pending)
        }
    }

    @Test(.covers("MUS-013", "MUS-047"), arguments: Engine.available)
    func `a purchase is cancelled after a question, not by one tap`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            let chosen = try await museum.chosen(museum.buy(museum.tier("Household"), ada))
            let way = MuseumPaths.cancel(chosen.id)
            #expect(try await ada.get(MuseumPaths.membership(chosen.id)).text.contains("href=\"\(way)\""))
            #expect(try await ada.post(way, fields: []).location == way)
            #expect(try await museum.find(chosen.id).status == .pending)
            let question = try await ada.get(way).text
            #expect(question.contains("Cancel this purchase?") && question.contains("Keep the purchase"))
            #expect(try await ada.post(way, ["confirmed": "true"]).location == MuseumPaths.tiers())
            #expect(try await museum.find(chosen.id).status == .cancelled)
            #expect(try await ada.get(way).location == MuseumPaths.membership(chosen.id))
        }
    }

    @Test(.covers("MUS-011", "MUS-021", "MUS-047"), arguments: Engine.available)
    func `free entry is promised by those tiers alone that give it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.tier("Household", guests: 2)
            #expect(try await museum.app.guest.get(MuseumPaths.home()).text.contains("Visit as often as you like"))
            #expect(try await ada.get(MuseumPaths.profile()).text.contains("Members visit as often as they like."))
            let friend = try await museum.tier("Friend", price: 0, level: 0)
            #expect(try await !museum.app.guest.get(MuseumPaths.home()).text.contains("Visit as often as you like"))
            #expect(try await !ada.get(MuseumPaths.profile()).text.contains("as often as"))
            let tiers = try await ada.get(MuseumPaths.tiers()).text
            for words in ["Visit as often as you like", "No entry included"] { #expect(tiers.split(separator: words).count == 2, "\(words)") }
            #expect(tiers.contains("href=\"\(MuseumPaths.tiers())\" aria-current=\"page\""))
            #expect(try await ada.get(MuseumPaths.buy(friend)).text.contains("No entry included"))
            _ = try await museum.buy(friend, ada)
            let own = try await ada.get(MuseumPaths.profile()).text
            #expect(own.contains("“Friend” doesn’t include free entry.") && own.contains("A tenth off in the shop"))
            #expect(!own.contains("href=\"\(MuseumPaths.code())\""))
        }
    }

    @Test(.covers("MUS-008", "MUS-009"), arguments: Engine.available)
    func `the card says how many guests come along, and the code is one tap from it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            try await museum.takeCash(museum.chosen(museum.buy(museum.tier("Household", guests: 2), ada)))
            let page = try await ada.get(MuseumPaths.profile()).text
            let card = try #require(page.firstMatch(of: /<section class="member-card".*?<\/section>/.dotMatchesNewlines())?.output)
            for words in ["With 2 guests", "Household", "Member number", "href=\"\(MuseumPaths.code())\""] {
                #expect(card.contains(words), "\(words)")
            }
            #expect(try await ada.get(MuseumPaths.code()).text.contains("With 2 guests"))
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `a refund ends the membership that was paid, and a second payment that goes back doesn't`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let client = try await museum.app.signedIn(.ada)
            let chosen = try await museum.chosen(museum.buy(tier, client))
            try await museum.takeCash(chosen)
            let payments = try museum.services.payments
            let payment = try #require(try await museum.app.site.database.read { try payments.all(for: chosen.subject, in: $0) }.first)
            try await museum.app.site.write(by: nil) { try payments.refund(payment.id, because: "As agreed", in: $0) }
            #expect(try await museum.find(chosen.id).status == .refunded)
            let day = "refunded on"
            for path in [MuseumPaths.profile(), MuseumPaths.membership(chosen.id), MuseumPaths.code()] {
                #expect(try await client.get(path).text.contains(day), "\(path) says when")
            }
        }
    }
}
