import Accounts
import Core
import Database
import Foundation
import Mail
import Notifications
import Platform
import Settings
import TestSupport
import Testing
import Web

@Suite struct LookTests {
    private static let parts: [any App.Type] = [NotificationsModule.self, SettingsModule.self]

    /// A logo of one colour, with where it was taken in its metadata.
    private static func picture(_ size: String = "400x100", ending: String = "png") throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).\(ending)")
        defer { try? FileManager.default.removeItem(at: file) }
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        maker.arguments = [
            "-v", "error", "-f", "lavfi", "-i", "color=c=teal:s=\(size)", "-frames:v", "1", "-metadata", "comment=Taken at home", file.path,
        ]
        try maker.run()
        maker.waitUntilExit()
        return [UInt8](try Data(contentsOf: file))
    }

    private static let drawing = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 10" onload="alert(1)"><script>alert(1)</script>
        <rect width="40" height="10" fill="teal"/></svg>
        """

    @Test(.covers("CORE-030", "CORE-051", "CORE-002"), arguments: Engine.available)
    func `a logo is in every header, in the icons and in emails, and is removed without a trace`(engine: Engine) async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: engine) { app in
            let admin = try await app.signedIn(.admin)
            #expect(try await app.guest.get("/").text.contains("icon.svg"))
            let taken = try await admin.upload("/admin/look", ["showsName": "true"], files: [("logo", "logo.png", try Self.picture())])
            #expect(taken.location == "/admin/look")
            for page in [try await app.guest.get("/"), try await app.guest.get("/account/sign-in"), try await admin.get("/admin/look")] {
                let logo = page.text.firstMatch(of: #/class="brand-logo" src="([^"]+logo\?v=[0-9a-f]+)" alt="" width="160" height="40"/#)
                let picture = try await app.guest.get(String(try #require(logo).output.1))
                #expect(picture.status == .ok && picture["Content-Type"] == "image/png")
                #expect(picture["Cache-Control"]?.contains("immutable") == true)
                #expect(!String(decoding: picture.bytes, as: UTF8.self).contains("Taken at home"))
                #expect(page.text.contains("Our Site</span>"), "the name stands beside it")
                #expect(!page.text.contains("icon.svg") && page.text.contains("rel=\"apple-touch-icon\" href=\"/site-look/pictures/icon-180?v="))
            }
            let manifest = try await app.guest.get("/manifest.webmanifest").text
            for icon in ["icon-192", "icon-512", "icon-maskable-512"] {
                #expect(manifest.replacing("\\/", with: "/").contains("/site-look/pictures/\(icon)?v="), "\(icon)")
            }
            #expect(!manifest.contains("icon.svg"))
            let worker = try await app.guest.get("/service-worker.js").text
            #expect(worker.contains("/site-look/pictures/logo?v=") && worker.contains("\"icon\":\"/site-look/pictures/icon-192?v="))
            for (icon, side) in [("icon-192", 192), ("icon-512", 512), ("icon-maskable-512", 512), ("icon-180", 180)] {
                let bytes = try await app.guest.get("/site-look/pictures/\(icon)").bytes
                let length = [0, 0, UInt8(side >> 8), UInt8(side & 255)]
                #expect(bytes[16..<24].elementsEqual(length + length), "\(icon)")
            }
            #expect(try await app.guest.get("/site-look/pictures/other").status == .notFound)
            let mailer = try app.site.service(Mailer.self)
            let email = Email(subject: "Hello", paragraphs: ["You are welcome."])
            try await app.site.write(by: nil) { try mailer.send(email, to: "ada@stoa.example", language: .english, in: $0) }
            try await app.runJobs()
            #expect(try await app.emails(to: "ada@stoa.example").first?.html.contains("/site-look/pictures/logo?v=") == true)
            _ = try await admin.upload("/admin/look", [:], files: [])
            let nameless = try await app.guest.get("/account/sign-in").text
            #expect(nameless.contains("class=\"brand-logo\"") && !nameless.contains("class=\"brand-app\""), "the logo stands for the name")
            _ = try await admin.post("/admin/look/logo/remove", [:])
            #expect(try await app.guest.get("/").text.contains("icon.svg"))
            #expect(try await app.guest.get("/site-look/pictures/logo").status == .notFound)
            let held = try await app.site.database.read {
                try $0.one("SELECT CAST(count(*) AS BIGINT) FROM media_hold WHERE owner LIKE 'settings.%'" as Query<Int64>)
            }
            #expect(held == 0)
            #expect(try await app.auditTrail().suffix(3) == Array(repeating: "settings.look.update", count: 3))
        }
    }

    @Test(.covers("CORE-030", "CORE-051"), arguments: Engine.available)
    func `one colour is chosen, legible in both themes, and taken back by one tap`(engine: Engine) async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: engine) { app in
            let admin = try await app.signedIn(.admin)
            #expect(try await !app.guest.get("/").text.contains("/site-look/"))
            #expect(try await app.guest.get("/site-look/colours.css").status == .notFound)
            let saved = try await admin.upload("/admin/look", ["color": " FFD400 "], files: [])
            #expect(saved.location == "/admin/look")
            let page = try await admin.get("/admin/look").text
            #expect(page.contains("value=\"#ffd400\"") && page.contains("your colour is darkened to #") && !page.contains("lightened to"))
            let front = try await app.guest.get("/").text
            let address = try #require(front.firstMatch(of: #/rel="stylesheet" href="(\/site-look\/colours\.css\?v=[0-9a-z]+)"/#)).output.1
            #expect(front.contains("name=\"theme-color\" content=\"#ffd400\""))
            let sheet = try await app.guest.get(String(address))
            #expect(sheet["Content-Type"]?.hasPrefix("text/css") == true && sheet["Cache-Control"]?.contains("immutable") == true)
            #expect(sheet.text.contains("--accent: #ffd400") && sheet.text.contains("--action: #"))
            #expect(try await app.guest.get("/service-worker.js").text.contains(String(address)))
            #expect(try await app.guest.get("/manifest.webmanifest").text.contains("#ffd400"))
            #expect(try await app.guest.get("/manifest.webmanifest?app=hall").text.contains("#f7c948"), "an app keeps its own")
            let picked = try await admin.upload(
                "/admin/look", ["color": "#ffd400", "color.shown": "#ffd400", "color.picked": "#1558b3"], files: [])
            #expect(picked.location == "/admin/look" && app.site.configuration.look.color == "#1558b3", "without scripts the picker counts")
            let wrong = try await admin.upload("/admin/look", ["color": "blue;}"], files: [])
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("Enter six characters, 0–9 or a–f"))
            #expect(wrong.text.contains("value=\"blue;}\"") && app.site.configuration.look.color == "#1558b3")
            let reset = try await admin.post("/admin/look/colour/reset", ["then": "start"])
            #expect(reset.location == "/admin/look?then=start")
            #expect(app.site.configuration.look == SiteLook())
            #expect(try await !app.guest.get("/").text.contains("/site-look/"))
            #expect(try await app.auditTrail().suffix(3) == Array(repeating: "settings.look.update", count: 3))
        }
    }

    @Test(.covers("CORE-030"))
    func `a drawing is taken as the picture that it shows, and what is no logo changes nothing`() async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            for (bytes, words) in [
                (Array("no picture".utf8), "Choose a PNG, JPEG, WebP or SVG file."), (try Self.picture("400x100", ending: "gif"), "Choose a PNG"),
                (try Self.picture("150x100"), "at least 192 pixels wide or high"), (Array(try Self.picture().prefix(60)), "damaged or incomplete"),
                ([UInt8](repeating: 1, count: 5 << 20 + 1), "larger than 5 MB"),
            ] {
                let answer = try await admin.upload("/admin/look", ["color": "#123456", "showsName": "true"], files: [("logo", "a.png", bytes)])
                #expect(answer.status == .unprocessableContent && answer.text.contains(words), "\(words)")
                #expect(answer.text.contains("value=\"#123456\""), "what was typed stays")
            }
            #expect(app.site.configuration.look == SiteLook())
            let drawn = try await admin.upload("/admin/look", [:], files: [("logo", "a.svg", Array(Self.drawing.utf8))])
            #expect(drawn.location == "/admin/look")
            let logo = try await app.guest.get("/site-look/pictures/logo")
            #expect(logo["Content-Type"] == "image/png" && logo.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            #expect(app.site.configuration.look.logo?.width == 640 && app.site.configuration.look.logo?.height == 160)
            let member = try await app.signedIn(.ada)
            #expect(try await member.get("/admin/look").status == .notFound)
            #expect(try await member.post("/admin/look/logo/remove", [:]).status == .notFound)
        }
    }

    @Test(.covers("CORE-001"))
    func `the settings and the first steps lead to it`() async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let settings = try await admin.get("/admin/settings").text
            #expect(settings.contains("href=\"/admin/look\"") && settings.contains("No logo yet · default colour"))
            let step = try await admin.get("/admin/settings?only=apps&then=start").text
            #expect(step.contains("href=\"/admin/look?then=start\""))
            let saved = try await admin.upload("/admin/look", ["color": "#2b8a3e", "then": "start"], files: [])
            #expect(saved.location == "/admin/start")
            #expect(try await admin.get("/admin/settings").text.contains("No logo yet · #2b8a3e"))
        }
    }
}
