import Core
import Foundation
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Recordings that browsers don't play as they are.
@Suite(.enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence))) struct RecordingTests {
    @Test(.covers("LIB-042", "LIB-065", "LIB-085"), arguments: Engine.available)
    func `a FLAC is heard as a copy that browsers play, and downloaded as it came`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let folder = try #require(SharedData.folder)
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: "audio/mutagen_silence-44-s.flac")))
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.upload(LibraryPaths.adminUploads(), files: [("files", "silence.flac", bytes)]).status == .seeOther)
            try await app.runJobs()
            let upload = try #require(try await library.services.uploads.recent().first?.upload)
            #expect(upload.status == .done && upload.notes.count == 1)
            #expect(try await staff.get(LibraryPaths.adminUploads()).text.contains("A copy was made for listening in every browser."))
            let id = try #require(upload.item)
            #expect(try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "published"]).status == .seeOther)
            let item = try await library.services.catalogue.find(id)
            #expect(item.kind == .audio)
            let publication = try #require(item.publication)
            let page = try await app.guest.get("\(ReadingPaths.publication(publication))/0").text
            let played = ReadingPaths.resource(publication, "a1.mp4")
            #expect(page.contains("<source src=\"\(played)\" type=\"audio/mp4\">"))
            let sound = try await app.guest.get(played)
            #expect(sound.status == .ok && sound.response.headers["Content-Type"] == "audio/mp4")
            let original = try await app.guest.get(LibraryPaths.itemFile(id))
            #expect(original.response.headers["Content-Type"] == "audio/flac")
            #expect(try await original.wholeBody() == bytes)
        }
    }

    @Test(.covers("LIB-042", "LIB-081"), arguments: Engine.available)
    func `a hymn is heard above its stanzas where there is a recording of it`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let folder = try #require(SharedData.folder)
            var options = ImportOptions()
            (options.title, options.language) = ("Morning", "en")
            let file = folder.appending(path: "audio/mutagen_silence-44-s.flac")
            let recording = ItemID(try #require(try await library.take(file, options).item))
            let sound = ReadingPaths.resource(try #require(try await library.services.catalogue.find(recording).publication), "a1.mp4")
            func reader(_ title: String, _ kind: String) async throws -> String {
                let item = try await app.item(title, text: "# One\n\nA \(kind).") { (change: inout ImportOptions) in
                    (change.kind, change.language) = (kind, "en")
                }
                let publication = try #require(try await library.services.catalogue.find(item).publication)
                return try await app.guest.get(ReadingPaths.section(publication, 0)).text
            }
            let hymn = try await reader("Morning", "hymn")
            #expect(hymn.contains("class=\"reader-recording\"") && hymn.contains("<source src=\"\(sound)\""))
            // Neither another hymn, nor a book that is called the same.
            #expect(try await !reader("Evening", "hymn").contains("reader-recording"))
            #expect(try await !reader("Morning", "leaflet").contains("reader-recording"))
        }
    }
}
