import Core
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// The first page of a list keeps its HTML, and shows what is true at the moment all the same.
struct KeptPagesTests {
    @Test(.covers("LIB-018", "LIB-098"), arguments: Engine.available)
    func `a page that is shown again follows every change of its list`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            func page() async throws -> String { try await app.guest.get(LibraryPaths.books()).text }
            let id = try await app.item("First")
            _ = try await page()
            #expect(try await page().contains("First"))
            try await app.item("Second") { $0.categories = ["History"] }
            #expect(try await page().contains("Second"))
            #expect(try await page().contains("History (1)"))
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.post(LibraryPaths.adminItem(id), ["title": "Renamed"])
            let renamed = try await page()
            #expect(renamed.contains("Renamed") && !renamed.contains("First"))
            let history = try #require(try await library.services.categories.tree().categories.first { $0.name == "History" })
            _ = try await staff.post(LibraryPaths.adminCategory(history.id), ["name": "Chronicles", "colour": history.colour.rawValue])
            #expect(try await page().contains("Chronicles (1)"))
            _ = try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "archived"])
            #expect(try await !page().contains("Renamed"))
        }
    }

    @Test(.covers("LIB-018"), arguments: Engine.available)
    func `each reader gets their own language, their own list and the phrases of the moment`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            try await app.site.configure { $0.languages = [.english, .swedish] }
            try await app.item("English Book")
            try await app.item("Svensk bok") { $0.language = "sv" }
            let swede = app.guest.with("Accept-Language", "sv")
            for _ in 1...2 {
                #expect(try await app.guest.get(LibraryPaths.books()).text.contains("Our Book Collection"))
                #expect(try await swede.get(LibraryPaths.books()).text.contains("Vår boksamling"))
            }
            let ada = try await app.signedIn(.ada)
            _ = try await ada.post(LibraryPaths.bookLanguage(), ["language": "sv"])
            let own = try await ada.get(LibraryPaths.books()).text
            #expect(own.contains("Svensk bok") && !own.contains("English Book"))
            #expect(try await app.guest.get(LibraryPaths.books()).text.contains("English Book"))
            // The same list from another beginning offers other ways on.
            let asked = LibraryPaths.books() + "?language=sv"
            #expect(try await app.guest.get(asked).text.contains("Always begin with books in"))
            #expect(try await !ada.get(asked).text.contains("Always begin with books in"))
            try await app.site.configure { $0.texts["sv"] = ["Our Book Collection": "Alla våra böcker"] }
            #expect(try await swede.get(LibraryPaths.books()).text.contains("Alla våra böcker"))
        }
    }
}
