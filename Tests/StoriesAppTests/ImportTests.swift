import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import StoriesApp

@Suite("Importing chapters")
struct ImportTests {
    @Test("each heading of a file begins a chapter, and emphasis is kept", .covers("STO-028"), arguments: Engine.available)
    func markdown(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let filler = String(repeating: "The boat went on. ", count: 60)
            let file = "# The quay\n\nIt was *late*. \(filler)\n\n# The boat\n\n> All aboard!\n\n\(filler)\n"
            let answer = try await app.signedIn(.ada).upload("/stories/\(begun.story)/import", files: [("file", "book.md", Array(file.utf8))])
            #expect(answer.status == .seeOther, "\(answer.text)")
            let chapters = try await app.site.database.read { db in try db.all(.chapters(of: begun.story)) }
            #expect(chapters.map(\.title) == ["", "The quay", "The boat"])
            let quay = try await app.text(chapters[1].id)
            #expect(quay.hasPrefix("It was *late*. The boat went on."), "\(quay.prefix(80))")
            #expect(try await app.text(chapters[2].id).hasPrefix("> All aboard!"))
        }
    }

    @Test("a whole novel becomes its chapters, word for word", .covers("STO-028"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func novel() async throws {
        try await withStories(on: .sqlite) { app in
            let begun = try await app.beginStory()
            let file = try #require(SharedData.folder).appending(path: "stories/md_Around-the-World-in-80-Days.md")
            let answer = try await app.signedIn(.ada).upload(
                "/stories/\(begun.story)/import", files: [("file", "book.md", [UInt8](try Data(contentsOf: file)))])
            #expect(answer.status == .seeOther, "\(answer.text)")
            let chapters = try await app.site.database.read { db in try db.all(.chapters(of: begun.story)) }
            #expect(chapters.count > 37)
            #expect(chapters.reduce(0) { $0 + $1.words } > 60_000)
        }
    }

    @Test("a file that can’t be read changes nothing and says why", arguments: Engine.available)
    func refused(on engine: Engine) async throws {
        try await withStories(on: engine) { app in
            let begun = try await app.beginStory()
            let ada = try await app.signedIn(.ada)
            let answer = try await ada.upload("/stories/\(begun.story)/import", files: [("file", "book.docx", Array("no Word file".utf8))])
            #expect(answer.status.rawValue >= 400 && answer.status.rawValue < 500)
            #expect(try await app.site.database.read { db in try db.all(.chapters(of: begun.story)).count } == 1)
            #expect(try await app.signedIn(.bea).get("/stories/\(begun.story)/import").status == .notFound)
        }
    }
}
