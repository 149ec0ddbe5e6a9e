import Accounts
import Core
import Database
import Foundation
import Platform
import StandIns
import TestSupport
import Testing
import Web

@Suite struct OwnPictureTests {
    @Test(.covers("CORE-006"), arguments: Engine.available)
    func `somebody chooses a picture, which is cut to a square and shown, replaces it and takes it away`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (ada, bea, id) = (try await app.signedIn(.ada), try await app.signedIn(.bea), try await app.person(.ada))
            #expect(try await ada.get("/account").text.contains("class=\"avatar\" src") == false)
            let done = try await choose(Self.picture, by: ada, app)
            #expect(done.location == "/account/picture")
            let shown = try #require(try await ada.get("/account/profile").text.firstMatch(of: /\/account\/people\/\d+\/picture\?v=\d+/)).0
            let header = try await ada.get("/account")
            #expect(header.text.contains("class=\"avatar\" src=\"\(shown)\""), "the header shows it at once")
            let file = try await bea.get(String(shown))
            #expect(file.response.headers["Content-Type"] == "image/jpeg")
            #expect(try size(of: file.bytes) == [512, 512])
            #expect(try await app.guest.get(String(shown)).status == .seeOther, "pictures are for people who are signed in")
            let account = try await app.signedIn(.owner).get("/admin/people/\(id)")
            #expect(account.text.contains(shown))

            app.clock.advance(by: .seconds(5))
            _ = try await choose(Self.picture, by: ada, app)
            let next = try #require(try await ada.get("/account/profile").text.firstMatch(of: /\/account\/people\/\d+\/picture\?v=\d+/)).0
            #expect(next != shown, "another picture has another address")
            #expect(try await ada.post("/account/picture/remove").location == "/account/picture")
            #expect(try await bea.get(String(next)).status.rawValue == 404)
            #expect(try await ada.get("/account").text.contains("class=\"avatar\" src") == false)
            #expect(try await app.auditTrail().filter { $0 == "account.person.update" }.count >= 3)
        }
    }

    @Test(.covers("CORE-006", "CORE-050"))
    func `what is no picture, or one in name only, changes nothing`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            for nonsense in [Array("<svg onload=alert(1)>".utf8), Array("GIF89a".utf8), Array(Self.picture.prefix(30)), [0xFF, 0xD8, 0xFF, 0xE0]] {
                #expect(try await choose(nonsense, by: ada, app).status.rawValue == 415)
            }
            #expect(try await choose([], by: ada, app).status.rawValue == 422)
            #expect(try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_picture" as Query<Int>) } == 0)
        }
    }

    @Test(.covers("CORE-006"))
    func `one picture of a person is read at a time, so that nobody fills the line`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            let answers = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...6 { group.addTask { try await choose(Self.picture, by: ada, app).status.rawValue } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.contains(303) && answers.contains(409) && Set(answers).isSubset(of: [303, 409]), "\(answers)")
            #expect(try await choose(Self.picture, by: ada, app).status.rawValue == 303)
        }
    }

    @Test(.covers("CORE-006", "CORE-020"), arguments: Engine.available)
    func `a person's own picture stands before the provider's, and goes with the account`(on engine: Engine) async throws {
        try await withProviders(on: engine) { journey in
            let astrid = journey.browser()
            _ = try await astrid.signIn("google", as: "astrid", then: "/account")
            try await journey.app.runJobs()
            #expect(try await kinds(journey) == [0])
            let session = try #require(astrid.cookies["__Host-session"])
            let client = journey.app.client(token: session)
            #expect(try await choose(Self.picture, by: client, journey.app).location == "/account/picture")
            #expect(try await kinds(journey) == [1])

            _ = await journey.providers.google.control(ControlOrder("google", action: "forget"))
            _ = try await journey.browser().signIn("google", as: "astrid", then: "/account")
            try await journey.app.runJobs()
            #expect(try await kinds(journey) == [1], "a sign-in does not replace it")
            _ = try await client.post("/account/picture/remove")
            _ = try await journey.browser().signIn("google", as: "astrid", then: "/account")
            try await journey.app.runJobs()
            #expect(try await kinds(journey) == [], "whoever took it away wants none")

            _ = try await choose(Self.picture, by: client, journey.app)
            let page = try await client.get("/account/delete").text
            let address = String(try #require(page.firstMatch(of: /The address of this account: ([^<]+)/)).output.1)
            _ = try await client.post("/account/delete", ["address": address])
            #expect(try await kinds(journey) == [])
            #expect(try await journey.people() == 0)
        }
    }

    private func choose(_ bytes: [UInt8], by client: TestClient, _ app: TestApp) async throws -> TestResponse {
        try await client.upload("/account/picture", ["crop": "centre"], files: [(field: "picture", name: "me.png", bytes: bytes)])
    }

    private func kinds(_ journey: ProviderJourney) async throws -> [Int] {
        try await journey.app.site.database.read { try $0.all("SELECT is_own FROM account_picture ORDER BY person_id" as Query<Int>) }
    }

    /// Height and width of the frame that a JPEG's header announces.
    private func size(of bytes: [UInt8]) throws -> [Int] {
        var index = 2
        while index + 9 < bytes.count, bytes[index] == 0xFF {
            if (0xC0...0xC2).contains(bytes[index + 1]) {
                return [Int(bytes[index + 5]) << 8 | Int(bytes[index + 6]), Int(bytes[index + 7]) << 8 | Int(bytes[index + 8])]
            }
            index += 2 + (Int(bytes[index + 2]) << 8 | Int(bytes[index + 3]))
        }
        throw TestFailure("No frame.")
    }

    /// A PNG of 90 × 60 pixels, red on the left and blue on the right.
    private static let picture = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAAFoAAAA8CAIAAABpZzoSAAAAbElEQVR42u3QAQ0AIAgAQTQDIQhjXOMYxhps3Cf43XpV0aCTt8PGDuHAgQMHDh\
                w4cODAgQMHDhw4cODAgUM4cODAgQMHDhw4cODAgQMHDhw4cODAIRw4cODAgQMHDhw4cODAgQMHDhw4cIztA37nArjKFeWZAAAAAElFTkSuQmCC
                """) ?? Data())
}
