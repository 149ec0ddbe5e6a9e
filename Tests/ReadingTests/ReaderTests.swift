import Analytics
import Core
import Crypto
import Database
import Documents
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import Reading

@Suite("Reader")
struct ReaderTests {
    @Test(.covers("LIB-036", "LIB-025"), arguments: Engine.available)
    func `a guest reads section after section without a script`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            #expect(try await app.guest.get("/read/\(id)").location == "/read/\(id)/0?resume=1")
            let first = try await app.guest.get("/read/\(id)/0")
            #expect(first.status == .ok)
            #expect(first.text.contains("<p>The river rose in the night.</p>"))
            #expect(first.text.contains("href=\"/read/\(id)/1\""))
            #expect(first.text.contains("href=\"/books/1\""))
            #expect(try await app.guest.get("/read/\(id)/2").text.contains("closed the door"))
            #expect(try await app.guest.get("/read/\(id)/3").status == .notFound)
            #expect(try await app.guest.get("/read/\(id)/-1").status == .notFound)
            #expect(try await app.guest.get("/read/99").status == .notFound)
            #expect(try await app.guest.get("/read/\(id)/contents").status == .ok)
        }
    }

    @Test("a member’s first look keeps the place, also without a script; later pages leave it to the script", arguments: Engine.available)
    func firstLook(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.with("Sec-Purpose", "prefetch").get("/read/\(id)/1").status == .ok)
            #expect(try await (ada.get(ReadingPaths.apiPosition(id)).json["items"] as? [Any])?.isEmpty == true)
            _ = try await ada.get("/read/\(id)/1")
            _ = try await ada.get("/read/\(id)/2")
            let places = try await ada.get(ReadingPaths.apiPosition(id)).json["items"] as? [[String: Any]]
            #expect(places?.map { $0["section"] as? Int } == [1])
            #expect(try await ada.get("/read/\(id)").location?.hasPrefix("/read/\(id)/1") == true)
        }
    }

    @Test(.covers("LIB-007", "LIB-065"), arguments: Engine.available)
    func `a guest listens to a recording, and is asked to sign in before taking it along`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addRecording()
            let guest = try await app.guest.get("/read/\(id)/0").text
            #expect(guest.contains("src=\"/books/1/mill.mp3\"") && guest.contains("Sign in to download"))
            #expect(!guest.contains("href=\"/books/1/mill.mp3\""))
            let ada = try await app.signedIn(.ada).get("/read/\(id)/0").text
            #expect(ada.contains("href=\"/books/1/mill.mp3\"") && !ada.contains("Sign in to download"))
        }
    }

    @Test(.covers("LIB-042"))
    func `a recording shows its chapters with how long they are, a sleep timer, and brings its small player along`() async throws {
        try await withTestApp(parts: [ReadingModule.self], on: .sqlite) { app in
            let chapters = [AudioChapter(title: "The river", start: 0), AudioChapter(title: "The bridge", start: 245)]
            let id = try await app.addRecording(chapters: chapters)
            let page = try await app.guest.get("/read/\(id)/0").text
            for words in ["4:05", "1:02:35", "Total 1:06:40", "Sleep timer", "15 minutes", "End of chapter", "data-listening"] {
                #expect(page.contains(words), "\(words)")
            }
            let other = try await app.addRecording(owner: 2)
            #expect(try await !app.guest.get("/read/\(other)/0").text.contains("End of chapter"))
        }
    }

    @Test(arguments: Engine.available)
    func `only those it is meant for can open a publication, its sections, pictures and search`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let draft = try await app.addBook(.staff, owner: 1)
            let shared = try await app.addBook(.members, owner: 2)
            let ada = try await app.signedIn(.ada)
            for path in ["/read/\(draft)", "/read/\(draft)/0", "/read/\(draft)/contents", "/read/\(draft)/search?q=river"] {
                #expect(try await ada.get(path).status == .notFound, "\(path)")
                #expect(try await app.guest.get(path).status == .notFound, "\(path)")
            }
            for path in ["", "/sections/0", "/search?q=river", "/annotations", "/position"] {
                #expect(try await ada.asProgram.get(ReadingPaths.api(draft) + path).status == .notFound, "\(path)")
            }
            #expect(try await app.guest.get("/read/\(shared)/0").location == "/account/sign-in?then=%2Fread%2F\(shared)%2F0")
            #expect(try await app.guest.asProgram.get(ReadingPaths.api(shared)).status == .unauthorized)
            #expect(try await ada.get("/read/\(shared)/0").status == .ok)
        }
    }

    @Test(.covers("LIB-043", "LIB-041"), arguments: Engine.available)
    func `position is kept by person and device, and progress counts words`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let phone = try await app.signedIn(.ada).asProgram
            func keep(_ section: Int, through: Int, on device: String) async throws -> TestResponse {
                let text = SectionText(Book.chapters[section].title + "\n" + Book.chapters[section].text)
                let place = text.passage(at: 12..<12, section: section)
                let body = NewPosition(section: section, quote: place.quote, position: place.position, through: through, device: device)
                return try await phone.json(
                    .put, ReadingPaths.apiPosition(id), String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
            }
            #expect(try await keep(0, through: 0, on: "phone").json["progress"] as? Double == 0)
            app.clock.advance(by: .seconds(60))
            let length = (Book.chapters[2].title + "\n" + Book.chapters[2].text).unicodeScalars.count
            #expect(try await keep(2, through: length, on: "desk").json["progress"] as? Double == 100)
            let all = try await phone.get(ReadingPaths.apiPosition(id)).json["items"] as? [[String: Any]]
            #expect(all?.map { $0["device"] as? String } == ["desk", "phone"])
            // Reading on the phone changes the phone's place and no other's.
            _ = try await keep(1, through: 10, on: "phone")
            let after = try await phone.get(ReadingPaths.apiPosition(id)).json["items"] as? [[String: Any]]
            #expect(after?.first { $0["device"] as? String == "desk" }?["section"] as? Int == 2)
            #expect(after?.first { $0["device"] as? String == "phone" }?["section"] as? Int == 1)
            #expect(try await app.signedIn(.bea).get(ReadingPaths.apiPosition(id)).json["items"] as? [String] == [])
            // Opening the publication goes on at the latest place.
            #expect(try await app.signedIn(.ada).get("/read/\(id)").location?.hasPrefix("/read/\(id)/") == true)
        }
    }

    @Test(.covers("LIB-043", "LIB-041"), arguments: Engine.available)
    func `the end of a short last section counts, also where the one before is still on view`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada).asProgram
            func keep(_ through: Int, of section: Int?) async throws -> Double? {
                let place = SectionText(Book.chapters[1].text).passage(at: 12..<12, section: 1)
                var body = NewPosition(section: 1, quote: place.quote, position: place.position, through: through, device: "phone")
                body.throughSection = section
                let json = String(decoding: try JSONEncoder().encode(body), as: UTF8.self)
                return try await ada.json(.put, ReadingPaths.apiPosition(id), json).json["progress"] as? Double
            }
            let before = try #require(try await keep(Int(Int32.max), of: nil))
            #expect(before > 30 && before < 80)
            #expect(try await keep(Int(Int32.max), of: 2) == 100)
            #expect(try await keep(Int(Int32.max), of: 9_000) == 100, "what is beyond the last section is its end")
            #expect(try await keep(Int(Int32.max), of: 0) == before, "never before the place itself")
            #expect(ReadingProgress(percent: 99.9).shown == 99 && ReadingProgress(percent: 29).shown == 29)
            #expect(ReadingProgress(percent: 100).shown == 100 && ReadingProgress(percent: 100).isFinished)
        }
    }

    @Test(.covers("LIB-043"), arguments: Engine.available)
    func `a place never tells the secret by which accounts know a browser again`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let secret = Token().text
            let browser = try await app.signedIn(.ada).carrying("device", secret)
            let place = SectionText(Book.chapters[0].title + "\n" + Book.chapters[0].text).passage(at: 12..<12, section: 0)
            let body = NewPosition(section: 0, quote: place.quote, position: place.position, through: 1, device: nil)
            let kept = try await browser.json(
                .put, ReadingPaths.apiPosition(id), String(decoding: try JSONEncoder().encode(body), as: UTF8.self))
            #expect(kept.status == .ok)
            #expect(try await !browser.get(ReadingPaths.apiPosition(id)).text.contains(secret))
        }
    }

    @Test(.covers("LIB-038", "CORE-004"), arguments: Engine.available)
    func `settings are remembered on the device, and by the server for members`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let chosen: KeyValuePairs = [
                "mode": "pages", "axis": "horizontal", "size": "7", "face": "sans", "leading": "loose", "width": "wide", "theme": "sepia",
            ]
            let answer = try await ada.post("/read/settings", chosen)
            #expect(answer.status == .seeOther)
            #expect(answer.response.headers.all("Set-Cookie").contains { $0.hasPrefix("__Host-reading=") })
            let onAnotherDevice = try await ada.get("/read/\(id)/0").text
            #expect(onAnotherDevice.contains("data-size=\"7\""))
            #expect(onAnotherDevice.contains("data-theme=\"sepia\""))
            #expect(try await app.guest.get("/read/\(id)/0").text.contains("data-size=\"4\""))
            #expect(try await ada.post("/read/settings", ["size": "7"]).status.rawValue == 422)
        }
    }

    @Test(.covers("LIB-038"), arguments: Engine.available)
    func `how verses stand is kept with the other settings, also by pages and devices that know nothing of it`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            let others: KeyValuePairs = [
                "mode": "scroll", "axis": "vertical", "size": "7", "face": "sans", "leading": "loose", "width": "wide", "theme": "sepia",
            ]
            #expect(try await ada.get("/read/\(id)/0").text.contains("data-verses=\"lines\""))
            let all: KeyValuePairs = [
                "mode": "scroll", "axis": "vertical", "size": "7", "face": "sans", "leading": "loose", "width": "wide", "theme": "sepia",
                "verses": "running",
            ]
            #expect(try await ada.post("/read/settings", all).status == .seeOther)
            #expect(try await ada.get("/read/\(id)/0").text.contains("data-verses=\"running\""))
            #expect(try await ada.post("/read/settings", others).status == .seeOther)
            #expect(try await ada.get("/read/\(id)/0").text.contains("data-verses=\"running\""))
            // What a device kept before there was the choice still counts.
            let before =
                #"{"mode":"scroll","axis":"vertical","size":8,"face":"serif","leading":"normal","width":"normal","#
                + #""theme":"dark","justified":false}"#
            let cookie = "__Host-reading=" + (before.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")
            let page = try await app.guest.with("Cookie", cookie).get("/read/\(id)/0").text
            #expect(page.contains("data-size=\"8\"") && page.contains("data-verses=\"lines\""))
        }
    }

    @Test(.covers("LIB-053"), arguments: Engine.available)
    func `a publication is saved for later once, and listed with bookmarks`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            let ada = try await app.signedIn(.ada)
            #expect(try await ada.post("/account/bookmarks", ["publication": "\(id)"]).status == .seeOther)
            #expect(try await ada.post("/account/bookmarks", ["publication": "\(id)"]).status == .seeOther)
            #expect(try await ada.post("/read/\(id)/1/bookmark").status == .seeOther)
            let page = try await ada.get("/account/bookmarks").text
            #expect(page.ranges(of: "Saved for later").count == 1)
            #expect(page.contains("They built a bridge of oak."))
            #expect(try await !app.signedIn(.bea).get("/account/bookmarks").text.contains("The mill on the river"))
        }
    }

    @Test(arguments: Engine.available)
    func `an opening is counted once for each reader and day`(on engine: Engine) async throws {
        try await withTestApp(parts: [ReadingModule.self], on: engine) { app in
            let id = try await app.addBook()
            func opened() async throws -> Int {
                try await app.site.database.read { db in try app.site.analytics.count(kind: Visits.kind, subject: id, in: db) }
            }
            for section in 0...2 { _ = try await app.guest.get("/read/\(id)/\(section)") }
            #expect(try await opened() == 1)
            _ = try await app.signedIn(.ada).get("/read/\(id)/0")
            #expect(try await opened() == 2)
            app.clock.advance(by: .seconds(86_400))
            _ = try await app.guest.get("/read/\(id)/0")
            #expect(try await opened() == 3)
        }
    }

    @Test func `a picture is served under a policy in which nothing runs`() async throws {
        try await withTestApp(parts: [ReadingModule.self], on: .sqlite) { app in
            let script = #"<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>"#
            let stored = try await app.storeFile(Array(script.utf8))
            var edition = Book.edition()
            edition.resources = [
                EditionResource(name: "map.svg", mediaType: "image/svg+xml", media: stored),
                EditionResource(name: "page.html", mediaType: "text/html", media: stored),
            ]
            let made = edition
            let publications = Publications(clock: app.clock.clock)
            let id = try await app.site.database.write { db in try publications.create(made, as: Book.card(.everyone), by: nil, in: db) }
            let picture = try await app.guest.get("/read/\(id)/resources/map.svg")
            #expect(picture["Content-Type"] == "image/svg+xml")
            #expect(picture["Content-Security-Policy"]?.contains("sandbox") == true)
            #expect(picture["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(picture["X-Content-Type-Options"] == "nosniff")
            let page = try await app.guest.get("/read/\(id)/resources/page.html")
            #expect(page["Content-Type"] == "application/octet-stream")
            #expect(page["Content-Disposition"]?.hasPrefix("attachment") == true)
            #expect(try await app.guest.get("/read/\(id)/resources/..%2Fsecret").status == .notFound)
        }
    }
}

