import Core
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Slips at the desk, and what they leave behind: nothing.
@Suite struct UndoTests {
    private func waiting(of person: PersonID, _ museum: Museum) async throws -> [Membership] {
        try await museum.app.site.database.read { try $0.all(.memberships(of: person)) }.filter { $0.status == .pending }
    }

    @Test(.covers("MUS-015", "MUS-018"), arguments: Engine.available)
    func `undoing the payment of a reservation brings it back at its price, and says what to give back until that is done`(
        on engine: Engine
    ) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", price: 80_00)
            let (ada, person) = (try await museum.app.signedIn(.ada), try await museum.app.person(.ada))
            let reserved = try await museum.chosen(museum.buy(tier, ada))
            // It costs more by now for everybody else.
            try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE museum_tier SET price = 9900 WHERE id = \(tier)") }
            let staff = try await museum.app.signedIn(.owner)
            _ = try await staff.post(MuseumPaths.takeCash(reserved.id))
            let undone = try #require(try await staff.post(MuseumPaths.deskUndo(reserved.id)).location)
            let page = try await staff.get(undone).text
            #expect(page.contains("Sale undone. Give back US$80.") && page.contains("Waiting to pay: Household") && page.contains("Take US$80"))
            #expect(try await staff.get(undone).text.contains("Give back US$80."), "it stays")
            let given = try #require(page.firstMatch(of: /href="([^"]+)"[^>]*>(?:(?!<\/a>).)*Given back/.dotMatchesNewlines())?.1)
            let done = try await staff.get(String(given).replacing("&amp;", with: "&")).text
            #expect(done.contains("You gave back US$80.") && !done.contains("Give back US$80."))
            let after = try await staff.get(MuseumPaths.deskPerson(person)).text
            #expect(!after.contains("Give back") && !after.contains("refunded on"), "the slip is nobody's history")
            let again = try #require(try await waiting(of: person, museum).first)
            #expect(again.tier == tier && again.cost.minor == 80_00 && again.payableUntil == reserved.payableUntil && again.source == reserved.source)
            #expect(try await staff.get(MuseumPaths.desk()).text.contains(MuseumPaths.takeCash(again.id)))
            let profile = try await ada.get(MuseumPaths.profile()).text
            #expect(profile.contains("Not paid yet: Household") && !profile.contains("Refunded"))
            #expect(try await ada.get(SitePaths.inbox()).text.contains("Your reservation is back: Household"))
            // Paid after all, it counts.
            #expect(try await staff.post(MuseumPaths.takeCash(again.id)).status == .seeOther)
            #expect(try await museum.find(again.id).isValid(at: museum.now))
        }
    }

    @Test(.covers("MUS-015", "MUS-018"), arguments: Engine.available)
    func `undoing a sale brings back what was reserved before it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 45_00), try await museum.tier("Household", price: 80_00, level: 2))
            let (ada, person) = (try await museum.app.signedIn(.ada), try await museum.app.person(.ada))
            let reserved = try await museum.chosen(museum.buy(single, ada))
            let staff = try await museum.app.signedIn(.owner)
            let sold = try await museum.chosen(staff.post(MuseumPaths.deskSell(person), ["tier": household.description]))
            #expect(try await museum.find(reserved.id).status == .cancelled)
            let undone = try #require(try await staff.post(MuseumPaths.deskUndo(sold.id)).location)
            #expect(try await staff.get(undone).text.contains("Give back US$80."))
            let again = try await waiting(of: person, museum)
            #expect(again.map(\.id) == [reserved.id] && again.map(\.cost.minor) == [45_00])
            #expect(try await staff.post(MuseumPaths.takeCash(reserved.id)).status == .seeOther)
            #expect(try await museum.find(reserved.id).status == .active)
        }
    }

    @Test(.covers("MUS-009", "MUS-015"), arguments: Engine.available)
    func `undoing the payment of a change lets what it replaced count, and the change wait at its price`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (single, household) = (try await museum.tier("Single", price: 400_00), try await museum.tier("Household", price: 800_00, level: 2))
            let (ada, person) = (try await museum.app.signedIn(.ada), try await museum.app.person(.ada))
            let first = try await museum.member(ada, of: single)
            let change = try await museum.chosen(museum.buy(household, ada))
            #expect(change.credit > 0)
            let staff = try await museum.app.signedIn(.owner)
            _ = try await staff.post(MuseumPaths.takeCash(change.id))
            #expect(try await museum.find(first.id).replacedBy == change.id)
            let sale = try await staff.get(MuseumPaths.deskSold(change.id)).text
            #expect(sale.contains("and the membership waits to be paid again. Single counts again."))
            _ = try await staff.post(MuseumPaths.deskUndo(change.id))
            #expect(try await museum.find(first.id).isValid(at: museum.now))
            let again = try #require(try await waiting(of: person, museum).first)
            #expect(again.cost == change.cost)
            _ = try await staff.post(MuseumPaths.takeCash(again.id))
            #expect(try await museum.find(first.id).replacedBy == again.id)
        }
    }

    @Test(.covers("MUS-017", "MUS-018"), arguments: Engine.available, ["", Cast.bea.email])
    func `undoing the payment of a gift keeps for whom it is`(on engine: Engine, email: String) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household", price: 80_00)
            let (ada, bea) = (try await museum.app.signedIn(.ada), try await museum.app.person(.bea))
            try await museum.app.site.write(by: nil) { _ = try $0.run("UPDATE account_person SET email_verified_at = 1 WHERE id = \(bea)") }
            let gift = try await museum.chosen(
                ada.post(
                    MuseumPaths.give(tier),
                    fields: [
                        ("name", "Grandma"), ("email", email), ("message", "See you"), ("provider", "cash"), ("terms", "true"), ("version", "1"),
                    ]))
            let staff = try await museum.app.signedIn(.owner)
            _ = try await staff.post(MuseumPaths.takeCash(gift.id))
            // An account that has proved the address has it at once.
            #expect(try await museum.find(gift.id).status == (email.isEmpty ? .unclaimed : .active))
            #expect(try await staff.get(MuseumPaths.deskSold(gift.id)).text.contains("Undo"))
            _ = try await staff.post(MuseumPaths.deskUndo(gift.id))
            let giver = try await museum.app.person(.ada)
            let all = try await museum.app.site.database.read { try $0.all(.gifts(by: giver)) }
            let again = try #require(all.first { $0.status == .pending })
            #expect(again.person == nil)
            let kept = try await museum.app.site.database.read { try $0.first(.gift(again.id)) }
            #expect(kept?.name == "Grandma" && kept?.message == "See you")
        }
    }
}
