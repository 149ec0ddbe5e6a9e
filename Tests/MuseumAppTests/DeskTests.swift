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

    @Test(.covers("MUS-011", "MUS-046"), arguments: Engine.available)
    func `a manager grants a tier that is not for sale, and ends it again`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let honorary = try await museum.tier("Honorary", price: 0, months: 0, level: 5, isSold: false)
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.post(MuseumPaths.adminMembers(), ["email": "nobody@example.org", "tier": honorary.description])
            #expect(refused.status == .unprocessableContent && refused.text.contains("No account has this email address."))
            let ada = try await museum.app.person(.ada)
            let added = try await owner.post(MuseumPaths.adminMembers(), ["email": Cast.ada.email, "tier": honorary.description])
            #expect(added.status == .seeOther, "\(added.text)")
            let granted = try #require(try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }.first)
            #expect(granted.status == .active && granted.expiresAt == nil && granted.price == 0)
            #expect(try await owner.post(MuseumPaths.adminEndMember(granted.id)).status == .seeOther)
            #expect(try await museum.find(granted.id).status == .revoked)
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `ending a membership that was paid gives the money back`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let chosen = try await museum.chosen(museum.buy(tier, museum.app.signedIn(.ada)))
            try await museum.takeCash(chosen)
            #expect(try await museum.app.signedIn(.owner).post(MuseumPaths.adminEndMember(chosen.id)).status == .seeOther)
            let payments = try museum.services.payments
            let paid = try await museum.app.site.database.read { try payments.all(for: chosen.subject, in: $0) }
            #expect(paid.map(\.status) == [.refundRequested])
            #expect(try await museum.find(chosen.id).status == .refunded)
        }
    }
}
