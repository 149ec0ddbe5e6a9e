import Accounts
import Core
import Database
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Granting memberships, also to people without an account.
@Suite struct GrantTests {
    private func newest(_ museum: Museum) async throws -> Membership {
        try #require(
            try await museum.app.site.database.read {
                try $0.first("SELECT \(Membership.columns) FROM museum_membership m ORDER BY m.id DESC LIMIT 1" as Query<Membership>)
            })
    }

    @Test(.covers("MUS-011", "MUS-046"), arguments: Engine.available)
    func `a tier is granted by name alone: it counts at once, is printed as a card and becomes theirs by its code`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Honorary", price: 0, months: 0, isSold: false)
            let owner = try await museum.app.signedIn(.owner)
            let nobody = try await owner.post(MuseumPaths.adminGrant(), fields: [("email", ""), ("name", " "), ("tier", tier.description)])
            #expect(nobody.status == .unprocessableContent && nobody.text.contains("Enter an email or a name."))
            let fields = [("email", ""), ("name", "Otto Brask"), ("message", "For forty years at the lamp."), ("tier", tier.description)]
            let answer = try await owner.post(MuseumPaths.adminGrant(), fields: fields)
            let membership = try await newest(museum)
            #expect(membership.status == .active && membership.person == nil && membership.source == .granted && membership.price == 0)
            #expect(answer.location == MuseumPaths.adminMemberCard(membership.id), "\(answer.text)")
            let card = try await owner.get(MuseumPaths.adminMemberCard(membership.id)).text
            #expect(card.contains("Otto Brask") && card.contains("Honorary") && card.contains("For forty years at the lamp."))
            let code = try museum.services.gifts.link.code(of: membership)
            #expect(card.contains(code))
            #expect(try await owner.get(MuseumPaths.adminMember(membership.id)).text.contains(MuseumPaths.adminMemberCard(membership.id)))
            // The gate knows the name, and the code leads to the membership.
            #expect(try await owner.get(link(MuseumPaths.apiGateMembers(), query: ["q": "brask"])).text.contains("Otto Brask"))
            let bea = try await museum.app.signedIn(.bea)
            let page = try #require(try await bea.get(link(MuseumPaths.giftCode(), query: ["code": code])).location)
            #expect(try await bea.post(page).location == MuseumPaths.profile())
            #expect(try await newest(museum).person == museum.app.person(.bea))
            #expect(try await owner.get(MuseumPaths.adminMemberCard(membership.id)).status == .notFound, "it is somebody's now")
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminMemberCard(membership.id)).status == .notFound)
        }
    }

    @Test(.covers("MUS-011", "MUS-046"), arguments: Engine.available)
    func `an address without an account gets a link by email, and one with an account gets the membership there`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "museum@stoa.example") }
            let tier = try await museum.tier("Honorary", price: 0, months: 0, isSold: false)
            let (owner, ada) = (try await museum.app.signedIn(.owner), try await museum.app.person(.ada))
            let fields = [("email", "otto@new.example"), ("tier", tier.description)]
            let unnamed = try await owner.post(MuseumPaths.adminGrant(), fields: fields)
            #expect(unnamed.status == .unprocessableContent && unnamed.text.contains("No account has this email address."))
            #expect(unnamed.text.contains("otto@new.example"))
            _ = try await owner.post(MuseumPaths.adminGrant(), fields: fields + [("name", "Otto"), ("message", "Thank you")])
            let membership = try await newest(museum)
            let letter = try #require(try await museum.app.emails(to: "otto@new.example").last)
            #expect(letter.text.contains("The museum has made you a member.") && letter.text.contains("Thank you"))
            let path = try museum.services.gifts.link.path(of: membership)
            #expect(letter.text.contains(path))
            let mail = try await museum.app.site.database.read { try $0.one(.person(ada)) }.email
            let granted = try await owner.post(MuseumPaths.adminGrant(), fields: [("email", mail), ("tier", tier.description)])
            let own = try await newest(museum)
            #expect(own.person == ada && granted.location == MuseumPaths.adminMember(own.id))
        }
    }
}
