import Accounts
import Core
import Database
import Mail
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// A museum with a few tiers.
struct Museum: Sendable {
    let app: TestApp

    var services: MuseumServices {
        get throws { try MuseumServices(site: app.site) }
    }

    /// Adds a tier.
    func tier(
        _ name: String, price: Int = 60_00, months: Int = 12, level: Int = 1, guests: Int = 0, isSold: Bool = true
    ) async throws -> TierID {
        let form = TierForm(
            name: name, summary: "For one person", benefits: "Free entry\nA tenth off in the shop",
            price: Money(minor: price, currency: "USD").plain, months: String(months), level: String(level), guests: String(guests), isSold: isSold)
        return try await TierEditing(site: app.site).add(TierDraft(form, currency: "USD"), by: nil)
    }

    /// Chooses a tier and accepts the terms, as somebody on the page of the tier does.
    func buy(_ tier: TierID, _ client: TestClient, with provider: String = "cash") async throws -> TestResponse {
        try await client.post(MuseumPaths.buy(tier), fields: [("provider", provider), ("terms", "true"), ("version", "1")])
    }

    /// The membership that an answer leads to.
    func chosen(_ response: TestResponse) async throws -> Membership {
        let id = try #require(
            response.location?.split(separator: "?").first?.split(separator: "/").last.flatMap { MembershipID(String($0)) }, "\(response.text)")
        return try await find(id)
    }

    /// Somebody after a time in which their session has ended: they sign in again.
    func later(_ who: Cast, by time: Duration) async throws -> TestClient {
        let person = try await app.person(who)
        app.clock.advance(by: time)
        return app.client(token: try await app.site.service(AccountsModule.self).openSession(for: person))
    }

    func find(_ id: MembershipID) async throws -> Membership { try await app.site.database.read { try $0.one(.membership(id)) } }

    /// A member of staff takes the cash for a membership.
    func takeCash(_ membership: Membership) async throws {
        let payments = try services.payments
        try await app.site.write(by: nil) { write in
            for payment in try payments.all(for: membership.subject, in: write) where payment.isOpen { try payments.takeCash(payment.id, in: write) }
        }
        try await app.runJobs()
    }
}

/// Runs a test in a museum of its own.
func withMuseum(on engine: Engine, _ body: (Museum) async throws -> Void) async throws {
    try await withTestApp(
        MuseumApp.self, parts: [AccountsModule.self, MailModule.self, NotificationsModule.self, PaymentsModule.self], on: engine
    ) { app in try await body(Museum(app: app)) }
}
