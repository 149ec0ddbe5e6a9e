import Core
import Platform
import Reading
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct SavingTests {
    @Test(.covers("LIB-024"), arguments: Engine.available)
    func `what is saved for later says so on its page, and the same button takes it off`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Kept")
            let publication = try #require(try await library.services.catalogue.find(id).publication)
            let ada = try await app.signedIn(.ada)
            let form = "name=\"saved\" value=\"no\""
            #expect(try await !ada.get(LibraryPaths.item(id)).text.contains(form))
            for _ in 1...2 {
                #expect(try await ada.post(ReadingPaths.bookmarks(), ["publication": publication.description]).status == .seeOther)
            }
            let saved = try await ada.get(LibraryPaths.item(id)).text
            #expect(saved.contains(form) && saved.contains("is-saved"))
            #expect(try await ada.get(ReadingPaths.bookmarks()).text.contains("Kept"))
            #expect(try await !app.signedIn(.bea).get(LibraryPaths.item(id)).text.contains(form))
            _ = try await ada.post(ReadingPaths.bookmarks(), ["publication": publication.description, "saved": "no"])
            #expect(try await ada.get(LibraryPaths.item(id)).text.contains("Save for later"))
            #expect(try await !ada.get(ReadingPaths.bookmarks()).text.contains("Kept"))
        }
    }
}
