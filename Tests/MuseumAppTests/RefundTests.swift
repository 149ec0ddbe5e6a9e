import Core
import Database
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct RefundTests {
    /// Somebody who is a member since now, and paid at the desk.
    private func member(_ museum: Museum) async throws -> (client: TestClient, membership: Membership) {
        let ada = try await museum.app.signedIn(.ada)
        let chosen = try await museum.chosen(museum.buy(try await museum.tier("Household"), ada))
        try await museum.takeCash(chosen)
        return (ada, try await museum.find(chosen.id))
    }

    private func alerts(_ museum: Museum) async throws -> [AdminAlert] {
        let source = RefundAlerts(requests: try museum.services.refunds)
        return try await museum.app.site.database.read { try source.items(in: $0) }
    }

    @Test(.covers("MUS-015", "MUS-046"), arguments: Engine.available)
    func `who asks for a refund is on the managers' overview with what they paid, one tap away`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let (ada, membership) = try await member(museum)
            #expect(try await ada.get(MuseumPaths.membership(membership.id)).text.contains(MuseumPaths.askRefund(membership.id)))
            let form = try await ada.get(MuseumPaths.askRefund(membership.id)).text
            for words in ["Household", "US$60", "Cash", membership.id.description] { #expect(form.contains(words), "\(words)") }
            #expect(form.contains("you get US$60 back and Household ends at once"), "what it means")
            #expect(form.contains("within 14 days") && form.contains("you get the money back at the desk"), "the rule, and how the money comes")
            #expect(try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "We are moving."]).status == .seeOther)
            // A second tap asks for nothing new.
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "Hello?"])
            let page = try await ada.get(MuseumPaths.membership(membership.id)).text
            #expect(page.contains("You asked for a refund on") && !page.contains("Ask for a refund"))
            #expect(!page.contains("Thank you"))
            #expect(try await ada.get(MuseumPaths.profile()).text.contains("Refund requested"))
            let alert = try #require(try await alerts(museum).first)
            #expect(alert.path.hasPrefix(MuseumPaths.adminMember(membership.id)) && alert.isForPerson)
            #expect("\(alert.detail)".contains("Household"))
            #expect(try await owner.get(MuseumPaths.adminMembers()).text.contains("Refund requests: 1"))
            let theirs = try await owner.get(MuseumPaths.adminMember(membership.id)).text
            #expect(theirs.contains("We are moving.") && theirs.contains(MuseumPaths.adminEndMember(membership.id)))
            let told = try await museum.app.site.database.read {
                try $0.one("SELECT count(*) FROM notification_notice WHERE kind = 'museum.refunds'" as Query<Int>)
            }
            #expect(told >= 1)
        }
    }

    @Test(.covers("MUS-015"), arguments: Engine.available)
    func `a refund answers the request, and so do words without one`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (ada, membership) = try await member(museum)
            let owner = try await museum.app.signedIn(.owner)
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": ""])
            #expect(try await owner.post(MuseumPaths.adminDeclineRefund(membership.id), ["words": " "]).status == .unprocessableContent)
            #expect(try await ada.post(MuseumPaths.adminDeclineRefund(membership.id), ["words": "No"]).status == .notFound)
            #expect(try await owner.post(MuseumPaths.adminDeclineRefund(membership.id), ["words": "You used it yesterday."]).status == .seeOther)
            #expect(try await alerts(museum).isEmpty)
            #expect(try await ada.get(MuseumPaths.membership(membership.id)).text.contains("You used it yesterday."))
            #expect(try await owner.post(MuseumPaths.adminDeclineRefund(membership.id), ["words": "Again"]).status == .conflict)
            // Asked again, and refunded.
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "Please"])
            #expect(try await alerts(museum).count == 1)
            _ = try await owner.post(MuseumPaths.adminEndMember(membership.id), ["confirmed": "true", "refund": "true"])
            #expect(try await alerts(museum).isEmpty)
            let after = try await ada.get(MuseumPaths.membership(membership.id)).text
            #expect(after.contains("and got it.") && after.contains("You get US$60 back at the desk. Household has ended."))
            let (payments, payment) = (try museum.services.payments, try #require(membership.payment))
            try await museum.app.site.write(by: nil) { try payments.handBackCash(payment, in: $0) }
            #expect(try await ada.get(MuseumPaths.membership(membership.id)).text.contains("You got US$60 back. Household has ended."))
        }
    }

    @Test(.covers("MUS-015", "MUS-046"), arguments: Engine.available)
    func `whoever asked takes it back while nobody has answered, and can ask again`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let (ada, membership) = try await member(museum)
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "We are moving."])
            #expect(try await ada.get(MuseumPaths.membership(membership.id)).text.contains(MuseumPaths.withdrawRefund(membership.id)))
            #expect(try await museum.app.signedIn(.bea).post(MuseumPaths.withdrawRefund(membership.id)).status == .conflict)
            #expect(try await alerts(museum).count == 1)
            func unread() async throws -> Int {
                try await museum.app.site.database.read {
                    try $0.one("SELECT count(*) FROM notification_notice WHERE kind = 'museum.refunds' AND read_at IS NULL" as Query<Int>)
                }
            }
            #expect(try await unread() >= 1)
            #expect(try await ada.post(MuseumPaths.withdrawRefund(membership.id)).status == .seeOther)
            #expect(try await alerts(museum).isEmpty)
            #expect(try await unread() == 0, "nothing is left to answer")
            #expect(try await ada.get(MuseumPaths.membership(membership.id)).text.contains("Ask for a refund"))
            #expect(try await museum.app.auditTrail().contains("museum.refund-request.delete"))
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "After all"])
            _ = try await owner.post(MuseumPaths.adminDeclineRefund(membership.id), ["words": "No."])
            #expect(try await ada.post(MuseumPaths.withdrawRefund(membership.id)).status == .conflict)
        }
    }

    @Test(.covers("MUS-015", "MUS-017", "MUS-033"), arguments: Engine.available)
    func `whoever gave a gift is told that it was accepted, and that its money comes back`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Household")
            let (ada, owner) = (try await museum.app.signedIn(.ada), try await museum.app.signedIn(.owner))
            func give(_ name: String) async throws -> Membership {
                let fields = [("name", name), ("provider", "cash"), ("terms", "true"), ("version", "1")]
                let gift = try await museum.chosen(ada.post(MuseumPaths.give(tier), fields: fields))
                try await museum.takeCash(gift)
                return try await museum.find(gift.id)
            }
            let (first, second) = (try await give("Otto Brask"), try await give("Grandma"))
            #expect(try await !ada.get(SitePaths.inbox()).text.contains("has accepted your gift"))
            _ = try await museum.app.signedIn(.bea).post(museum.services.gifts.link.path(of: first))
            _ = try await ada.post(MuseumPaths.askRefund(second.id), ["words": "She has one already."])
            _ = try await owner.post(MuseumPaths.adminEndMember(second.id), ["confirmed": "true", "refund": "true"])
            try await museum.app.runJobs()
            let inbox = try await ada.get(SitePaths.inbox()).text
            #expect(inbox.contains("Otto Brask has accepted your gift") && inbox.contains("Your gift was refunded"))
            #expect(try await !museum.app.signedIn(.bea).get(SitePaths.inbox()).text.contains("has accepted your gift"))
            #expect(try await ada.get(NotificationsPaths.choices()).text.contains("Gifts you gave"))
        }
    }

    @Test(.covers("MUS-015", "MUS-012"), arguments: Engine.available)
    func `nobody asks for money that somebody else paid`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (_, membership) = try await member(museum)
            let bea = try await museum.app.signedIn(.bea)
            #expect(try await bea.get(MuseumPaths.askRefund(membership.id)).status == .notFound)
            #expect(try await bea.post(MuseumPaths.askRefund(membership.id), ["words": "Mine"]).status == .notFound)
            let person = try await museum.app.person(.bea)
            try await museum.app.site.write(by: nil) {
                _ = try $0.run("UPDATE museum_membership SET person_id = \(person) WHERE id = \(membership.id)")
            }
            #expect(try await !bea.get(MuseumPaths.membership(membership.id)).text.contains("Ask for a refund"))
            #expect(try await bea.post(MuseumPaths.askRefund(membership.id), ["words": "Mine"]).status == .notFound)
        }
    }

    @Test(.covers("MUS-058", "CORE-020"), arguments: Engine.available)
    func `whoever leaves takes their number and their requests along`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let (ada, membership) = try await member(museum)
            _ = try await ada.post(MuseumPaths.askRefund(membership.id), ["words": "We are moving."])
            let (person, data) = (try await museum.app.person(.ada), MuseumData(services: try museum.services))
            try await museum.app.site.write(by: nil) { try data.erase(person, in: $0) }
            let left = try await museum.app.site.database.read { db in
                try ["museum_member", "museum_refund_request"].map { try db.one("SELECT count(*) FROM \(raw: $0)" as Query<Int>) }
            }
            #expect(left == [0, 0])
        }
    }
}
