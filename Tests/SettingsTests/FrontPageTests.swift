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

struct HallApp: App {
    static let manifest = AppManifest(id: "hall", name: "Hall", path: "/hall")
    init(site: Site) {}
    var routes: [Route] { [] }
}

struct GardenApp: App {
    static let manifest = AppManifest(id: "garden", name: "Garden", path: "/garden")
    init(site: Site) {}
    var routes: [Route] { [] }
}

@Suite struct FrontPageTests {
    private static let parts: [any App.Type] = [NotificationsModule.self, SettingsModule.self]

    /// A picture of one colour, as a phone takes them.
    private static func picture(width: Int = 1600, height: Int = 1000) throws -> [UInt8] {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).png")
        defer { try? FileManager.default.removeItem(at: file) }
        let maker = Process()
        maker.executableURL = URL(fileURLWithPath: "/usr/bin/ffmpeg")
        maker.arguments = ["-v", "error", "-f", "lavfi", "-i", "color=c=orange:s=\(width)x\(height)", "-frames:v", "1", file.path]
        try maker.run()
        maker.waitUntilExit()
        return [UInt8](try Data(contentsOf: file))
    }

    @Test(.covers("CORE-019", "VOL-043"))
    func `who is banned from an app is told so in the place of the offer`() async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: .sqlite) { app in
            let ada = try await app.person(.ada)
            let client = try await app.signedIn(.ada)
            #expect(try await !client.get("/").text.contains("You’re banned"))
            try await app.site.write(by: nil) { write in
                try app.site.service(Bans.self).ban(ada, from: "hall", until: nil, reason: "Noise.", in: write)
            }
            #expect(try await client.get("/").text.components(separatedBy: "You’re banned. See why.").count == 2)
        }
    }

    @Test(.covers("LIB-005", "CORE-009"))
    func `who comes in for the first time is reminded of the email that confirms their address, where one can be sent`() async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: .sqlite) { app in
            let joined = try await app.guest.post("/account/register", ["name": "Cleo", "email": "cleo@example.org", "password": "candle 12 light"])
            #expect(joined.location == "/")
            let cleo = app.guest.with("Cookie", "__Host-session=\(try #require(joined.cookies["session"]))")
            #expect(try await !cleo.get("/").text.contains("isn’t confirmed yet"))
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "hall@stoa.example") }
            #expect(try await cleo.get("/").text.contains("isn’t confirmed yet"))
            #expect(try await !app.guest.get("/").text.contains("isn’t confirmed yet"))
        }
    }

    @Test(.covers("CORE-030", "CORE-051"), arguments: Engine.available)
    func `a picture is cut for phones and wide screens, described, and removed without a trace`(engine: Engine) async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: engine) { app in
            let admin = try await app.signedIn(.admin)
            #expect(try await app.guest.get("/").text.contains("front-drawing"))
            let file = [(field: "picture", name: "hall.png", bytes: try Self.picture())]
            let nameless = try await admin.upload("/admin/front-page", ["newAlt": " "], files: file)
            #expect(nameless.status == .unprocessableContent || nameless.status == .badRequest)
            #expect(nameless.text.contains("Screen readers read it aloud."))
            let taken = try await admin.upload("/admin/front-page", ["newAlt": "Our hall", "crop": "centre"], files: file)
            #expect(taken.location == "/admin/front-page")
            let page = try await app.guest.get("/").text
            #expect(page.contains("alt=\"Our hall\"") && page.contains("width=\"1920\" height=\"800\"") && page.contains("(max-width: 699px)"))
            #expect(!page.contains("front-drawing"))
            let addresses = page.matches(of: #/\/front-page\/picture\/[a-z0-9-]+\?v=[0-9a-f]+/#).map { String($0.output) }
            #expect(Set(addresses).count == 4)
            for address in addresses {
                let picture = try await app.guest.get(address)
                #expect(picture.status == .ok && picture["Content-Type"] == "image/jpeg")
                #expect(picture["Cache-Control"]?.contains("immutable") == true)
            }
            let described = try await admin.post("/admin/front-page", ["alt": "The hall in spring", "then": "start"])
            #expect(described.location == "/admin/start")
            #expect(try await app.guest.get("/").text.contains("alt=\"The hall in spring\""))
            _ = try await admin.post("/admin/front-page/picture/remove", [:])
            #expect(try await app.guest.get("/").text.contains("front-drawing"))
            #expect(try await app.guest.get(try #require(addresses.first)).status == .notFound)
            let held = try await app.site.database.read {
                try $0.one("SELECT CAST(count(*) AS BIGINT) FROM media_hold WHERE owner LIKE 'settings.%'" as Query<Int64>)
            }
            #expect(held == 0)
            #expect(try await app.auditTrail().suffix(3) == Array(repeating: "settings.front.update", count: 3))
        }
    }

    @Test(.covers("CORE-030"))
    func `what is too small or no picture changes nothing, and only who may change settings changes it`() async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: .sqlite) { app in
            let admin = try await app.signedIn(.admin)
            let small = try await admin.upload(
                "/admin/front-page", ["newAlt": "Our hall"], files: [("picture", "a.png", try Self.picture(width: 600, height: 400))])
            #expect(small.text.contains("That picture is too small.") && small.text.contains("value=\"Our hall\""))
            let words = try await admin.upload(
                "/admin/front-page", ["newAlt": "Our hall"], files: [("picture", "a.png", Array("no picture".utf8))])
            #expect(words.text.contains("can’t be used as a picture"))
            let both = try await admin.upload(
                "/admin/front-page", ["welcome": "Come in, all of you.", "newAlt": "Our hall", "crop": "low"],
                files: [("picture", "a.png", Array("no picture".utf8))])
            #expect(both.text.contains("Come in, all of you.</textarea>"), "the welcome that was typed beside it stays")
            #expect(both.text.contains("value=\"low\" checked"))
            let pictureless = try await admin.upload("/admin/front-page", ["welcome": "Come in, all of you.", "newAlt": "Our hall"], files: [])
            #expect(pictureless.text.contains("No picture was chosen.") && pictureless.text.contains("Come in, all of you.</textarea>"))
            let member = try await app.signedIn(.ada)
            #expect(try await member.get("/admin/front-page").status == .notFound)
            #expect(app.site.configuration.settings["settings.welcome"] == nil)
            _ = try await admin.post("/admin/front-page", ["welcome": "Come in.\nStay."])
            #expect(try await app.guest.get("/").text.contains("Come in."))
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `each language of the site has its own welcome, and one without shows the first`(on engine: Engine) async throws {
        try await withTestApp(HallApp.self, GardenApp.self, parts: Self.parts, on: engine) { app in
            let admin = try await app.signedIn(.admin)
            try await app.site.configure { $0.languages = [.english, .swedish] }
            let form = try await admin.get("/admin/front-page").text
            #expect(form.contains("name=\"welcome\"") && form.contains("name=\"welcome.sv\""))
            _ = try await admin.post("/admin/front-page", ["welcome": "Come in."])
            let swedish = try await app.guest.with("Accept-Language", "sv").get("/")
            #expect(swedish.text.contains("Come in."))
            _ = try await admin.post("/admin/front-page", ["welcome": "Come in.", "welcome.sv": "Kom in."])
            let (translated, first) = (
                try await app.guest.with("Accept-Language", "sv").get("/"), try await app.guest.with("Accept-Language", "en").get("/")
            )
            #expect(translated.text.contains("Kom in.") && !translated.text.contains("Come in."))
            #expect(first.text.contains("Come in.") && !first.text.contains("Kom in."))
            let long = try await admin.post(
                "/admin/front-page", ["welcome": "Come in.", "welcome.sv": String(repeating: "å", count: 601)])
            #expect(long.status == .unprocessableContent && long.text.contains("field-welcome.sv"))
            #expect(try await app.guest.with("Accept-Language", "sv").get("/").text.contains("Kom in."))
        }
    }
}
