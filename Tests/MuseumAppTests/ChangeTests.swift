import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Going from one tier to another, and back.
@Suite struct ChangeTests {
    private struct Scene {
        let museum: Museum
        let single: TierID
        let household: TierID
        let ada: TestClient
        /// Paid for a year that is half over.
        let first: Membership
    }

    private func withHalfAYear(on engine: Engine, household price: Int = 800_00, _ body: (Scene) async throws -> Void) async throws {
        try await withMuseum(on: engine) { museum in
            let single = try await museum.tier("Single", price: 400_00)
            let household = try await museum.tier("Household", price: price, level: 2)
            let ada = try await museum.app.signedIn(.ada)
            let chosen = try await museum.chosen(museum.buy(single, ada))
            try await museum.takeCash(chosen)
            let later = try await museum.later(.ada, by: .days(182))
            try await body(Scene(museum: museum, single: single, household: household, ada: later, first: museum.find(chosen.id)))
        }
    }

    private func left(of membership: Membership, _ museum: Museum) throws -> Int {
        let site = museum.app.site
        return Exchange.unused(
            of: Money(minor: membership.price, currency: membership.currency), from: try #require(membership.startsAt),
            to: try #require(membership.expiresAt), at: site.clock.now(), in: site.configuration.zone)
    }

    @Test(.covers("MUS-009"))
    func `what is left is counted by days, rounded up to whole kronor, and never more than was paid`() throws {
        let zone = try #require(TimeZone(identifier: "Europe/Stockholm"))
        func left(_ minor: Int, _ currency: String = "SEK", on day: String) throws -> Int {
            let (start, end) = (try #require(Day("2026-05-03")), try #require(Day("2027-05-03")))
            return Exchange.unused(
                of: Money(minor: minor, currency: currency), from: start.noon(in: zone), to: end.noon(in: zone),
                at: try #require(Day(day)).noon(in: zone), in: zone)
        }
        #expect(try left(400_00, on: "2026-05-03") == 400_00)
        // 149 of 365 days: 163.29 kr.
        #expect(try left(400_00, on: "2026-12-05") == 164_00)
        #expect(try left(400_00, on: "2027-05-02") == 2_00)
        #expect(try left(400_00, on: "2027-05-03") == 0 && left(400_00, on: "2028-01-01") == 0)
        #expect(try left(50, on: "2026-05-04") == 50 && left(0, on: "2026-06-01") == 0)
        // A currency without decimals.
        #expect(try left(40_000, "UGX", on: "2026-12-05") == 16_329)
    }

    @Test(.covers("MUS-009", "MUS-013", "MUS-015"), arguments: Engine.available)
    func `who changes to a better tier pays less by what is left, reads so before, and has one membership after`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let (museum, ada) = (scene.museum, scene.ada)
            let taken = try left(of: scene.first, museum), rest = 800_00 - taken
            func dollars(_ minor: Int) -> String { "US$\(minor / 100)" }
            let page = try await ada.get(MuseumPaths.buy(scene.household)).text
            #expect(page.contains("You paid US$400 until ") && page.contains("; \(dollars(taken)) of it is taken off."))
            #expect(page.contains("Single ends when Household begins.") && page.contains("Reserve, pay at the desk"))
            #expect(try await ada.get(MuseumPaths.tiers()).text.contains("\(dollars(taken)) of what you paid is taken off."))
            let chosen = try await museum.chosen(museum.buy(scene.household, ada))
            #expect(chosen.credit == taken && chosen.cost.minor == rest)
            // Until it is paid nothing has changed.
            #expect(try await museum.find(scene.first.id).isValid(at: museum.app.site.clock.now()))
            try await museum.takeCash(chosen)
            let (before, after) = (try await museum.find(scene.first.id), try await museum.find(chosen.id))
            #expect(before.replacedBy == after.id && before.status == .revoked)
            #expect(after.status == .active && after.startsAt == museum.app.site.clock.now())
            let payments = try museum.services.payments
            let paid = try #require(try await museum.app.site.database.read { try payments.all(for: after.subject, in: $0) }.first)
            #expect(paid.amount.minor == rest && paid.isPaid)
            let receipt = try #require(try await museum.app.site.database.read { try payments.receiptLinks(of: after.subject, in: $0) }.first)
            let sheet = try await ada.get(receipt.path).text
            for words in ["Taken off for Single", dollars(rest), Cast.ada.name, "US$800"] { #expect(sheet.contains(words), "\(words)") }
            #expect(try await ada.get(MuseumPaths.membership(before.id)).text.contains("You changed to another membership on"))
            #expect(try await ada.get(MuseumPaths.membership(after.id)).text.contains(dollars(taken)))
        }
    }

    @Test(.covers("MUS-009", "MUS-015"), arguments: Engine.available)
    func `a refund of the change gives back what was paid for it, and the membership before counts again`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let chosen = try await museum.chosen(museum.buy(scene.household, scene.ada))
            try await museum.takeCash(chosen)
            let owner = try await museum.app.signedIn(.owner)
            // The same money can't go back twice: once as money, once as what was taken off.
            let payments = try museum.services.payments
            let payment = try #require(scene.first.payment)
            await #expect(throws: MembershipRefusal.countsTowardsAnother) {
                try await museum.app.site.write(by: nil) { try payments.refund(payment, because: "As agreed", in: $0) }
            }
            let asking = try await scene.ada.get(MuseumPaths.askRefund(chosen.id)).text
            #expect(asking.contains("Household ends at once, and Single counts again until "), "what comes back and what ends, before one asks")
            let question = try await owner.get(MuseumPaths.adminEndMember(chosen.id)).text
            #expect(question.contains("With a refund, Single counts again until") && question.contains("Refund US$\(chosen.cost.minor / 100)"))
            _ = try await owner.post(MuseumPaths.adminEndMember(chosen.id), ["confirmed": "true", "refund": "true"])
            let (before, after) = (try await museum.find(scene.first.id), try await museum.find(chosen.id))
            #expect(after.status == .refunded && before.status == .active && before.replacedBy == nil)
            #expect(before.expiresAt == scene.first.expiresAt && before.isValid(at: museum.app.site.clock.now()))
            let sums = try await museum.app.site.database.read { db in
                try [before, after].map { try payments.all(for: $0.subject, in: db).map { "\($0.status.rawValue) \($0.amount.minor)" } }
            }
            #expect(sums == [["confirmed 40000"], ["refund-requested \(chosen.cost.minor)"]])
            let told = try await scene.ada.get(MuseumPaths.membership(chosen.id)).text
            #expect(told.contains("You get US$\(chosen.cost.minor / 100) back at the desk. Household has ended, and Single counts again until "))
            #expect(try await scene.ada.get(MuseumPaths.profile()).text.contains("Single"))
        }
    }

    @Test(.covers("MUS-009"), arguments: Engine.available)
    func `nobody pays less than nothing, and what is left over is named`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine, household: 60_00) { scene in
            let museum = scene.museum
            let page = try await scene.ada.get(MuseumPaths.buy(scene.household)).text
            #expect(page.contains("US$60 of it is taken off.") && page.contains("isn’t paid out") && page.contains("Change membership"))
            let changed = try await museum.chosen(museum.buy(scene.household, scene.ada, with: ""))
            #expect(changed.status == .active && changed.cost.minor == 0 && changed.payment == nil)
            #expect(try await museum.find(scene.first.id).replacedBy == changed.id)
            let payments = try museum.services.payments
            #expect(try await museum.app.site.database.read { try payments.receiptLinks(of: changed.subject, in: $0) }.map(\.isCredit) == [false])
            // Taken back, the one before counts again.
            let owner = try await museum.app.signedIn(.owner)
            #expect(try await owner.get(MuseumPaths.adminEndMember(changed.id)).text.contains("Let Single count again"))
            _ = try await owner.post(MuseumPaths.adminEndMember(changed.id), ["confirmed": "true", "refund": "true"])
            #expect(try await museum.find(scene.first.id).isValid(at: museum.app.site.clock.now()))
            #expect(try await museum.find(changed.id).status == .revoked)
            #expect(
                try await museum.app.site.database.read { try payments.receiptLinks(of: changed.subject, in: $0) }.map(\.isCredit) == [false, true])
        }
    }

    @Test(.covers("MUS-009", "MUS-046"), arguments: Engine.available)
    func `the desk takes the same, says why, and undoes it`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let (museum, ada) = (scene.museum, try await scene.museum.app.person(.ada))
            let rest = (800_00 - (try left(of: scene.first, museum))) / 100
            let owner = try await museum.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.deskPerson(ada)).text
            #expect(page.contains("Take US$\(rest) in cash") && page.contains("Change from today: Single ends, and US$\(800 - rest) is taken off"))
            let sold = try #require(try await owner.post(MuseumPaths.deskSell(ada), ["tier": scene.household.description]).location)
            #expect(try await owner.get(sold).text.contains("Paid: US$\(rest)"))
            let all = try await museum.app.site.database.read { try $0.all(.memberships(of: ada)) }
            let newest = try #require(all.first)
            #expect(newest.tier == scene.household && all.last?.replacedBy == newest.id)
            _ = try await owner.post(MuseumPaths.deskUndo(newest.id))
            #expect(try await museum.find(scene.first.id).isValid(at: museum.app.site.clock.now()))
            #expect(try await museum.find(newest.id).status == .refunded)
        }
    }

    @Test(.covers("MUS-009", "MUS-017"), arguments: Engine.available, [MembershipSource.gift, .granted])
    func `what others paid for isn't taken off, and the page says so`(on engine: Engine, source: MembershipSource) async throws {
        try await withMuseum(on: engine) { museum in
            let single = try await museum.tier("Single", price: 400_00)
            let household = try await museum.tier("Household", price: 800_00, level: 2)
            let (ada, person) = (try await museum.app.signedIn(.ada), try await museum.app.person(.ada))
            let services = try museum.services
            let id = try await museum.app.site.write(by: nil) { write in
                let id = try services.memberships.grant(try write.one(.tier(single)), to: person, in: write)
                _ = try write.run("UPDATE museum_membership SET source = \(source), price = 40000 WHERE id = \(id)")
                return id
            }
            let page = try await ada.get(MuseumPaths.buy(household)).text
            #expect(page.contains("You didn’t pay for it, so nothing is taken off."))
            let chosen = try await museum.chosen(museum.buy(household, ada))
            #expect(chosen.cost.minor == 800_00)
            try await museum.takeCash(chosen)
            #expect(try await museum.find(id).isValid(at: museum.app.site.clock.now()))
        }
    }

    @Test(.covers("MUS-009", "MUS-014"), arguments: Engine.available)
    func `a smaller tier begins when the better one ends`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let friend = try await museum.tier("Friend", price: 50_00, level: 0)
            let page = try await scene.ada.get(MuseumPaths.buy(friend)).text
            #expect(page.contains("It gives you more, and runs until") && page.contains("Friend begins after that."))
            let chosen = try await museum.chosen(museum.buy(friend, scene.ada))
            try await museum.takeCash(chosen)
            #expect(try await museum.find(chosen.id).startsAt == scene.first.expiresAt)
        }
    }

    @Test(.covers("MUS-009", "MUS-015"), arguments: Engine.available)
    func `a change that waits for its money goes when what is taken off for it has gone`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let waiting = try await museum.chosen(museum.buy(scene.household, scene.ada))
            let payments = try museum.services.payments
            try await museum.app.site.write(by: nil) { try payments.refund(try #require(scene.first.payment), because: "As agreed", in: $0) }
            #expect(try await museum.find(waiting.id).status == .cancelled)
            let left = try await museum.app.site.database.read { try payments.all(for: waiting.subject, in: $0) }
            #expect(left.map(\.isOpen) == [false])
            // Chosen again, it costs its price.
            #expect(try await museum.chosen(museum.buy(scene.household, scene.ada)).cost.minor == 800_00)
        }
    }

    @Test(.covers("MUS-009", "MUS-013"), arguments: Engine.available)
    func `nobody buys at another price than the page said`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let shown = 800_00 - (try left(of: scene.first, museum))
            let ada = try await museum.later(.ada, by: .days(30))
            func buy(_ cost: Int) async throws -> TestResponse {
                try await ada.post(MuseumPaths.buy(scene.household), ["provider": "cash", "cost": String(cost)])
            }
            let refused = try await buy(shown)
            let now = 800_00 - (try left(of: scene.first, museum))
            #expect(refused.status == .conflict && refused.text.contains("What is to be paid has changed."))
            #expect(refused.text.contains("value=\"\(now)\""))
            #expect(try await buy(now).status == .seeOther)
        }
    }

    @Test(.covers("MUS-014", "MUS-021", "MUS-022"), arguments: Engine.available)
    func `a member keeps one number through renewals and changes, and is found by every number they had`(on engine: Engine) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let renewed = try await museum.chosen(museum.buy(scene.single, scene.ada))
            try await museum.takeCash(renewed)
            let changed = try await museum.chosen(museum.buy(scene.household, scene.ada))
            try await museum.takeCash(changed)
            let number = "Member number \(scene.first.id)"
            #expect(try await scene.ada.get(MuseumPaths.profile()).text.contains(number))
            #expect(try await scene.ada.get(MuseumPaths.code()).text.contains(number))
            let owner = try await museum.app.signedIn(.owner)
            for one in [scene.first.id, renewed.id, changed.id] {
                let found = try await owner.get(link(MuseumPaths.apiGateMembers(), query: ["q": one.description])).text
                #expect(found.contains("\"membership\":\(changed.id)") && found.contains("Household"), "\(one): \(found)")
                #expect(try await owner.get(link(MuseumPaths.desk(), query: ["q": one.description])).text.contains(Cast.ada.name))
                #expect(try await owner.get(link(MuseumPaths.adminMembers(), query: ["q": one.description])).text.contains(Cast.ada.name))
            }
            // A gate that goes offline knows it, too.
            #expect(try await owner.get(MuseumPaths.apiGate()).text.contains("\"number\":\(scene.first.id)"))
        }
    }

    @Test(.covers("MUS-015", "MUS-022", "MUS-023"), arguments: Engine.available, ["end", "keep"])
    func `ending this year names the next one that is paid, and staff choose`(on engine: Engine, choice: String) async throws {
        try await withHalfAYear(on: engine) { scene in
            let museum = scene.museum
            let next = try await museum.chosen(museum.buy(scene.single, scene.ada))
            try await museum.takeCash(next)
            let owner = try await museum.app.signedIn(.owner)
            let question = try await owner.get(MuseumPaths.adminEndMember(scene.first.id)).text
            // Nothing is chosen for them, and the button says what goes back.
            #expect(question.contains("Begins later: Single") && question.contains("Can be refunded: US$800"))
            #expect(!question.contains("name=\"refund\""))
            let both = try await owner.get(link(MuseumPaths.adminEndMember(scene.first.id), query: ["terms": "all"])).text
            #expect(both.contains("Refund US$800") && both.contains("End without a refund"))
            // Without the tick the question is asked again, of the same terms.
            let asked = link(MuseumPaths.adminEndMember(scene.first.id), query: ["terms": "all"])
            #expect(both.contains("action=\"\(asked)\""))
            #expect(try await owner.post(asked, ["refund": "true", "next": "end"]).location == asked)
            let one = try await owner.get(link(MuseumPaths.adminEndMember(scene.first.id), query: ["terms": "one"])).text
            #expect(one.contains("Refund US$400") && one.contains("Single begins on"))
            let ended = try await owner.post(
                MuseumPaths.adminEndMember(scene.first.id), ["confirmed": "true", "refund": "true", "next": choice])
            #expect(ended.status == .seeOther)
            #expect(try await museum.find(scene.first.id).status == .refunded)
            #expect(try await museum.find(next.id).status == (choice == "end" ? .refunded : .active))
            let profile = try await scene.ada.get(MuseumPaths.profile()).text
            guard choice == "keep" else { return #expect(profile.contains("Your membership was refunded on")) }
            #expect(profile.contains("Begins on") && !profile.contains("You’re not a member yet"))
            #expect(try await scene.ada.get(MuseumPaths.code()).text.contains("Your membership begins on"))
            let found = try await owner.post(MuseumPaths.gateScan(), ["words": Cast.ada.name, "nonce": "n1"]).text
            #expect(found.contains("Begins on") && !found.contains("gate-admit=\""))
            let refused = try await owner.post(MuseumPaths.gateAdmit(), ["membership": next.id.description, "nonce": "n2"]).text
            #expect(refused.contains("Not valid yet") && refused.contains("Begins on"))
        }
    }
}
