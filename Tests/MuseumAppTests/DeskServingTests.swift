import Accounts
import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// What whoever serves at the desk sees of the person in front of them.
@Suite struct DeskServingTests {
    @Test(.covers("MUS-046", "MUS-047"), arguments: Engine.available)
    func `a printed card leads to its holder, who is found without the accents of the name, before namesakes`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let staff = try await museum.app.signedIn(.owner)
            let sold = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Åsa Åkerman", "tier": tier.description]))
            let link = try museum.services.gifts.link
            let code = try await link.code(of: museum.find(sold))
            #expect(try await staff.get(Web.link(MuseumPaths.desk(), query: ["q": code])).location == MuseumPaths.deskHolder(sold))
            for words in ["akerman", "AKERMAN asa", "Åker"] {
                #expect(try await staff.get(Web.link(MuseumPaths.desk(), query: ["q": words])).text.contains("Åsa Åkerman"), "\(words)")
            }
            let ada = try await museum.app.person(.ada)
            let other = try await museum.sold(staff.post(MuseumPaths.deskNew(), ["name": "Ada Zell", "tier": tier.description]))
            let page = try await staff.get(Web.link(MuseumPaths.desk(), query: ["q": "ada"])).text
            let member = try #require(page.firstRange(of: MuseumPaths.deskHolder(other)))
            let account = try #require(page.firstRange(of: MuseumPaths.deskPerson(ada)))
            #expect(member.lowerBound < account.lowerBound, "the member first")
        }
    }

    @Test(.covers("MUS-018", "MUS-047"), arguments: Engine.available)
    func `a renewal says until when it is paid and lets in now, and undoing what let somebody in says so`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let tier = try await museum.tier("Single", price: 45_00)
            let (staff, ada) = (try await museum.app.signedIn(.owner), try await museum.app.person(.ada))
            let first = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": tier.description]))
            let second = try await museum.sold(staff.post(MuseumPaths.deskSell(ada), ["tier": tier.description]))
            let renewed = try await staff.get(MuseumPaths.deskSold(second)).text
            #expect(renewed.contains("Paid until ") && renewed.contains(">Admit<") && renewed.contains("Possible until "))
            #expect(try await staff.get(MuseumPaths.deskPerson(ada)).text.contains("Paid until "))
            let friend = try await museum.tier("Friend", price: 20_00, level: 0), bea = try await museum.app.person(.bea)
            for one in [tier, friend] { _ = try await staff.post(MuseumPaths.deskSell(bea), ["tier": one.description]) }
            #expect(try await !staff.get(MuseumPaths.deskPerson(bea)).text.contains("Paid until "), "a smaller one follows")
            #expect(try await !staff.get(MuseumPaths.deskSold(first)).text.contains("Already admitted with it today"))
            _ = try await staff.post(MuseumPaths.gateAdmit(), ["membership": first.description, "nonce": "once"])
            #expect(try await staff.get(MuseumPaths.deskSold(first)).text.contains("Already admitted with it today"))
            #expect(try await staff.get(MuseumPaths.deskPerson(ada)).text.contains("is-member is-used"))
        }
    }
}

extension Museum {
    /// The membership whose page the desk is led to after a sale.
    func sold(_ response: TestResponse) throws -> MembershipID {
        try #require(
            response.location?.split(separator: "?").first?.split(separator: "/").last.flatMap { MembershipID(String($0)) }, "\(response.text)")
    }
}
