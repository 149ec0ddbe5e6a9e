import Audit
import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Operations

@Suite struct `System log` {
    @Test(.covers("LIB-107"), arguments: Engine.available)
    func `the log is open to administrators and supervisors and to nobody else`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            for who in [Cast.owner, .admin, .supervisor] {
                let page = try await app.signedIn(who).get("/admin/log")
                #expect(page.status == .ok)
            }
            for who in [Cast.ada, .librarian, .curator] {
                let page = try await app.signedIn(who).get("/admin/log")
                #expect(page.status == .notFound)
            }
            let guest = try await app.guest.get("/admin/log")
            #expect(guest.location?.hasPrefix("/account/sign-in") == true)
        }
    }

    @Test(.covers("LIB-108", "LIB-109", "LIB-110", "LIB-114"), arguments: Engine.available)
    func `filters and words narrow the log, and each entry opens into its details`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let ada = try await app.person(.ada)
            try await app.note(.delete, "garden.tree", "17", by: ada, details: ["title": ["Old pear", "Pear <b>"]])
            app.clock.advance(by: .seconds(3 * 86_400))
            try await app.note(.update, "garden.tree", "18", details: ["title": ["Plum"]])
            let admin = try await app.signedIn(.admin)
            func entries(_ query: String) async throws -> [String] {
                let page = try await admin.get("/admin/log?" + query)
                #expect(page.status == .ok)
                return page.text.matches(of: /garden\.tree (\d+)<\/span>/).map { String($0.1) }
            }
            #expect(try await entries("") == ["18", "17"])
            #expect(try await entries("q=deleting") == ["17"])
            #expect(try await entries("q=pear") == ["17"])
            #expect(try await entries("person=ADA%40stoa") == ["17"])
            #expect(try await entries("person=a_a") == [])
            #expect(try await entries("system=true&entity=garden.tree") == ["18"])
            #expect(try await entries("action=UPDATE") == ["18"])
            #expect(try await entries("until=2026-09-22") == ["17"])
            #expect(try await entries("from=2026-09-23") == ["18"])
            #expect(try await entries("entity=garden.tree&id=17") == ["17"])
            let details = try await admin.get("/admin/log?q=pear").text
            #expect(details.contains("Pear &lt;b&gt;") && details.contains("DELETE") && details.contains("2026-09-21T14:13:20.000Z"))
            let wrong = try await admin.get("/admin/log?from=2026-02-31").text
            #expect(wrong.contains("This must be a day"))
        }
    }

    @Test(.covers("LIB-112"), arguments: Engine.available)
    func `the log is read page by page, each entry once`(on engine: Engine) async throws {
        try await withOperations(on: engine) { app in
            let admin = try await app.signedIn(.admin)
            for number in 1...120 { try await app.note(.update, "garden.tree", "\(number)") }
            var seen: [Int] = []
            var address = "/admin/log?entity=garden.tree"
            for _ in 1...3 {
                let page = try await admin.get(address).text
                seen += page.matches(of: /garden\.tree (\d+)<\/span>/).compactMap { Int($0.1) }
                guard let next = page.firstMatch(of: /href="([^"]+)"[^>]*rel="next"/) else { break }
                address = next.1.replacingOccurrences(of: "&amp;", with: "&")
            }
            #expect(seen == (1...120).reversed())
            let broken = try await admin.get("/admin/log?after=xyz")
            #expect(broken.status == .badRequest)
        }
    }
}
