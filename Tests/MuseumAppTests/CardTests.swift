import Accounts
import Core
import Database
import Foundation
import Mail
import Notifications
import Payments
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// A museum that takes cards, and Clover as the stand-in plays it.
struct CardMuseum: Sendable {
    let museum: Museum
    let clover: CloverStandIn

    /// Lets everything happen that is under way here and there.
    func work() async throws {
        try await museum.app.runJobs()
        try await clover.settled()
        try await museum.app.runJobs()
    }
}

/// Runs a test in a museum that takes cards.
func withCardMuseum(on engine: Engine, _ body: (CardMuseum) async throws -> Void) async throws {
    try await withMuseum(on: engine) { museum in
        let app = museum.app
        try await withStandIn {
            CloverStandIn(at: $0, clock: app.clock.clock) { try await app.receive($0) }
        } run: { standIn in
            let given = standIn.credentials
            try await app.site.configure { [site = app.site] configuration in
                configuration.clover = CloverConfiguration(
                    addresses: .init(platform: given.address, ecommerce: given.address), merchant: given.merchant,
                    sealedToken: CloverConfiguration.seal(given.token, for: site),
                    sealedWebhookSecret: CloverConfiguration.seal(given.webhookSecret, for: site), isStandIn: true)
            }
            try await body(CardMuseum(museum: museum, clover: standIn))
        }
    }
}

@Suite struct CardTests {
    @Test(.covers("MUS-013", "MUS-015", "MUS-050"), arguments: Engine.available)
    func `Pay leads straight to Clover's page, and a paid membership begins`(on engine: Engine) async throws {
        try await withCardMuseum(on: engine) { scene in
            let tier = try await scene.museum.tier("Household")
            let client = try await scene.museum.app.signedIn(.ada)
            let form = try await client.get(MuseumPaths.buy(tier))
            #expect(form["Content-Security-Policy"]?.contains("form-action 'self' http://127.0.0.1:") == true)
            let bought = try await scene.museum.buy(tier, client, with: "clover")
            let session = try #require(await scene.clover.sessions().first)
            #expect(bought.status == .seeOther && bought.location?.hasSuffix("/clover/checkout/\(session.id)") == true)
            #expect(session.amount == 60_00 && session.line == "Membership: Household")
            let membership = try await client.get(MuseumPaths.profile())
            #expect(membership.text.contains("You’re not a member yet"), "who is sent to a page has not paid")
            let page = try await client.get(MuseumPaths.membership(MembershipID(1)))
            #expect(page.text.contains("Continue to payment") && page.text.contains(session.id))
            #expect(await scene.clover.pay())
            // The browser is back before anybody has told of the payment.
            let back = try await client.get(MuseumPaths.membership(MembershipID(1)) + "?back=success")
            #expect(back.text.contains("Checking your payment…"))
            try await scene.work()
            #expect(try await client.get(MuseumPaths.membership(MembershipID(1)) + "?back=success").text.contains("You’re a member."))
            #expect(try await client.get(MuseumPaths.profile()).text.contains("Household"))
        }
    }

    @Test(.covers("MUS-015", "MUS-050"), arguments: Engine.available)
    func `a declined card is explained on the membership's page, and changes nothing`(on engine: Engine) async throws {
        try await withCardMuseum(on: engine) { scene in
            let tier = try await scene.museum.tier("Household")
            let client = try await scene.museum.app.signedIn(.ada)
            _ = try await scene.museum.buy(tier, client, with: "clover")
            await scene.clover.pay(with: .declined)
            try await scene.work()
            let page = try await client.get(MuseumPaths.membership(MembershipID(1)) + "?back=failure")
            #expect(page.text.contains("The card was declined.") && page.text.contains("Continue to payment"))
            #expect(try await scene.museum.find(MembershipID(1)).status == .pending)
            // Whoever would rather pay at the desk drops the page.
            #expect(try await client.post(MuseumPaths.pay(MembershipID(1)), ["provider": "cash"]).location == MuseumPaths.membership(MembershipID(1)))
            try await scene.museum.takeCash(scene.museum.find(MembershipID(1)))
            #expect(try await scene.museum.find(MembershipID(1)).status == .active)
        }
    }

    @Test(.covers("MUS-015", "CORE-023"), arguments: Engine.available)
    func `a card that is charged after the desk took the money is paid back, and its owner is told`(on engine: Engine) async throws {
        try await withCardMuseum(on: engine) { scene in
            let tier = try await scene.museum.tier("Household")
            let client = try await scene.museum.app.signedIn(.ada)
            _ = try await scene.museum.buy(tier, client, with: "clover")
            let sven = try await scene.museum.app.signedIn(.owner)
            #expect(try await sven.post(MuseumPaths.takeCash(MembershipID(1))).status == .seeOther)
            #expect(try await !client.get("/account/notices").text.contains("goes back to you"))
            await scene.clover.pay()
            try await scene.work()
            try await scene.work()
            #expect(try await scene.museum.find(MembershipID(1)).status == .active)
            #expect(await scene.clover.balance() == 0)
            #expect(try await client.get("/account/notices").text.contains("goes back to you"))
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `money for a purchase that was cancelled goes back, and a refund ends the membership`(on engine: Engine) async throws {
        try await withCardMuseum(on: engine) { scene in
            let tier = try await scene.museum.tier("Household")
            let client = try await scene.museum.app.signedIn(.ada)
            _ = try await scene.museum.buy(tier, client, with: "clover")
            #expect(try await client.post(MuseumPaths.cancel(MembershipID(1)), ["confirmed": "true"]).status == .seeOther)
            await scene.clover.pay()
            try await scene.work()
            try await scene.work()
            #expect(try await scene.museum.find(MembershipID(1)).status == .cancelled)
            #expect(await scene.clover.balance() == 0)
            _ = try await scene.museum.buy(tier, client, with: "clover")
            await scene.clover.pay()
            try await scene.work()
            #expect(try await scene.museum.find(MembershipID(2)).status == .active)
            let payments = try scene.museum.services.payments
            let payment = try #require(try await scene.museum.find(MembershipID(2)).payment)
            try await scene.museum.app.site.write(by: nil) { try payments.refund(payment, because: "As agreed", in: $0) }
            try await scene.work()
            #expect(try await scene.museum.find(MembershipID(2)).status == .refunded)
            #expect(await scene.clover.balance() == 0)
            #expect(try await client.get(MuseumPaths.profile()).text.contains("Your membership was refunded on"))
        }
    }

    @Test(.covers("MUS-050"))
    func `where Clover makes no page the membership's page says so and offers another try`() async throws {
        try await withCardMuseum(on: .sqlite) { scene in
            let tier = try await scene.museum.tier("Household")
            let client = try await scene.museum.app.signedIn(.ada)
            await scene.clover.behave(.unavailable, ["times": "1"])
            let bought = try await scene.museum.buy(tier, client, with: "clover")
            #expect(bought.location == MuseumPaths.membership(MembershipID(1)))
            let page = try await client.get(MuseumPaths.membership(MembershipID(1))).text
            #expect(page.contains("Clover is busy.") && page.contains("Reserve, pay at the desk"))
            let again = try await client.post(MuseumPaths.pay(MembershipID(1)), ["provider": "clover"])
            #expect(again.location?.contains("/clover/checkout/") == true)
        }
    }
}
