import Accounts
import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// Signing in with the password that somebody has in MemberPress.
@Suite struct MemberPressSignInTests {
    private static let right = MemberPressCredentials.memberPassword

    private func withMuseum(on engine: Engine, isOn: Bool = true, _ body: (SyncedMuseum) async throws -> Void) async throws {
        try await withSyncedMuseum(on: engine, { $0.allowsSignIn = isOn }, body)
    }

    private func signIn(_ scene: SyncedMuseum, _ email: String, _ password: String, from address: String = "127.0.0.9") async throws -> TestResponse {
        try await scene.app.guest.from(address).post(
            SitePaths.signIn(), ["email": email, "password": password, "then": MuseumPaths.profile()])
    }

    private func client(_ scene: SyncedMuseum, _ response: TestResponse) throws -> TestClient {
        scene.app.client(token: try #require(response.cookies["session"], "\(response.text)"))
    }

    private func record(_ scene: SyncedMuseum, _ email: String) async throws -> PersonRecord? {
        try await scene.site.service(People.self).find(email: email)
    }

    @Test(.covers("MUS-002", "MUS-052"), arguments: Engine.available)
    func `a member of MemberPress signs in, gets an account and sees their membership at once`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { scene in
            try await scene.sync()
            #expect(try await scene.app.guest.get(SitePaths.signIn()).text.contains("their password from the museum’s website"))
            let signedIn = try await signIn(scene, "Grace@museum.example", Self.right)
            #expect(signedIn.status == .seeOther && signedIn.location == MuseumPaths.profile(), "\(signedIn.text)")
            let person = try #require(try await record(scene, "grace@museum.example"))
            #expect(person.isVerified && person.name.hasPrefix("Grace") && !person.isOwner)
            let page = try await client(scene, signedIn).get(MuseumPaths.profile()).text
            #expect(page.contains("Family") && page.contains("Show entrance code"))
            // The next time it is the same account.
            #expect(try await signIn(scene, "grace@museum.example", Self.right).status == .seeOther)
            #expect(try await scene.memberships(of: person.id).count == 2)
            #expect(try await record(scene, "grace@museum.example")?.id == person.id)
        }
    }

    @Test(.covers("MUS-052"), arguments: Engine.available)
    func `a wrong password is counted and locks as everywhere, and off is off`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { scene in
            for _ in 0..<2 {
                let wrong = try await signIn(scene, "grace@museum.example", "guess 1234")
                #expect(wrong.text.contains("The email address or password is wrong."))
            }
            #expect(try await signIn(scene, "grace@museum.example", "guess 1234").text.contains("locked"))
            #expect(try await signIn(scene, "grace@museum.example", Self.right).text.contains("locked"))
            #expect(try await record(scene, "grace@museum.example") == nil)
        }
        try await withMuseum(on: engine, isOn: false) { scene in
            let refused = try await signIn(scene, "grace@museum.example", Self.right)
            #expect(refused.cookies["session"] == nil)
            #expect(try await record(scene, "grace@museum.example") == nil)
        }
    }

    @Test(.covers("MUS-003", "MUS-052"), arguments: [MemberPressFault.criticalError, .pluginOff, .page])
    func `while MemberPress is away nobody is let in, told to be wrong, or locked out`(fault: MemberPressFault) async throws {
        try await withMuseum(on: .sqlite) { scene in
            await scene.standIn.behave(fault)
            for _ in 0..<4 {
                let answer = try await signIn(scene, "grace@museum.example", Self.right)
                #expect(answer.cookies["session"] == nil && answer.text.contains("We can’t check your password right now."))
            }
            await scene.standIn.behave(.none)
            scene.app.clock.advance(by: .seconds(3600))
            #expect(try await signIn(scene, "grace@museum.example", Self.right, from: "127.0.1.20").status == .seeOther)
        }
    }

    @Test(.covers("MUS-003", "MUS-052"), arguments: Engine.available)
    func `an account whose address is only the same is not opened by it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { scene in
            let grace = try await scene.person("grace@museum.example")
            try await scene.sync()
            #expect(try await !scene.memberships(of: grace.id).isEmpty)
            #expect(try await signIn(scene, "grace@museum.example", Self.right).cookies["session"] == nil)
            #expect(try await signIn(scene, "grace@museum.example", Cast.password).status == .seeOther)
        }
    }

    @Test(.covers("MUS-052"), arguments: Engine.available)
    func `whoever sets a password here, or gets a role, uses that alone`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { scene in
            #expect(try await signIn(scene, "grace@museum.example", Self.right).status == .seeOther)
            let person = try #require(try await record(scene, "grace@museum.example"))
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE account_person SET is_owner = \(true) WHERE id = \(person.id)")
            }
            #expect(try await signIn(scene, "grace@museum.example", Self.right).cookies["session"] == nil)
            try await scene.site.write(by: nil) { write in
                _ = try write.run("UPDATE account_person SET is_owner = \(false), password_hash = 'x' WHERE id = \(person.id)")
            }
            #expect(try await signIn(scene, "grace@museum.example", Self.right, from: "127.0.2.30").cookies["session"] == nil)
        }
    }

    @Test(.covers("MUS-002", "MUS-003"), arguments: Engine.available)
    func `an address that two members share opens nothing, and says what to do`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { scene in
            let answer = try await signIn(scene, "amina@museum.example", Self.right)
            #expect(answer.cookies["session"] == nil && answer.text.contains("The museum has two members with this email address."))
            #expect(try await record(scene, "amina@museum.example") == nil)
        }
    }
}