@Suite("Section HTML")
struct SectionHTMLTests {
    @Test func `links, pictures and ids become those of the reader`() {
        let html =
            ##"<p id="a">See <a href="section:4#n1">1</a>, <a href="#a">here</a>, <a href="https://example.org/">there</a> <img src="resource:map.png" alt="id=&quot;x&quot; > y"></p>"##
        #expect(
            SectionHTML(section: 2).rewritten(html)
                == ##"<p id="s2-a">See <a href="4#s4-n1">1</a>, <a href="2#s2-a">here</a>, <a href="https://example.org/">there</a> <img src="resources/map.png" alt="id=&quot;x&quot; > y"></p>"##
        )
    }

    @Test func `on a page that shows one section alone, links to places in it stay on the page`() {
        let html = ##"<p><a href="#fn-1" id="ref-1">1</a> <a href="section:4#n1">there</a></p><p id="fn-1"><a href="#ref-1">back</a></p>"##
        #expect(
            SectionHTML(section: 0, isAlone: true).rewritten(html)
                == ##"<p><a href="#s0-fn-1" id="s0-ref-1">1</a> <a href="4#s4-n1">there</a></p><p id="s0-fn-1"><a href="#s0-ref-1">back</a></p>"##)
    }

    /// A letter that joins the mark beside it makes another character of both.
    @Test func `no letter beside a mark hides that mark`() {
        let html = "<p title=\"\u{301}\" id=\"a\">\u{600}<a title=\"\u{600}\" href=\"#a\">\u{301}x</a></p>"
        let wanted = "<p title=\"\u{301}\" id=\"s2-a\">\u{600}<a title=\"\u{600}\" href=\"2#s2-a\">\u{301}x</a></p>"
        #expect(SectionHTML(section: 2).rewritten(html) == wanted)
    }

    @Test func `text that looks like an attribute is left alone`() {
        let html = #"<code>href="section:3" id="x"</code>"#
        #expect(SectionHTML(section: 0).rewritten(html) == html)
    }
}
