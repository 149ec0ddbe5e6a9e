import Core
import Database
import Documents
import Foundation
import Media
import Moderation
import Platform
import Testing
import Web

@testable import StoriesApp
@testable import TestSupport

/// A file of the third-party pictures.
func picture(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: try #require(SharedData.folder).appending(path: "images/\(name)")))
}

extension TestApp {
    /// What is in the media store, without what is on its way.
    func storedFiles() throws -> Int {
        let walk = FileManager.default.enumerator(at: site.media.folder, includingPropertiesForKeys: nil)
        return (walk?.allObjects ?? []).compactMap { $0 as? URL }.count { MediaRef(digest: $0.lastPathComponent, size: 0) != nil }
    }

    func story(_ id: StoryID) async throws -> Story { try await site.database.read { db in try db.one(.story(id)) } }

    /// Saves the details of a story of Ada's with a file for its cover.
    func setCover(_ name: String, of story: StoryID, rating: String = "general", _ more: [(String, String)] = []) async throws -> TestResponse {
        let fields = [
            ("title", "The lamp at the ferry"), ("description", "A ferry, a lamp, a winter."), ("language", "en"), ("rating", rating),
        ]
        return try await signedIn(.ada).upload("/stories/\(story)/edit", fields: fields + more, files: [("picture", name, try picture(name))])
    }
}

extension TestClient {
    /// PUT of a form with one picture, as programs send it.
    func put(_ target: String, _ picture: [UInt8]) async throws -> TestResponse {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data(picture).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var fields = Headers()
        fields.add("Host", "localhost:8080")
        fields.add("Accept", "application/json")
        fields.add("Content-Type", "multipart/form-data; boundary=test")
        if let token { fields.add("Cookie", "__Host-session=\(token)") }
        let head = try RequestHead(method: .put, target: target, headers: fields, remoteAddress: address)
        switch await app.running.handler.admit(Request(id: UUID().uuidString, head: head)) {
        case .answer(let response): return TestResponse(response)
        case .admitted(var request, _):
            let upload = UploadedFile(field: "picture", fileName: "p", contentType: "image/jpeg", url: file, size: picture.count)
            request.body = .form(MultipartForm(fields: QueryItems([]), files: [upload]))
            return TestResponse(await app.running.handler.respond(to: request))
        }
    }
}

