import Core
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What visitors can do without an account, and what leads them to one.
@Suite struct AccountTests {
    private func withMuseum(on engine: Engine, _ body: (Museum) async throws -> Void) async throws {
        try await MuseumAppTests.withMuseum(on: engine, body)
    }

    @Test(.covers("MUS-001", "MUS-030", "MUS-044"), arguments: Engine.available)
    func `a guest reads everything that is public, and is led to sign in where a membership is needed`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            for open in [MuseumPaths.home(), MuseumPaths.gallery(), MuseumPaths.events(), MuseumPaths.news(), MuseumPaths.tiers()] {
                #expect(try await museum.app.guest.get(open).status == .ok, "\(open)")
            }
            // What is for sale is shown with its price; buying it takes an account.
            let guest = museum.app.guest
            let led = [
                try await guest.get(MuseumPaths.profile()), try await guest.post(MuseumPaths.buy(tier)), try await guest.post(MuseumPaths.give(tier)),
            ]
            for answer in led { #expect(answer.status == .seeOther && answer.location?.contains("sign-in") == true, "\(answer.status)") }
        }
    }

    @Test(.covers("MUS-043", "MUS-044"), arguments: Engine.available)
    func `every place in the menu opens for whoever sees it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            for who in [Cast.ada, .owner] {
                let client = try await museum.app.signedIn(who)
                let page = try await client.get(MuseumPaths.home()).text
                let links = Set(page.matches(of: /href="(\/museum[^"?#]*)"/).map { String($0.1) })
                #expect(links.count >= 4)
                for address in links.sorted() { #expect(try await client.get(address).status == .ok, "\(who) \(address)") }
            }
        }
    }

    @Test(.covers("MUS-012", "MUS-044", "MUS-060"), arguments: Engine.available)
    func `nobody but staff opens a page of staff`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let pages = [
                MuseumPaths.desk(), MuseumPaths.adminTiers(), MuseumPaths.adminMembers(), MuseumPaths.adminExhibits(), MuseumPaths.adminNews(),
                MuseumPaths.adminEvents(), MuseumPaths.adminRooms(),
            ]
            let (ada, owner) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.owner))
            for page in pages {
                #expect(try await ada.get(page).status == .notFound, "\(page)")
                #expect(try await owner.get(page).status == .ok, "\(page)")
            }
        }
    }

    @Test(.covers("MUS-020"), arguments: Engine.available)
    func `what is sold is memberships, and looking around is free`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            _ = try await museum.tier("Household")
            #expect(museum.app.site.extensions[.payables].map(\.kind) == [Membership.kind])
            #expect(try await museum.app.guest.get(MuseumPaths.gallery()).status == .ok)
        }
    }
}
