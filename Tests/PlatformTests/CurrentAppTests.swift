import Core
import Interface
import Markup
import Platform
import TestSupport
import Testing
import Web

private struct SoupApp: App {
    static let manifest = AppManifest(id: "soup", name: "Soup", path: "/soup", navigation: .init(uses: [LadlePart.manifest.id]))

    init(site: Site) {}

    var routes: [Route] {
        [
            .get(Path("/soup"), allow: .everyone) { _, _ in Page("Soup", shell: .app("soup")) { PageHeader("Soup") } },
            .get(Path("/note"), allow: .everyone) { _, _ in Page("Note", shell: .site) { PageHeader("Note") } },
            .get(Path("/admin/soup"), allow: .everyone) { _, _ in Page("Kitchen", shell: .admin) { PageHeader("Kitchen") } },
        ]
    }
}

/// A part of the kernel that only soup needs.
private struct LadlePart: App {
    static let manifest = AppManifest(
        id: "ladle", name: "Ladle", navigation: .init(main: [NavigationItem("My ladles", icon: .pot, path: "/account/ladles")]))

    init(site: Site) {}

    var routes: [Route] { [] }
}

private struct BreadApp: App {
    static let manifest = AppManifest(id: "bread", name: "Bread", path: "/bread")

    init(site: Site) {}

    var routes: [Route] {
        [
            .get(Path("/bread"), allow: .everyone) { _, _ in Page("Bread", shell: .app("bread")) { PageHeader("Bread") } },
            .get(Path("/"), allow: .everyone) { _, _ in Page("Front", shell: .front) { PageHeader("Front") } },
        ]
    }
}

@Suite struct CurrentAppTests {
    /// A browser with its cookie, as far as the frame goes.
    private final class Browser {
        let app: TestApp
        var cookie: String?

        init(_ app: TestApp) { self.app = app }

        /// The frame of a page that one comes to from another.
        func frame(of path: String, from page: String? = nil, as header: (String, String)? = nil) async throws -> String? {
            var client = cookie.map { app.guest.with("Cookie", "__Host-app=\($0)") } ?? app.guest
            if let page { client = client.with("Referer", "http://localhost:8080" + page) }
            if let header { client = client.with(header.0, header.1) }
            let answer = try await client.get(path)
            if let chosen = answer.cookies["app"] { cookie = chosen }
            if answer.response.headers.all("Set-Cookie").contains(where: { $0.hasPrefix("__Host-app=;") }) { cookie = nil }
            return answer.text.firstMatch(of: #/data-app="([a-z]+)"/#).map { String($0.output.1) }
        }
    }

    @Test(.covers("CORE-052")) func `a page of no app has the frame of where one came from`() async throws {
        try await withTestApp(SoupApp.self, BreadApp.self, on: .sqlite) { app in
            let browser = Browser(app)
            #expect(try await browser.frame(of: "/note") == "site")
            #expect(try await browser.frame(of: "/soup") == "soup")
            #expect(try await browser.frame(of: "/note", from: "/soup") == "soup")
            #expect(try await browser.frame(of: "/note", from: "/note") == "soup", "a step further the cookie says it")
            // The page of the other app was taken from the browser's memory, and told the site nothing.
            #expect(try await browser.frame(of: "/note", from: "/bread") == "bread")
            #expect(try await browser.frame(of: "/note", from: "/note") == "bread")
            #expect(try await browser.frame(of: "/") == "site")
            #expect(try await browser.frame(of: "/note", from: "/") == "site")
            #expect(try await browser.frame(of: "/note", from: "/note") == "site")
            _ = try await browser.frame(of: "/soup", as: ("Sec-Purpose", "prefetch"))
            #expect(try await browser.frame(of: "/note", from: "/note") == "site", "nobody went there")
        }
    }

    @Test(.covers("CORE-052")) func `the menu has the places of the parts that the site’s apps use, and no others`() async throws {
        try await withTestApp(LadlePart.self, BreadApp.self, SoupApp.self, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.get("/note").text.contains("/account/ladles"))
            #expect(try await !app.guest.get("/note").text.contains("/account/ladles"))
        }
        try await withTestApp(LadlePart.self, BreadApp.self, on: .sqlite) { app in
            let ada = try await app.signedIn(.ada)
            #expect(try await !ada.get("/bread").text.contains("/account/ladles"))
        }
    }

    @Test(.covers("CORE-052")) func `staff who come from the portal stay in its frame, and others see no portal`() async throws {
        try await withTestApp(SoupApp.self, BreadApp.self, on: .sqlite) { app in
            let owner = try await app.signedIn(.owner).with("Referer", "http://localhost:8080/admin/soup")
            #expect(try await owner.get("/note").text.contains("data-shell=\"admin\""))
            let guest = app.guest.with("Referer", "http://localhost:8080/admin/soup")
            #expect(try await guest.get("/note").text.contains("data-shell=\"site\""))
        }
    }
}