@Suite("Covers of stories", .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
struct CoverTests {
    @Test(
        "a new story takes a cover with its title; readers see it everywhere once a moderator has accepted it",
        .covers("STO-025", "STO-038"), arguments: Engine.available)
    func accept(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let made = try await ada.upload(
                "/stories/write/new", ["title": "The lamp", "description": "A winter.", "language": "en", "rating": "general"],
                files: [("picture", "p.jpg", try picture("pillow_exif_gps.jpg"))])
            let chapter = try #require(made.location?.split(separator: "/").last.flatMap { ChapterID(String($0)) }, "\(made.text)")
            let id = try await app.site.database.read { db in try db.one(.chapter(chapter)).story }
            let draft = try #require(try await app.story(id).ownCoverAddress())
            #expect(try await ada.get("/stories/write").text.contains(draft))
            let moderation = try app.site.service(Moderation.self)
            let isJudged = try await app.site.database.read { db in try moderation.find(CoverSubject.key(id), in: db) != nil }
            #expect(!isJudged, "the cover of a draft is its author's own")
            try await app.publish("The lamp was out, and nobody knew why.", chapter)
            #expect(try await app.guest.get("/stories/\(id)").status == .ok, "the cover holds up nothing")
            #expect(try await app.guest.get(draft).status == .notFound)
            #expect(try await app.signedIn(.moderator).get(draft).status == .ok)
            #expect(try await ada.get("/stories/\(id)/edit").text.contains("A moderator checks the cover."))
            #expect(try await ada.get(StoriesPaths.workspace(id)).text.contains("Your story is public. Readers see it without this cover"))
            let found = try #require(try await app.site.database.read { db in try moderation.find(CoverSubject.key(id), in: db) })
            let large = try #require(try await app.story(id).ownCoverAddress(.large))
            #expect(try await app.signedIn(.moderator).get("/admin/moderation/cases/\(found.id)").text.contains(large))
            try await app.decide(.accept, on: CoverSubject.key(id))

            let answer = try await app.guest.get(draft)
            #expect(answer.status == .ok && answer["Content-Type"] == "image/jpeg")
            #expect(!String(decoding: answer.bytes, as: UTF8.self).contains("Exif"), "where it was taken isn't kept")
            let page = try await app.guest.get("/stories/\(id)").text
            #expect(page.contains("src=\"\(large)\"") && page.contains("property=\"og:image\"") && page.contains(large + "\""))
            for place in ["/stories", "/stories/search?q=lamp", "/stories/people/\(try await app.person(.ada))?show=stories"] {
                #expect(try await app.guest.get(place).text.contains(draft), "\(place)")
            }
            let program = try await app.guest.get("/api/v1/stories/\(id)").text
            #expect(program.contains(large.replacing("/", with: "\\/")) || program.contains(large))
            let book = try await ada.get("/stories/\(id)/story.epub")
            #expect(String(decoding: book.bytes, as: UTF8.self).contains("EPUB/cover.jpg"))
        }
    }

    @Test(
        "readers go on seeing the accepted cover while a new one waits, and when it is declined its author reads why",
        .covers("STO-025", "STO-038"), arguments: Engine.available)
    func replace(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story)
            try await app.decide(.accept, on: CoverSubject.key(begun.story))
            let first = try #require(try await app.story(begun.story).coverAddress())
            let sent = try await app.setCover("pillow_flower.jpg", of: begun.story)
            #expect(sent.location == "/stories/\(begun.story)/chapters", "\(sent.text)")
            #expect(try await app.guest.get("/stories").text.contains(first))
            try await app.decide(.reject, on: CoverSubject.key(begun.story))
            #expect(try await app.guest.get("/stories").text.contains(first))
            #expect(try await app.signedIn(.ada).get("/stories/\(begun.story)/edit").text.contains("A moderator rejected the cover."))
            // The same words were accepted before: pictures count too.
            _ = try await app.setCover("pillow_hopper_gray.jpg", of: begun.story)
            #expect(try await app.story(begun.story).coverAddress() == first)
            try await app.decide(.accept, on: CoverSubject.key(begun.story))
            #expect(try await app.story(begun.story).coverAddress() != first)
            try await app.runJobs()
            #expect(try app.storedFiles() == 2, "what nobody sees any more is gone")
        }
    }

    @Test("without a review readers see a new cover at once", .covers("STO-025"))
    func atOnce() async throws {
        try await withStories(on: .sqlite) { app in
            try await app.site.configure { $0.settings[StoriesChoices.reviewsPictures.id] = "false" }
            let begun = try await app.publishedStory()
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story)
            #expect(try await app.story(begun.story).coverAddress() != nil)
        }
    }

    @Test(
        "a cover that is removed is gone for readers at once, and so is one of a story that is deleted", .covers("STO-025"),
        arguments: Engine.available)
    func remove(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story)
            try await app.decide(.accept, on: CoverSubject.key(begun.story))
            let ada = try await app.signedIn(.ada)
            let saved = try await ada.post(
                "/stories/\(begun.story)/edit",
                ["title": "The lamp at the ferry", "description": "A winter.", "language": "en", "rating": "general", "removesCover": "true"])
            #expect(saved.status == .seeOther, "\(saved.text)")
            #expect(try await app.story(begun.story).coverAddress() == nil)
            try await app.runJobs()
            #expect(try app.storedFiles() == 0)
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story)
            #expect(try app.storedFiles() == 2)
            _ = try await ada.post("/stories/\(begun.story)/delete", ["confirmed": "true"])
            try await app.runJobs()
            #expect(try app.storedFiles() == 0)
        }
    }

    @Test(
        "the cover of a mature story isn’t shown to those who didn’t say that they are of age", .covers("STO-025", "STO-038"),
        arguments: Engine.available)
    func mature(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.publishedStory()
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story, rating: "mature")
            try await app.decide(.accept, on: CoverSubject.key(begun.story))
            let address = try #require(try await app.story(begun.story).coverAddress())
            let person = try await app.person(.ada)
            let bea = try await app.signedIn(.bea)
            #expect(try await bea.get(address).status == .notFound)
            let profile = try await bea.get("/stories/people/\(person)?show=stories").text
            #expect(profile.contains("The lamp at the ferry") && !profile.contains(address))
            _ = try await bea.post("/stories/mature", ["isOfAge": "true"])
            #expect(try await bea.get(address).status == .ok)
            #expect(try await bea.get("/stories/people/\(person)?show=stories").text.contains(address))
        }
    }

    @Test("however the camera was held, the cover is upright and two by three", .covers("STO-025"), arguments: [1, 3, 6, 8])
    func upright(orientation: Int) async throws {
        try await withStories(on: .sqlite) { app in
            let begun = try await app.publishedStory()
            _ = try await app.setCover("exif-orientation/Portrait_\(orientation).jpg", of: begun.story)
            let cover = try #require(try await app.story(begun.story).cover)
            let file = try await app.site.database.read { db in try db.one(.picture(cover)).file }
            #expect(file.width == 800 && file.height == 1200)
        }
    }

    @Test(
        "what is no usable picture is refused at its field with what to do, nothing typed is lost and nothing is kept",
        .covers("STO-025", "CORE-022"),
        arguments: Engine.available,
        ["pillow_broken.png", "pillow_decompression_bomb.gif", "pillow_hopper.bmp", "pillow_avif_hopper.avif", "../README.md", "huge", "wide", "zip"])
    func refuse(on engine: Engine, name: String) async throws {
        try await withStories(on: engine) { app in
            let ada = try await app.signedIn(.ada)
            let bytes =
                switch name {
                case "huge": [UInt8](repeating: 0xFF, count: PictureMaker.mostBytes + 1)
                // A PNG whose head promises 60,000 × 60,000 pixels.
                case "wide": Self.bomb
                case "zip": Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 2000)
                default: try picture(name)
                }
            let refused = try await ada.upload(
                "/stories/write/new", ["title": "A title of mine", "description": "", "language": "en", "rating": "general"],
                files: [("picture", "cover.jpg", bytes)])
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("field-picture-error") && refused.text.contains("A title of mine"))
            let count = try await app.site.database.read { db in try db.one("SELECT count(*) FROM stories_story" as Query<Int>) }
            #expect(try count == 0 && app.storedFiles() == 0)
        }
    }

    private static let bomb: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60, 8, 2, 0, 0, 0]
        + [UInt8](repeating: 0, count: 64)

    @Test("programs set and remove the cover of an own story, and of no other", .covers("STO-025", "STO-039"), arguments: Engine.available)
    func program(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let path = "/api/v1/stories/\(begun.story)/cover"
            let set = try await app.signedIn(.ada).put(path, picture("pillow_hopper.jpg"))
            #expect(set.status == .ok && set.text.contains("pictures"), "\(set.text)")
            let other = try await app.signedIn(.bea).put(path, picture("pillow_hopper.jpg"))
            #expect(other.status == .notFound)
            let wrong = try await app.signedIn(.ada).put(path, Array("no picture".utf8))
            #expect(wrong.status == .unprocessableContent)
            #expect(try await app.signedIn(.ada).delete(path).status == .noContent)
            #expect(try await app.story(begun.story).cover == nil)
        }
    }

    @Test(
        "who goes takes the pictures of their stories along, and the copy of one’s data has them", .covers("STO-025", "CORE-020"),
        arguments: Engine.available)
    func erase(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            _ = try await app.setCover("pillow_hopper.jpg", of: begun.story)
            let services = try StoriesServices(site: app.site)
            let data = StoriesData(
                site: app.site, moderation: services.moderation, publishing: services.publishing, pictures: services.pictures,
                news: services.participants.news)
            let ada = try await app.person(.ada)
            let export = ExportedNames()
            try await data.export(ada, into: export)
            #expect(export.names.contains { $0.hasSuffix(".jpg") }, "\(export.names)")
            try await app.site.write(by: nil) { write in try data.erase(ada, in: write) }
            try await app.runJobs()
            #expect(try app.storedFiles() == 0)
        }
    }
}
