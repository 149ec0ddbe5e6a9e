import Accounts
import Core
import Database
import Payments
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// The site and MemberPress, kept in line over the wire.
@Suite struct MemberPressSyncTests {
    // What MemberPress knows comes here.

    @Test(.covers("MUS-004", "MUS-018", "MUS-048"), arguments: Engine.available)
    func `a membership bought at the museum shows in the account with the same address`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let grace = try await scene.person("Grace@museum.example")
            try await scene.sync()
            let all = try await scene.memberships(of: grace.id)
            #expect(all.count == 2 && all.allSatisfy { $0.source == .desk && $0.price == 95_00 })
            #expect(all.filter { $0.isValid(at: scene.now) }.count == 1)
            #expect(try await grace.client.get(MuseumPaths.profile()).text.contains("Family"))
            #expect(try await grace.client.get(MuseumPaths.code()).status == .ok)
            // A second run changes nothing.
            try await scene.sync()
            #expect(try await scene.memberships(of: grace.id) == all)
            let state = try await scene.state()
            #expect(state.succeededAt == scene.now && state.failure == nil && state.cursor == nil && !state.isDue)
        }
    }

    @Test(.covers("MUS-018", "MUS-003"), arguments: Engine.available)
    func `an address that two members share, or that nobody confirmed, gives nobody a membership`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let amina = try await scene.person("amina@museum.example", "Amina Achieng")
            let cedric = try await scene.person("grace@museum.example")
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(cedric.id)")
            }
            try await scene.sync()
            for one in [amina, cedric] { #expect(try await scene.memberships(of: one.id).isEmpty) }
            let conflict = try #require(try await scene.conflicts().first { $0.kind == .doubleEmail })
            #expect(conflict.words == "amina@museum.example" && conflict.subject == 11)
            // Staff decide whose it is.
            let owner = try await scene.app.signedIn(.owner)
            let page = try await owner.get(MuseumPaths.adminMemberPress()).text
            #expect(page.contains("Two members in MemberPress have this email address."))
            #expect(try await owner.post(MuseumPaths.adminMemberPressConflict(conflict.id), ["choice": "11"]).status == .seeOther)
            try await scene.app.runJobs()
            let found = try await scene.memberships(of: amina.id)
            #expect(found.map(\.expiresAt) == [nil])
            #expect(try await scene.conflicts().isEmpty)
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `what changes in MemberPress changes here, refunds and ends among it`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let elin = try await scene.person("elin@museum.example")
            let farah = try await scene.person("farah@museum.example")
            try await scene.sync()
            let (first, second) = (
                try #require(try await scene.memberships(of: elin.id).first), try #require(try await scene.memberships(of: farah.id).first)
            )
            #expect(first.isValid(at: scene.now) && second.isValid(at: scene.now))
            let client = try scene.client
            let (refunded, ended) = (
                try #require(try await client.transactions(of: 15).first), try #require(try await client.transactions(of: 16).first)
            )
            await scene.standIn.act("refund", ["transaction": String(refunded.id)])
            await scene.standIn.act("expire", ["transaction": String(ended.id)])
            try await scene.sync()
            #expect(try await scene.museum.find(first.id).status == .refunded)
            let over = try await scene.museum.find(second.id)
            #expect(over.status == .active && !over.isValid(at: scene.now))
            #expect(try await !elin.client.get(MuseumPaths.profile()).text.contains("Show entrance code"))
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `a member who is deleted while pages are read loses what came from there, and nobody else does`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            let company = try await scene.person("office@company.example", "Company")
            try await scene.sync()
            let valid = try #require(try await scene.memberships(of: grace.id).first { $0.isValid(at: scene.now) })
            let companys = try #require(try await scene.memberships(of: company.id).first)
            await scene.standIn.behave(.membersVanish)
            scene.app.clock.advance(by: .seconds(60))
            var sync = try scene.museum.services.memberPress
            sync.pageSize = 10
            try await scene.site.write(by: nil) { try SyncState.ask(in: $0) }
            try await sync.run()
            // The newest member, the company, went after the first page.
            #expect(try await scene.museum.find(companys.id).status == .revoked)
            #expect(try await scene.museum.find(valid.id).isValid(at: scene.now))
            #expect(try await scene.conflicts().contains { $0.kind == .memberGone && $0.subject == 56 })
            // Who went after their page was read is found by the next run.
            await scene.standIn.behave(.none)
            scene.app.clock.advance(by: .seconds(60))
            try await scene.sync()
            let gone = try await scene.site.database.read {
                try $0.one("SELECT count(*) FROM museum_memberpress_member WHERE gone_at IS NOT NULL" as Query<Int>)
            }
            #expect(await scene.standIn.memberCount() == 46 - gone)
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `a membership that staff change to another tier in MemberPress is of that tier here`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let farah = try await scene.person("farah@museum.example")
            try await scene.sync()
            let before = try #require(try await scene.memberships(of: farah.id).first)
            let change = "UPDATE museum_memberpress_transaction SET product_id = 202, is_settled = 0 WHERE member_id = 16" as SQL
            try await scene.site.write(by: nil) { write in _ = try write.run(change) }
            try await scene.museum.services.memberPress.reconciliation.settleAll()
            let family = try await scene.tier(202)
            let after = try await scene.museum.find(before.id)
            #expect(before.tier != family.id && after.tier == family.id && after.isValid(at: scene.now))
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `a membership that no tier stands for is for people to decide`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let hassan = try await scene.person("hassan@museum.example", "Hassan")
            try await scene.sync()
            #expect(try await scene.memberships(of: hassan.id).isEmpty)
            let conflict = try #require(try await scene.conflicts().first { $0.kind == .unknownTier })
            #expect(conflict.words.hasPrefix("Hassan"))
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.post(MuseumPaths.adminMemberPressConflict(conflict.id)).status == .seeOther)
            try await scene.sync()
            #expect(try await scene.conflicts().isEmpty)
        }
    }

    // What is bought here goes there.

    @Test(.covers("MUS-048", "MUS-049"), arguments: Engine.available, [nil, MemberPressFault.responseLost])
    func `a membership bought here is written to MemberPress once`(on engine: Engine, fault: MemberPressFault?) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let zuri = try await scene.person("zuri@museum.example", "Zuri Lungu")
            if let fault { await scene.standIn.behave(fault, ["on": "transactions", "method": "POST", "times": "1"]) }
            let bought = try await scene.buy(try await scene.tier(201), zuri.client)
            #expect(await scene.standIn.transactions(numbered: bought.reference) == 1)
            let member = try #require(try await scene.client.members(withEmail: "zuri@museum.example").first)
            #expect(member.firstName == "Zuri" && member.lastName == "Lungu")
            let there = try #require(try await scene.client.transactions(of: member.id).first)
            #expect(there.membership == 201 && there.status == .complete && there.total == bought.price)
            #expect(there.expiresAt.map { $0.milliseconds / 1000 } == bought.expiresAt.map { $0.milliseconds / 1000 })
            // Nothing comes back as a second membership.
            try await scene.sync()
            #expect(try await scene.memberships(of: zuri.id) == [bought])
            #expect(await scene.standIn.transactions(numbered: bought.reference) == 1)
        }
    }

    @Test(.covers("MUS-048", "MUS-003"), arguments: Engine.available)
    func `what is bought with an address that nobody confirmed waits until somebody has`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let person = try await scene.person("grace@museum.example")
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE account_person SET email_verified_at = NULL WHERE id = \(person.id)")
            }
            let bought = try await scene.buy(try await scene.tier(201), person.client)
            #expect(await scene.standIn.transactions(numbered: bought.reference) == 0)
            #expect(try await scene.memberships(of: person.id) == [bought])
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE account_person SET email_verified_at = \(write.now) WHERE id = \(person.id)")
            }
            try await scene.sync()
            #expect(await scene.standIn.transactions(numbered: bought.reference) == 1)
            #expect(try await scene.client.transactions(of: 17).contains { $0.reference == bought.reference })
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `a refund on either side reaches the other, and no money moves by itself`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let tier = try await scene.tier(201)
            let (zuri, bo) = (try await scene.person("zuri@museum.example", "Zuri"), try await scene.person("bo@museum.example", "Bo"))
            let (here, there) = (try await scene.buy(tier, zuri.client), try await scene.buy(tier, bo.client))
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.post(MuseumPaths.adminEndMember(here.id), ["confirmed": "true", "refund": "true"]).status == .seeOther)
            try await scene.app.runJobs()
            let first = try #require(try await scene.client.transaction(reference: here.reference))
            #expect(first.status == .refunded)

            let second = try #require(try await scene.client.transaction(reference: there.reference))
            await scene.standIn.act("refund", ["transaction": String(second.id)])
            try await scene.sync()
            #expect(try await scene.museum.find(there.id).status == .revoked)
            let conflict = try #require(try await scene.conflicts().first)
            #expect(conflict.kind == .refundedThere && conflict.membership == there.id)
            let payments = try scene.museum.services.payments
            let paid = try await scene.site.database.read { try payments.all(for: there.subject, in: $0) }
            #expect(paid.map(\.isPaid) == [true])
        }
    }

    @Test(.covers("MUS-048", "MUS-009"), arguments: Engine.available)
    func `a change to a better tier ends the old one there without a refund, and back again`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let (single, family) = (try await scene.tier(201), try await scene.tier(202))
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE museum_tier SET level = 2, price = \(single.price * 3) WHERE id = \(family.id)")
            }
            let zuri = try await scene.person("zuri@museum.example", "Zuri Lungu")
            let first = try await scene.buy(single, zuri.client)
            scene.app.clock.advance(by: .days(100))
            let again = scene.app.client(token: try await scene.site.service(AccountsModule.self).openSession(for: zuri.id))
            let second = try await scene.buy(family, again)
            try await scene.app.runJobs()
            #expect(second.credit > 0 && second.cost.minor < second.price)
            func there(_ one: Membership) async throws -> MemberPressTransaction {
                try #require(try await scene.client.transaction(reference: one.reference))
            }
            // What was paid stays as it was paid; the old one ends when the new one begins.
            let (old, new) = (try await there(first), try await there(second))
            #expect(old.status == .complete && old.total == first.price && new.total == second.cost.minor)
            #expect(old.expiresAt.map { $0.milliseconds / 1000 } == second.startsAt.map { $0.milliseconds / 1000 })
            try await scene.sync()
            #expect(try await scene.museum.find(first.id).replacedBy == second.id)
            #expect(try await scene.conflicts().isEmpty)
            // The refund of the change lets the old one run to its own end, on both sides.
            let owner = try await scene.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminEndMember(second.id), ["confirmed": "true", "refund": "true"])
            try await scene.app.runJobs()
            try await scene.sync()
            let restored = try await scene.museum.find(first.id)
            #expect(restored.isValid(at: scene.now) && restored.expiresAt == first.expiresAt)
            #expect(try await there(second).status == .refunded)
            #expect(try await there(first).expiresAt.map { $0.milliseconds / 1000 } == first.expiresAt.map { $0.milliseconds / 1000 })
            #expect(try await scene.site.database.read { try MemberPressWriter.Waiting.count(in: $0) }.endings == 0)
        }
    }

    @Test(.covers("MUS-048"), arguments: Engine.available)
    func `the address of another WordPress site isn't taken for the one before`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE museum_memberpress_member SET email = 'other-' || email")
            }
            let address = scene.standIn.credentials.address
            try await scene.site.configure { $0.memberPress?.address = address.replacing("127.0.0.1", with: "localhost") }
            let owner = try await scene.app.signedIn(.owner)
            let answer = try await owner.post(MuseumPaths.adminMemberPress(), ["address": address])
            #expect(answer.text.contains("This WordPress site has other members than the one before."))
            #expect(answer.status == .unprocessableContent)
        }
    }

    // Webhooks.

    @Test(.covers("MUS-048", "CORE-029"), arguments: Engine.available)
    func `webhooks only make us ask, whether they come twice, in another order or are made up`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            let elin = try await scene.person("elin@museum.example")
            try await scene.sync()
            let valid = try #require(try await scene.memberships(of: elin.id).first)
            let hook = "https://museum.example" + MuseumPaths.memberPressHook(try scene.museum.services.memberPress.hookToken)
            _ = try await scene.client.call("POST", "mp/v1/webhooks/subscribe", ["url": .string(hook), "event": .string("all")])
            let one = try #require(try await scene.client.transactions(of: 15).first)
            // Made up: nothing was refunded.
            await scene.standIn.act("forge", ["event": "transaction-refunded", "transaction": String(one.id)])
            try await scene.standIn.settled()
            scene.app.clock.advance(by: .seconds(5))
            try await scene.app.runJobs()
            #expect(try await scene.museum.find(valid.id).status == .active)

            await scene.standIn.behave(.webhooksTwice)
            await scene.standIn.act("refund", ["transaction": String(one.id)])
            try await scene.standIn.settled()
            #expect(await scene.standIn.deliveries().allSatisfy { $0.status == 200 })
            scene.app.clock.advance(by: .seconds(5))
            try await scene.app.runJobs()
            #expect(try await scene.museum.find(valid.id).status == .refunded)

            // In another order, and with newer state than their names say.
            let farah = try await scene.person("farah@museum.example")
            try await scene.sync()
            let other = try #require(try await scene.client.transactions(of: 16).first)
            let second = try #require(try await scene.memberships(of: farah.id).first)
            await scene.standIn.behave(.webhooksHeld)
            await scene.standIn.act("expire", ["transaction": String(other.id)])
            await scene.standIn.act("refund", ["transaction": String(other.id)])
            await scene.standIn.act("flush", ["order": "reversed"])
            try await scene.standIn.settled()
            scene.app.clock.advance(by: .seconds(5))
            try await scene.app.runJobs()
            #expect(try await scene.museum.find(second.id).status == .refunded)

            let guess = try await scene.app.guest.send(
                .post, MuseumPaths.memberPressHook("guess"), type: "application/json", body: Array("{}".utf8))
            #expect(guess.status == .notFound)
        }
    }

    // Screens.

    @Test(.covers("MUS-018"), arguments: Engine.available)
    func `a new account finds its membership at once`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.sync()
            let grace = try await scene.person("grace@museum.example")
            #expect(try await grace.client.get(MuseumPaths.profile()).text.contains("Find my membership"))
            let found = try await grace.client.post(MuseumPaths.findMembership())
            #expect(found.status == .seeOther && found.location == MuseumPaths.profile())
            #expect(try await grace.client.get(MuseumPaths.profile()).text.contains("Show entrance code"))
        }
    }

    @Test(.covers("MUS-048", "MUS-060"), arguments: Engine.available)
    func `only whoever keeps the members sees the page, and an address without https isn't taken`(on engine: Engine) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            #expect(try await scene.app.signedIn(.ada).get(MuseumPaths.adminMemberPress()).status == .notFound)
            let owner = try await scene.app.signedIn(.owner)
            let refused = try await owner.post(MuseumPaths.adminMemberPress(), ["address": "http://museum.example", "key": "k"])
            #expect(refused.status == .unprocessableContent && refused.text.contains("Enter an address like"))
            let key = scene.standIn.credentials.key
            #expect(try await !owner.get(MuseumPaths.adminMemberPress()).text.contains(key))
            #expect(try await owner.post(MuseumPaths.adminMemberPressStop(), ["stopped": "true"]).status == .seeOther)
            #expect(try await owner.get(MuseumPaths.adminMemberPress()).text.contains("Turned off"))
            #expect(try await scene.app.signedIn(.ada).post(MuseumPaths.findMembership()).status == .seeOther)
        }
    }
}
