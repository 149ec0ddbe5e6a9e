import Core
import Crypto
import Database
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct PassTests {
    @Test func `a text has one form: bytes come back, and any other text is refused`() {
        for count in 0...64 {
            let bytes = (0..<count).map { UInt8($0 * 37 & 0xFF) }
            let text = Base32.encode(bytes)
            #expect(Base32.decode(text.utf8) == bytes)
            #expect(Base32.decode(text.lowercased().utf8) == (text.isEmpty ? [] : nil))
        }
        // The spare bits of the last letter are nobody's to use.
        #expect(Base32.decode("AA".utf8) == [0] && Base32.decode("AB".utf8) == nil && Base32.decode("A".utf8) == nil)
    }

    @Test func `a point in its short form is the same key`() throws {
        for _ in 0..<50 {
            let key = try P256PrivateKey().publicKey
            #expect(try P256PublicKey(compressed: key.compressed) == key)
        }
        #expect(throws: KeyError.malformed) { try P256PublicKey(compressed: [2] + [UInt8](repeating: 0xFF, count: 32)) }
        #expect(throws: KeyError.malformed) { try P256PublicKey(compressed: [4] + [UInt8](repeating: 1, count: 32)) }
    }

    @Test(.covers("MUS-021", "MUS-023", "MUS-025"), arguments: Engine.available)
    func `a code is for members whose tier includes entry, and everybody else is told why there is none`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let household = try await museum.tier("Household", guests: 3)
            let supporter = try await museum.tier("Supporter", level: 0)
            #expect(try await museum.app.guest.get(MuseumPaths.code()).status == .seeOther)
            let ada = try await museum.app.signedIn(.ada)
            #expect(try await ada.get(MuseumPaths.code()).text.contains("You’re not a member yet."))
            let membership = try await museum.member(ada, of: household)
            let page = try await ada.get(MuseumPaths.code())
            #expect(page.text.contains("qr-code") && page.text.contains("http-equiv=\"refresh\"") && page.text.contains("Household"))
            #expect(page.text.contains(Cast.ada.name), "staff compare it with who stands there")
            #expect(page["Cache-Control"] == "no-store")
            let bea = try await museum.app.signedIn(.bea)
            _ = try await museum.member(bea, of: supporter)
            #expect(try await bea.get(MuseumPaths.code()).text.contains("doesn’t include free entry"))
            let key = try P256PrivateKey().publicKey.uncompressed.base64URL
            let refused = try await bea.asProgram.json(.post, MuseumPaths.apiPasses(), #"{"publicKey": "\#(key)"}"#)
            #expect(refused.problem?.code == "museum.tier-without-entry")
            try await museum.end(membership, at: museum.now + .seconds(60))
            museum.app.clock.advance(by: .seconds(61))
            let late = try await ada.get(MuseumPaths.code())
            #expect(late.text.contains("Your membership ended on") && !late.text.contains("class=\"qr-code"))
        }
    }

    @Test(.covers("MUS-057"), arguments: Engine.available)
    func `what a device keeps says nothing about whose it is`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            _ = try await museum.member(ada, of: museum.tier("Household"))
            let kept = try await museum.app.guest.get(MuseumPaths.codeKept())
            #expect(kept.status == .ok && !kept.text.contains("data-person") && !kept.text.contains("Ada"))
            let key = try P256PrivateKey().publicKey.uncompressed.base64URL
            let issued = try await ada.asProgram.json(.post, MuseumPaths.apiPasses(), #"{"publicKey": "\#(key)"}"#)
            #expect(Set(issued.json.keys) == ["pass", "tier", "expiresAt", "now"])
            let staff = try await museum.app.signedIn(.owner).asProgram
            let snapshot = try await staff.get(MuseumPaths.apiGate())
            #expect(snapshot.status == .ok && !snapshot.text.contains("Ada"), "\(snapshot.text)")
        }
    }

    @Test(.covers("MUS-021", "MUS-024"), arguments: Engine.available)
    func `a device keeps its pass, and the sixth takes the place of the first`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada)
            let membership = try await museum.member(ada, of: museum.tier("Household"))
            let staff = try await museum.app.signedIn(.owner)
            let first = try await museum.phone(of: ada)
            let again = try await ada.asProgram.json(
                .post, MuseumPaths.apiPasses(), #"{"publicKey": "\#(first.key.publicKey.uncompressed.base64URL)"}"#)
            let renewed = try #require((again.json["pass"] as? String).flatMap { [UInt8](base64URL: $0) })
            // The same pass, signed again.
            #expect(renewed.prefix(58) == first.pass.prefix(58))
            for _ in 0..<Passes.mostDevices { _ = try await museum.phone(of: ada) }
            #expect(try await museum.scan(first.code(at: museum.now), by: staff).result == "revoked")
            let open: Int = try await museum.app.site.database.read { db in
                try db.one("SELECT count(*) FROM museum_pass WHERE membership_id = \(membership.id) AND revoked_at IS NULL")
            }
            #expect(open == Passes.mostDevices)
        }
    }

    @Test(.covers("MUS-024", "MUS-058"), arguments: Engine.available)
    func `a new key of the site signs at once, passes of the old one go on, and neither lies open`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let ada = try await museum.app.signedIn(.ada), bea = try await museum.app.signedIn(.bea)
            let tier = try await museum.tier("Household")
            _ = try await museum.member(ada, of: tier)
            _ = try await museum.member(bea, of: tier)
            let staff = try await museum.app.signedIn(.owner)
            let old = try await museum.phone(of: ada)
            let keys = PassKeys(site: museum.app.site)
            let before = try await keys.signing()
            try await keys.rotate(by: nil)
            #expect(try await keys.signing().id == before.id + 1)
            // The running site learns of it when it first meets a code with that number.
            museum.app.clock.advance(by: .seconds(11))
            let fresh = EntryCode.text(of: try await museum.current(of: bea), at: museum.now, by: try await keys.signing())
            #expect(try await museum.scan(fresh, by: staff).result == "admitted")
            #expect(try await museum.scan(old.code(at: museum.now), by: staff).result == "admitted")
            let sealed = try await museum.app.site.database.read { db in
                try db.all("SELECT sealed_private FROM museum_pass_key ORDER BY id" as Query<[UInt8]>)
            }
            // Staff refuse the older ones: their codes are found out, and the phone gets another pass.
            #expect(try await ada.get("/admin/museum/keys").status != .ok)
            #expect(try await staff.post("/admin/museum/keys", ["retiresOthers": "true"]).location == "/admin/museum/keys")
            #expect(try await staff.get("/admin/museum/keys").text.contains("Refused"))
            #expect(try await museum.scan(old.code(at: museum.now), by: staff).result == "invalid")
            #expect(try await museum.scan(museum.phone(of: ada).code(at: museum.now), by: staff).result == "used", "today it has admitted already")
            #expect(sealed.count == 2 && !sealed.contains { $0.count == 32 || Array($0.dropFirst(12).prefix(32)) == before.secret.scalar })
        }
    }
}

extension Museum {
    /// What somebody is a member by.
    fileprivate func current(of client: TestClient) async throws -> Membership {
        let memberships = try await app.site.database.read {
            try $0.all("SELECT \(Membership.columns) FROM museum_membership m ORDER BY m.id DESC" as Query<Membership>)
        }
        return try #require(memberships.first)
    }
}
