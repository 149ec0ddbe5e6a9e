import Core
import Database
import Mail
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Linking a membership whose address is another one than the account's.
@Suite struct MemberPressLinkTests {
    private func withMail(on engine: Engine, _ body: (SyncedMuseum) async throws -> Void) async throws {
        try await withSyncedMuseum(on: engine) { scene in
            try await scene.site.configure { $0.mail = MailConfiguration(server: "smtp://127.0.0.1:9", from: "museum@museum.example") }
            try await scene.sync()
            try await body(scene)
        }
    }

    /// The code of the last email to an address.
    private func code(_ scene: SyncedMuseum, _ address: String) async throws -> String? {
        try await scene.app.emails(to: address).last.flatMap { $0.subject.firstMatch(of: /[0-9]{6}/).map { String($0.0) } }
    }

    @Test(.covers("MUS-004", "MUS-018"), arguments: Engine.available, ["grace@museum.example", "17"])
    func `a code sent to the address that the museum knows links the membership`(on engine: Engine, typed: String) async throws {
        try await withMail(on: engine) { scene in
            let me = try await scene.person("other@example.org")
            #expect(try await me.client.post(MuseumPaths.linkMembership(), ["membership": typed]).status == .seeOther)
            let page = try await me.client.get(MuseumPaths.linkMembership()).text
            #expect(page.contains("Code of six digits") && !page.contains("grace@museum.example") || typed.contains("@"))
            let code = try #require(try await code(scene, "grace@museum.example"))
            let wrong = try await me.client.post(MuseumPaths.linkCode(), ["code": code == "000000" ? "000001" : "000000"])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Tries left: 4."))
            let linked = try await me.client.post(MuseumPaths.linkCode(), ["code": code])
            #expect(linked.status == .seeOther && linked.location == MuseumPaths.profile(), "\(linked.text)")
            #expect(try await me.client.get(MuseumPaths.profile()).text.contains("Show entrance code"))
            // It works once.
            #expect(try await me.client.post(MuseumPaths.linkCode(), ["code": code]).status == .conflict)
        }
    }

    @Test(.covers("MUS-018"), arguments: Engine.available)
    func `nobody learns who is a member, and guessing ends`(on engine: Engine) async throws {
        try await withMail(on: engine) { scene in
            let me = try await scene.person("other@example.org")
            let (known, unknown) = (try await scene.person("first@example.org"), try await scene.person("second@example.org"))
            let first = try await known.client.post(MuseumPaths.linkMembership(), ["membership": "grace@museum.example"])
            let second = try await unknown.client.post(MuseumPaths.linkMembership(), ["membership": "nobody@museum.example"])
            #expect(first.status == second.status && first.location == second.location)
            #expect(try await scene.app.emails(to: "nobody@museum.example").isEmpty)

            _ = try await me.client.post(MuseumPaths.linkMembership(), ["membership": "elin@museum.example"])
            let code = try #require(try await code(scene, "elin@museum.example"))
            for _ in 0..<5 { _ = try await me.client.post(MuseumPaths.linkCode(), ["code": code == "111111" ? "222222" : "111111"]) }
            #expect(try await me.client.post(MuseumPaths.linkCode(), ["code": code]).status == .conflict)
            #expect(try await scene.memberships(of: me.id).isEmpty)

            // A code of somebody else's opens nothing, and an old one neither.
            _ = try await me.client.post(MuseumPaths.linkMembership(), ["membership": "farah@museum.example"])
            let farahs = try #require(try await self.code(scene, "farah@museum.example"))
            #expect(try await unknown.client.post(MuseumPaths.linkCode(), ["code": farahs]).status != .seeOther)
            scene.app.clock.advance(by: MembershipLinking.life + .seconds(1))
            #expect(try await me.client.post(MuseumPaths.linkCode(), ["code": farahs]).status == .conflict)
        }
    }

    @Test(.covers("MUS-004"), arguments: Engine.available)
    func `what is linked to an account stays its own, and both of two members come by the code of their address`(on engine: Engine) async throws {
        try await withMail(on: engine) { scene in
            let me = try await scene.person("other@example.org")
            _ = try await me.client.post(MuseumPaths.linkMembership(), ["membership": "amina@museum.example"])
            let code = try #require(try await code(scene, "amina@museum.example"))
            #expect(try await me.client.post(MuseumPaths.linkCode(), ["code": code]).status == .seeOther)
            #expect(try await scene.memberships(of: me.id).count == 2)

            let other = try await scene.person("third@example.org")
            _ = try await other.client.post(MuseumPaths.linkMembership(), ["membership": "amina@museum.example"])
            let second = try #require(try await self.code(scene, "amina@museum.example"))
            let refused = try await other.client.post(MuseumPaths.linkCode(), ["code": second])
            #expect(refused.status == .conflict && refused.text.contains("This membership belongs to another account."))
        }
    }

    @Test(.covers("MUS-052"), arguments: Engine.available)
    func `whoever proved the address also signs in with the password of MemberPress`(on engine: Engine) async throws {
        try await withMail(on: engine) { scene in
            try await scene.site.configure { $0.memberPress?.allowsSignIn = true }
            let me = try await scene.person("other@example.org", "Other")
            _ = try await me.client.post(MuseumPaths.linkMembership(), ["membership": "grace@museum.example"])
            let code = try #require(try await code(scene, "grace@museum.example"))
            _ = try await me.client.post(MuseumPaths.linkCode(), ["code": code])
            let signedIn = try await scene.app.guest.post(
                SitePaths.signIn(), ["email": "grace@museum.example", "password": MemberPressCredentials.memberPassword])
            let token = try #require(signedIn.cookies["session"])
            #expect(try await scene.app.client(token: token).get(SitePaths.account()).text.contains("other@example.org"))
        }
    }

    @Test(.covers("MUS-003"), arguments: Engine.available)
    func `an address that has to be looked up while MemberPress is away is for later`(on engine: Engine) async throws {
        try await withMail(on: engine) { scene in
            await scene.standIn.behave(.criticalError)
            let me = try await scene.person("other@example.org")
            let answer = try await me.client.post(MuseumPaths.linkMembership(), ["membership": "new@museum.example"])
            #expect(answer.status == .serviceUnavailable && answer.text.contains("Try again in a few minutes"))
            #expect(try await me.client.post(MuseumPaths.linkMembership(), ["membership": "hello"]).status == .unprocessableContent)
        }
    }
}
