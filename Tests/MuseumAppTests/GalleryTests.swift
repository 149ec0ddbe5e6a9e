import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import MuseumApp

@Suite struct GalleryTests {
    /// A file of the third-party pictures.
    private func picture(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: try #require(SharedData.folder).appending(path: "images/\(name)")))
    }

    private let fields: [(String, String)] = [
        ("kind", "object"), ("title", "A lamp"), ("creator", "Ada Holm"), ("made", "about 1890"), ("text", "It burned all night.\n\nThen it didn’t."),
        ("isPublic", "true"),
    ]

    private func only(_ museum: Museum) async throws -> Exhibit {
        try #require(try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 2)) }.first)
    }

    @Test(.covers("MUS-026", "MUS-030"), arguments: Engine.available)
    func `everyone reads the history of an exhibit, and nobody finds one that is hidden`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let added = try await owner.post(MuseumPaths.adminNewExhibit(), fields: fields)
            let exhibit = try await only(museum)
            #expect(added.location == ExhibitListPage.address(from: 0, at: exhibit.id), "\(added.text)")
            let list = try await museum.app.guest.get(MuseumPaths.gallery())
            #expect(list.text.contains("A lamp") && list.text.contains("Ada Holm, about 1890"))
            let page = try await museum.app.guest.get(MuseumPaths.exhibit(exhibit.id))
            #expect(!page.text.contains(MuseumPaths.adminExhibit(exhibit.id)))
            #expect(try await owner.get(MuseumPaths.exhibit(exhibit.id)).text.contains("href=\"\(MuseumPaths.adminExhibit(exhibit.id))\""))
            #expect(page.text.contains("<p>It burned all night.</p>") && page.text.contains("<p>Then it didn’t.</p>"))
            let hidden = try await owner.post(MuseumPaths.adminExhibit(exhibit.id), fields: fields.filter { $0.0 != "isPublic" })
            #expect(hidden.status == .seeOther)
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(exhibit.id)).status == .notFound)
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.exhibit(exhibit.id)).status == .notFound)
            #expect(try await owner.get(MuseumPaths.exhibit(exhibit.id)).status == .ok, "who keeps the gallery looks before others do")
            #expect(try await !museum.app.guest.get(MuseumPaths.gallery()).text.contains("A lamp"))
        }
    }

    @Test(.covers("MUS-026", "CORE-032"), arguments: Engine.available)
    func `a slip in a search finds what was meant, and says so`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            try await museum.app.site.configure { $0.languages = [.english, .swedish] }
            let owner = try await museum.app.signedIn(.owner)
            let hidden = [("kind", "object"), ("title", "Secret ballots")]
            for exhibit in [fields + [("title.sv", "En fotogenlykta")], hidden] {
                #expect(try await owner.post(MuseumPaths.adminNewExhibit(), fields: exhibit).status == .seeOther)
            }
            func page(_ words: String, in language: String = "en") async throws -> String {
                try await museum.app.guest.with("Accept-Language", language).get(MuseumPaths.gallery() + "?q=\(words)").text
            }
            for typed in ["lapm", "lammp", "Hohm"] {
                let found = try await page(typed)
                #expect(found.contains("Nothing found for “\(typed)”") && found.contains("1 result for") && found.contains("A lamp"), "\(typed)")
                #expect(found.contains("value=\"\(typed)\""), "\(typed)")
            }
            #expect(try await page("fotogenlycta", in: "sv").contains("fotogenlykta"))
            #expect(try await !page("lamp").contains("Nothing found"))
            let none = try await page("kqzxwv")
            #expect(none.contains("Nothing found for “kqzxwv”") && !none.contains("A lamp"))
            #expect(try await !page("balots").contains("ballots"), "what isn’t shown isn’t given away")
        }
    }

    @Test(
        .covers("MUS-026", "MUS-027"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `a picture needs words for those who can't see it, and loses where it was taken`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let file = [("picture", "p.jpg", try picture("pillow_exif_gps.jpg"))]
            let refused = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields, files: file)
            #expect(refused.status == .unprocessableContent && refused.text.contains("Describe the picture for people who can’t see it."))
            let added = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields + [("alt", "A brass lamp on a table")], files: file)
            #expect(added.status == .seeOther, "\(added.text)")
            let exhibit = try await only(museum)
            let stored = try #require(exhibit.picture)
            let answer = try await museum.app.guest.get(stored.address(.large, of: exhibit.id))
            #expect(answer.status == .ok && !String(decoding: answer.bytes, as: UTF8.self).contains("Exif"))
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(exhibit.id)).text.contains("alt=\"A brass lamp on a table\""))
        }
    }

    @Test(
        .covers("MUS-026"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"),
        arguments: ["pillow_decompression_bomb_extents.gif", "pillow_broken.png"])
    func `a hostile or broken picture is refused at its field, and nothing is kept`(name: String) async throws {
        try await withMuseum(on: .sqlite) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let refused = try await owner.upload(
                MuseumPaths.adminNewExhibit(), fields: fields + [("alt", "A lamp")], files: [("picture", name, try picture(name))])
            #expect(refused.status == .unprocessableContent && refused.text.contains("A lamp"))
            #expect(try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 2)) }.isEmpty)
        }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `a video is played in parts, and what only calls itself a video is refused`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let film = try Film.bytes()
            let refused = try await owner.upload(
                MuseumPaths.adminNewExhibit(), fields: fields, files: [("video", "a.mp4", Array("<html>".utf8) + [UInt8](repeating: 32, count: 99))])
            #expect(refused.status == .unprocessableContent && refused.text.contains("This file isn’t an MP4 or WebM video."))
            let cut = try await owner.upload(
                MuseumPaths.adminNewExhibit(), fields: fields, files: [("video", "a.mp4", Array(film.prefix(film.count / 2)))])
            #expect(cut.status == .unprocessableContent && cut.text.contains("This video is damaged or incomplete. Choose another file."))
            let added = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields, files: [("video", "a.mp4", film)])
            #expect(added.status == .seeOther, "\(added.text)")
            let exhibit = try await only(museum)
            let part = try await museum.app.guest.with("Range", "bytes=4-11").get(MuseumPaths.exhibitVideo(exhibit.id))
            #expect(part.status == .partialContent && part.bytes == Array("ftypisom".utf8) && part["Content-Type"] == "video/mp4")
        }
    }

    @Test(.covers("MUS-026", "MUS-058"), arguments: ["mp4", "webm"])
    func `a video loses where it was taken and who took it, and keeps its pictures`(kind: String) async throws {
        try await withMuseum(on: .sqlite) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let film = try Film.bytes(as: kind)
            func tells(_ bytes: [UInt8]) -> [String] { Film.secrets.filter { !bytes.ranges(of: Array($0.utf8)).isEmpty } }
            #expect(tells(film) == Film.secrets)
            let added = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields, files: [("video", "a.\(kind)", film)])
            #expect(added.status == .seeOther, "\(added.text)")
            let kept = try await museum.app.guest.get(MuseumPaths.exhibitVideo(try await only(museum).id))
            #expect(kept["Content-Type"] == "video/\(kind)" && tells(kept.bytes).isEmpty)
            #expect(try Film.frames(of: kept.bytes) == Film.frames(of: film))
            if kind == "mp4" {
                let places = ["moov", "mdat"].map { kept.bytes.firstRange(of: Array($0.utf8))?.lowerBound ?? .max }
                #expect(places[0] < places[1], "the index comes first, so that it plays while it loads")
            }
        }
    }

    @Test(.covers("MUS-026", "MUS-012"), arguments: Engine.available)
    func `the gallery is searched by every word of a label, and by room`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRooms(), ["name": "The tower", "text": "Up the stairs."])
            let room = try #require(try await museum.app.site.database.read { try $0.all(.rooms) }.first)
            _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: fields + [("room", room.id.description)])
            _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: [("title", "A net"), ("kind", "object"), ("isPublic", "true")])
            let found = try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["q": "HOLM 1890"])).text
            #expect(found.contains("A lamp") && !found.contains("A net"))
            let inRoom = try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["room": room.id.description])).text
            #expect(inRoom.contains("Up the stairs.") && inRoom.contains("A lamp") && !inRoom.contains("A net"))
            #expect(found.contains("1 result for “HOLM 1890”") && found.contains("value=\"HOLM 1890\"") && found.contains("Clear search"))
            let byRoom = try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["q": "tower lamp"])).text
            #expect(byRoom.contains("A lamp") && !byRoom.contains("A net"), "a room is found by its name")
            let none = try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["q": "%_"])).text
            #expect(none.contains("Nothing found for “%_”") && none.contains("Check the spelling") && none.contains("Clear search"))
            let elsewhere = try await museum.app.guest.get(link(MuseumPaths.gallery(), query: ["q": "net", "room": room.id.description])).text
            #expect(elsewhere.contains("There is 1 result in the other rooms.") && elsewhere.contains("Search all rooms"))
            #expect(try await museum.app.signedIn(.ada).get(MuseumPaths.adminExhibits()).status == .notFound)
        }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `whoever saves an exhibit comes back to its row, and hides or shows it there`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            for number in 1...ExhibitListPage.size { _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: [("title", "Net \(number)")]) }
            let added = try await owner.post(MuseumPaths.adminNewExhibit(), fields: fields)
            let lamp = try #require(
                try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(words: "lamp"), from: 0, limit: 1)) }.first)
            #expect(added.location == ExhibitListPage.address(from: ExhibitListPage.size, at: lamp.id))
            let second = link(MuseumPaths.adminExhibits(), query: ["from": String(ExhibitListPage.size)])
            let list = try await owner.get(second).text
            #expect(list.contains("id=\"\(ExhibitListPage.row(lamp.id))\"") && list.contains("Hide A lamp"))
            let path = link(MuseumPaths.adminExhibitShow(lamp.id), query: ["from": String(ExhibitListPage.size)])
            let hidden = try await owner.post(path, ["isPublic": "false"])
            #expect(hidden.location == second + "#" + ExhibitListPage.row(lamp.id))
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(lamp.id)).status == .notFound)
            #expect(try await owner.get(second).text.contains("Show A lamp"))
            #expect(try await owner.post(path, ["isPublic": "true"]).status == .seeOther)
            let noted: [String] = try await museum.app.site.database.read {
                try $0.all("SELECT details FROM audit_entry WHERE entity = 'museum.exhibit' ORDER BY id DESC LIMIT 2" as Query<String>)
            }
            #expect(zip(noted, ["true", "false"]).allSatisfy { $0.contains("\"isPublic\":\"\($1)\"") }, "\(noted)")
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(lamp.id)).status == .ok)
            #expect(try await museum.app.signedIn(.ada).post(path, ["isPublic": "false"]).status == .notFound)
        }
    }

    @Test(
        .covers("MUS-026"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `a picture that is removed takes its description with it`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            let file = [("picture", "p.jpg", try picture("pillow_flower.jpg"))]
            _ = try await owner.upload(MuseumPaths.adminNewExhibit(), fields: fields + [("alt", "A flower")], files: file)
            let exhibit = try await only(museum)
            let bare = try await owner.post(MuseumPaths.adminExhibit(exhibit.id), fields: fields + [("alt", ""), ("removesPicture", "true")])
            #expect(bare.status == .seeOther, "\(bare.text)")
            #expect(try await only(museum).picture == nil)
            let tour = [("title", "By night"), ("text", ""), ("isPublic", "true")]
            _ = try await owner.upload(MuseumPaths.adminNewTour(), fields: tour + [("alt", "A flower")], files: file)
            let made = try #require(try await museum.app.site.database.read { try $0.all(.tours()) }.first)
            let plain = try await owner.post(MuseumPaths.adminTour(made.id), fields: tour + [("alt", ""), ("removesPicture", "true")])
            #expect(plain.status == .seeOther, "\(plain.text)")
        }
    }

    @Test(
        .covers("MUS-042"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `each visit begins with another picture than the last`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            for name in ["pillow_flower.jpg", "pillow_hopper.jpg", "pillow_hopper.png"] {
                let added = try await owner.upload(
                    MuseumPaths.adminNewExhibit(),
                    fields: [("title", name), ("kind", "picture"), ("alt", "Front \(name)"), ("isPublic", "true"), ("isOnFrontPage", "true")],
                    files: [("picture", name, try picture(name))])
                #expect(added.status == .seeOther, "\(added.text)")
            }
            var visitor = museum.app.guest
            var last: Substring?
            for _ in 0..<8 {
                let page = try await visitor.get(MuseumPaths.home())
                let shown = page.text.firstMatch(of: /alt="(Front [^"]+)"/)?.1
                #expect(shown != nil && shown != last)
                last = shown
                visitor = museum.app.guest.carrying("museum-picture", try #require(page.cookies["museum-picture"]))
            }
        }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `from one exhibit to the next one walks through its room, past what is hidden`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRooms(), ["name": "The tower", "text": ""])
            let room = try #require(try await museum.app.site.database.read { try $0.all(.rooms) }.first).id.description
            for (title, isPublic, place) in [("First", true, room), ("Elsewhere", true, ""), ("Hidden", false, room), ("Last", true, room)] {
                let fields = [("kind", "object"), ("title", title), ("room", place)] + (isPublic ? [("isPublic", "true")] : [])
                #expect(try await owner.post(MuseumPaths.adminNewExhibit(), fields: fields).status == .seeOther)
            }
            let all = try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(isForStaff: true), from: 0, limit: 9)) }
            let (first, last) = (try #require(all.first { $0.title == "First" }), try #require(all.first { $0.title == "Last" }))
            let page = try await museum.app.guest.get(MuseumPaths.exhibit(first.id)).text
            #expect(page.contains("href=\"\(MuseumPaths.exhibit(last.id))\"") && page.contains("rel=\"next\"") && !page.contains("rel=\"prev\""))
            #expect(!page.contains("Hidden") && !page.contains("Elsewhere"))
            #expect(try await museum.app.guest.get(MuseumPaths.exhibit(last.id)).text.contains("href=\"\(MuseumPaths.exhibit(first.id))\""))
        }
    }

    private func titles(_ museum: Museum) async throws -> [String] {
        try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(), from: 0, limit: 9)) }.map(\.title)
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `rooms and what hangs in them are put in the order in which people walk`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            for name in ["The tower", "The cellar"] { _ = try await owner.post(MuseumPaths.adminRooms(), ["name": name, "text": ""]) }
            let rooms = try await museum.app.site.database.read { try $0.all(.rooms) }
            for (title, room) in [("Lamp", rooms[0].id), ("Net", rooms[0].id), ("Keg", rooms[1].id)] {
                _ = try await owner.post(
                    MuseumPaths.adminNewExhibit(),
                    fields: [("kind", "object"), ("title", title), ("room", room.description), ("isPublic", "true")])
            }
            #expect(try await titles(museum) == ["Lamp", "Net", "Keg"])
            _ = try await owner.post(MuseumPaths.adminRoomMove(rooms[1].id), ["direction": "up"])
            #expect(try await titles(museum) == ["Keg", "Lamp", "Net"])
            let found = try await museum.app.site.database.read { try $0.all(.exhibits(ExhibitFilter(words: "net"), from: 0, limit: 1)) }
            let net = try #require(found.first)
            _ = try await owner.post(MuseumPaths.adminExhibitMove(net.id), ["direction": "up"])
            #expect(try await titles(museum) == ["Keg", "Net", "Lamp"])
            // Beyond the end nothing happens.
            _ = try await owner.post(MuseumPaths.adminExhibitMove(net.id), ["direction": "up"])
            _ = try await owner.post(MuseumPaths.adminRoomMove(rooms[0].id), ["direction": "down"])
            #expect(try await titles(museum) == ["Keg", "Net", "Lamp"])
            let gallery = try await museum.app.guest.get(MuseumPaths.gallery()).text
            let (cellar, tower) = (try #require(gallery.range(of: ">The cellar</h2>")), try #require(gallery.range(of: ">The tower</h2>")))
            #expect(cellar.lowerBound < tower.lowerBound)
            #expect(try await museum.app.signedIn(.ada).post(MuseumPaths.adminRoomMove(rooms[0].id), ["direction": "up"]).status == .notFound)
        }
    }

    @Test(.covers("MUS-026"), arguments: Engine.available)
    func `visitors see no room in which there is nothing for them yet`(on engine: Engine) async throws {
        try await withMuseum(on: engine) { museum in
            let owner = try await museum.app.signedIn(.owner)
            _ = try await owner.post(MuseumPaths.adminRooms(), ["name": "The tower", "text": ""])
            let room = try #require(try await museum.app.site.database.read { try $0.all(.rooms) }.first).id.description
            _ = try await owner.post(MuseumPaths.adminNewExhibit(), fields: [("kind", "object"), ("title", "Lamp"), ("room", room)])
            #expect(try await !museum.app.guest.get(MuseumPaths.gallery()).text.contains("The tower"))
            #expect(try await owner.get(MuseumPaths.adminRooms()).text.contains("Empty, so visitors don’t see it."))
            _ = try await owner.post(
                MuseumPaths.adminNewExhibit(), fields: [("kind", "object"), ("title", "Net"), ("room", room), ("isPublic", "true")])
            #expect(try await museum.app.guest.get(MuseumPaths.gallery()).text.contains("The tower"))
        }
    }
}
