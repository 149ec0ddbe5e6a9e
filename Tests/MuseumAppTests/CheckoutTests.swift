import Accounts
import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What a buyer reads on the way.
@Suite struct CheckoutTests {
    @Test(.covers("MUS-001", "MUS-013"), arguments: Engine.available)
    func `a guest sees what they chose, and comes back to it from registering or signing in`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            for path in [MuseumPaths.buy(tier), MuseumPaths.give(tier)] {
                let page = try await museum.app.guest.get(path)
                #expect(page.status == .ok && page.text.contains("Household") && page.text.contains("US$60"))
                for way in ["/account/register", SitePaths.signIn()] {
                    let address = Web.link(way, query: ["then": path])
                    #expect(page.text.contains("href=\"\(address)\""))
                }
                #expect(try await museum.app.guest.post(path, ["provider": "cash"]).status != .ok)
            }
        }
    }

    @Test(.covers("MUS-013", "MUS-047"), arguments: Engine.available)
    func `each button says what it does, without a script`(on engine: Engine) async throws {
        try await withCardMuseum(on: engine) { scene in
            let tier = try await scene.museum.tier("Household")
            let ada = try await scene.museum.app.signedIn(.ada)
            let page = try await ada.get(MuseumPaths.buy(tier)).text
            #expect(page.contains("Pay US$60") && page.contains("Reserve, pay at the desk"))
            #expect(page.contains("value=\"cash\"") && page.contains("value=\"clover\"") && !page.contains("type=\"radio\""))
            let reserved = try await scene.museum.chosen(scene.museum.buy(tier, ada))
            #expect(try await ada.get(MuseumPaths.membership(reserved.id)).text.contains("Pay at the museum’s desk"))
        }
    }

    @Test(.covers("MUS-016"), arguments: Engine.available)
    func `what is missing is said once above the form and once beside the box`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let page = try await museum.app.signedIn(.ada).post(MuseumPaths.buy(tier), fields: [("provider", "cash")]).text
            #expect(page.components("Tick the box") == 3 && page.contains("You haven’t accepted the terms yet."))
            // The script says it at the box before anything is sent.
            let box = try #require(page.firstMatch(of: /<input type="checkbox"[^>]*name="terms"[^>]*>/)).output
            #expect(box.contains("required") && box.contains("data-missing=\"Tick the box to accept the terms.\""))
        }
    }

    @Test(.covers("MUS-013"), arguments: Engine.available)
    func `a receipt names the museum, where it is, and who bought`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure {
                $0.settings[MuseumSettings.address.id] = "3 Slip Lane"
                $0.settings["payments.tax-number"] = "556677-8899"
                $0.texts["en"] = [MuseumApp.manifest.name.key: "The Tarhouse"]
            }
            let tier = try await museum.tier("Household")
            let ada = try await museum.app.signedIn(.ada)
            let chosen = try await museum.chosen(museum.buy(tier, ada))
            try await museum.takeCash(chosen)
            let payments = try museum.services.payments
            func receipt(of membership: Membership) async throws -> String {
                try #require(try await museum.app.site.database.read { try payments.receiptLinks(of: membership.subject, in: $0) }.first).path
            }
            let sheet = try await ada.get(receipt(of: chosen)).text
            for words in ["The Tarhouse", "3 Slip Lane", "556677-8899", Cast.ada.name] { #expect(sheet.contains(words), "\(words)") }
            // Somebody without an account, at the desk.
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description])
            let sold = try #require(
                try await museum.app.site.database.read {
                    try $0.first("SELECT \(Membership.columns) FROM museum_membership m ORDER BY m.id DESC LIMIT 1" as Query<Membership>)
                })
            #expect(try await owner.get(receipt(of: sold)).text.contains("Otto Brask"))
            let (bea, roles) = (try await museum.app.person(.bea), try museum.app.site.service(AccountsModule.self).roles)
            #expect(try await museum.app.signedIn(.bea).get(receipt(of: sold)).status == .notFound)
            try await roles.set([Roles.Grant(app: "museum", role: "desk")], of: bea, by: nil)
            let page = try await museum.app.signedIn(.bea).get(receipt(of: sold)).text
            #expect(page.contains("Otto Brask") && page.contains(MuseumPaths.deskSold(sold.id)), "whoever sold it leads back to the sale")
            // What the operator wrote comes first.
            try await museum.app.site.configure { $0.settings["payments.seller"] = "Eiderwick Foundation" }
            let next = try await museum.chosen(museum.buy(tier, ada))
            try await museum.takeCash(next)
            let named = try await ada.get(receipt(of: next)).text
            #expect(named.contains("Eiderwick Foundation") && named.contains("3 Slip Lane"))
        }
    }

    @Test(.covers("MUS-008", "MUS-017"), arguments: Engine.available)
    func `my membership shows whom I gave to, how that stands, and my events`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let ada = try await museum.app.signedIn(.ada)
            let bought = try await ada.post(
                MuseumPaths.give(tier),
                fields: [("name", "Grandma"), ("email", "grandma@example.org"), ("provider", "cash"), ("terms", "true"), ("version", "1")])
            let gift = try await museum.chosen(bought)
            #expect(try await ada.get(MuseumPaths.profile()).text.contains("Not paid yet"))
            try await museum.takeCash(gift)
            let waiting = try await ada.get(MuseumPaths.profile()).text
            for words in ["Grandma", "grandma@example.org", "Not accepted yet"] { #expect(waiting.contains(words), "\(words)") }
            let bea = try await museum.app.signedIn(.bea)
            let accepted = try await bea.post(try museum.services.gifts.link.path(of: museum.find(gift.id)))
            #expect(accepted.location == MuseumPaths.profile())
            let welcome = "Welcome. Your membership has begun."
            let arrived = try await bea.carrying("flash", try #require(accepted.cookies["flash"])).get(MuseumPaths.profile())
            #expect(arrived.text.contains(welcome))
            #expect(arrived.response.headers.all("Set-Cookie").contains { $0.hasPrefix("__Host-flash=;") }, "only once, on the way there")
            #expect(try await !bea.get(MuseumPaths.profile()).text.contains(welcome))
            let given = try await ada.get(MuseumPaths.membership(gift.id)).text
            #expect(given.contains("Gift to Grandma") && given.contains("Gift accepted") && !given.contains("Ask for a refund"))
            #expect(try await ada.get(MuseumPaths.askRefund(gift.id)).status == .notFound, "it is somebody else's now")
            let later = try await museum.later(.ada, by: .days(2))
            #expect(try await later.get(MuseumPaths.profile()).text.contains("Gift accepted"))
            let events = try museum.services.events
            let day = Day(museum.app.site.clock.now(), in: museum.app.site.configuration.zone).adding(3).description
            let draft = try EventDraft(
                EventForm(title: "Night of the boats", day: day, from: "18:00", until: "19:00", places: "5"),
                in: museum.app.site.configuration.zone, currency: "USD")
            let person = try await museum.app.person(.ada)
            try await museum.app.site.write(by: nil) { write in
                try events.register(person, for: try events.save(draft, as: nil, in: write), in: write)
            }
            let page = try await later.get(MuseumPaths.profile()).text
            #expect(page.contains("My events") && page.contains("Night of the boats") && page.contains("You have a place"))
        }
    }

    @Test(.covers("MUS-017"), arguments: Engine.available)
    func `who holds a printed card finds where to type its code`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household")
            for path in [MuseumPaths.home(), MuseumPaths.tiers()] {
                #expect(try await museum.app.guest.get(path).text.contains("href=\"\(MuseumPaths.giftCode())\""), "\(path)")
            }
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.profile()).text.contains("href=\"\(MuseumPaths.giftCode())\""))
        }
    }
}

extension String {
    /// How often it has some words.
    fileprivate func components(_ words: String) -> Int { ranges(of: words).count }
}
