import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Somebody with several memberships is one row at the desk and at the entrance.
@Suite struct OnePersonTests {
    @Test(.covers("MUS-022", "MUS-047"), arguments: Engine.available)
    func `the entrance shows what counts now, and the rest of a person's memberships under it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.signedIn(.ada))
            let household = try await museum.member(ada, of: museum.tier("Household", level: 2))
            _ = try await museum.member(ada, of: museum.tier("Friend", level: 0))
            let gate = try museum.services.gate
            let found = try await museum.app.site.database.read { try gate.search("ada", for: .originals, in: $0) }
            #expect(found.map(\.membership) == [household.id] && found.first?.hasEntry == true)
            #expect(found.first?.others?.map(\.tier) == ["Friend"])
            let page = try await staff.post(MuseumPaths.gateScan(), ["words": "ada", "nonce": "a"]).text
            #expect(page.contains("data-gate-admit=\"\(household.id)\""))
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `the desk has a card under its holder's address, and finds a number with the spaces it is read with`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, tier) = (try await museum.app.signedIn(.owner), try await museum.tier("Household"))
            // Sold to an address, before the account says that it is hers.
            let buyer = ["name": Cast.ada.name, "email": Cast.ada.email, "tier": tier.description]
            let sold = try await museum.chosen(staff.post(MuseumPaths.deskNew(), form: buyer))
            let ada = try await museum.app.person(.ada)
            let page = try await staff.get(link(MuseumPaths.desk(), query: ["q": "ada"])).text
            #expect(page.split(separator: "class=\"desk-name\"").count == 2, "one row")
            #expect(page.contains("href=\"\(MuseumPaths.deskHolder(sold.id))\"") && page.contains("href=\"\(MuseumPaths.deskPerson(ada))\""))
            // What her account has to pay for stands there too, though the card counts.
            let upgrade = try await museum.chosen(museum.buy(museum.tier("Patron", level: 3), museum.app.signedIn(.ada)))
            let unpaid = try await staff.get(link(MuseumPaths.desk(), query: ["q": "ada"])).text
            #expect(unpaid.contains("Member: Household") && unpaid.contains("Waiting to pay: Patron"))
            #expect(unpaid.contains(MuseumPaths.takeCash(upgrade.id)))
            #expect(MemberNumbers.grouped(1_234_567) == "1\u{A0}234\u{A0}567" && MemberNumbers.grouped(12) == "12")
            #expect(MemberNumbers.typed("1 234\u{A0}567") == MembershipID(1_234_567) && MemberNumbers.typed("1 a") == nil)
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `two people of one name are two rows, told apart by their number or address`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, tier) = (try await museum.app.signedIn(.owner), try await museum.tier("Household"))
            _ = try await museum.app.person(.ada)
            var cards: [MembershipID] = []
            for email in ["", "", "ada@elsewhere.example", "ada@third.example"] {
                let buyer = ["name": Cast.ada.name, "email": email, "tier": tier.description]
                cards.append(try await museum.chosen(staff.post(MuseumPaths.deskNew(), form: buyer)).id)
            }
            let page = try await staff.get(link(MuseumPaths.desk(), query: ["q": "ada"])).text
            #expect(page.split(separator: "class=\"desk-name\"").count == 6, "an account and four cards")
            #expect(page.contains(Cast.ada.email))
            for card in cards { #expect(page.contains("Member number \(card)<"), "\(card)") }
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `a sale shows the code before the buttons, and every tier its price and the sum to take`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (staff, tier) = (try await museum.app.signedIn(.owner), try await museum.tier("Household", price: 80_00))
            // What a script puts in stays in the words of every language.
            let gate = try await museum.app.signedIn(.owner).with("Accept-Language", "sv").get(MuseumPaths.gate()).text
            #expect(gate.contains("data-word-until=\"Gäller till och med %1\""))
            let desk = try await staff.get(MuseumPaths.desk()).text
            #expect(desk.contains("US$80 a year") && desk.contains("Take US$80 in cash"), "without opening anything")
            let sold = try #require(try await staff.post(MuseumPaths.deskNew(), ["name": "Otto Brask", "tier": tier.description]).location)
            let page = try await staff.get(sold).text
            let membership = try #require(sold.split(separator: "/").last.flatMap { MembershipID(String($0)) })
            let code = try museum.services.gifts.link.code(of: await museum.find(membership))
            let parts = try [">Paid: US$80<", "class=\"gift-code\"", code, "data-print", "Next person"].map {
                try #require(page.firstRange(of: $0)?.lowerBound, "\($0)")
            }
            #expect(parts == parts.sorted())
        }
    }
}
