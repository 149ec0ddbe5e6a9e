import Core
import Foundation
import Localization
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct EditionTests {
    private func take(_ app: TestApp, _ title: String, by author: String, in language: Language, _ text: String) async throws -> ItemID {
        try await app.item(title, text: "# One\n\n\(text)") {
            $0.authors = [author]
            $0.language = language.rawValue
        }
    }

    @Test(.covers("LIB-030", "LIB-031"), arguments: Engine.available)
    func `editions of a work are one row that names them`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let english = try await take(app, "Walden", by: "Henry David Thoreau", in: .english, "A pond in the woods.")
            let swedish = try await take(app, "Walden", by: "Thoreau, Henry David", in: .swedish, "En damm i skogen.")
            let page = try await app.guest.get(LibraryPaths.search() + "?q=walden").text
            #expect(page.contains("1 item found") && page.components(separatedBy: "class=\"hit\"").count == 2)
            // The hit is one of them; the list beside it names the other, and is no landmark.
            let (hit, other, language) =
                page.contains("hit-title\" dir=\"auto\"><a href=\"\(LibraryPaths.item(english))\"")
                ? (english, swedish, Language.swedish) : (swedish, english, .english)
            let list = try #require(Self.otherEditions(page))
            #expect(list.contains("href=\"\(LibraryPaths.item(other))\"") && list.contains(">\(language.nativeName)<"))
            #expect(!list.contains(LibraryPaths.item(hit)) && list.contains("Other editions"))
            #expect(!page.contains("<nav class=\"chip-row\" aria-label=\"Editions\""))
            // The item's page leads to the other one; programs get each by itself.
            let item = try await app.guest.get(LibraryPaths.item(english)).text
            #expect(item.contains(LibraryPaths.item(swedish)) && item.contains("Editions"))
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=walden").json["total"] as? Int == 2)
        }
    }

    /// The list below the first hit that has one.
    private static func otherEditions(_ page: String) -> String? {
        page.components(separatedBy: "hit-editions").dropFirst().first?.components(separatedBy: "</ul>").first
    }

    @Test(.covers("LIB-025", "LIB-030"), arguments: Engine.available)
    func `of many editions a few are named, and the last link leads to all`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            var items: Set<String> = []
            for year in 1901...1914 {
                let item = try await app.item("Walden", text: "# One\n\nA pond in the year \(year).") {
                    $0.authors = ["Henry David Thoreau"]
                    $0.year = year
                }
                items.insert(LibraryPaths.item(item))
            }
            let page = try await app.guest.get(LibraryPaths.search() + "?q=walden").text
            let list = try #require(Self.otherEditions(page))
            #expect(list.components(separatedBy: "class=\"chip\"").count - 1 == Editions.mostNamed)
            #expect(list.contains(">All 14<"))
            let all = try #require(list.components(separatedBy: "href=\"").last?.prefix { $0 != "\"" })
            let apart = try await app.guest.get(String(all).replacing("&amp;", with: "&")).text
            #expect(apart.contains("14 items found") && apart.contains("All editions"))
            for item in items { #expect(apart.contains("href=\"\(item)\""), "\(item)") }
            // A suggestion counts them all, and each one's page leads there too.
            let answer = try await app.guest.asProgram.get(LibraryPaths.suggest() + "?q=wald")
            let first = try #require((answer.json["items"] as? [[String: Any]])?.first)
            #expect((first["detail"] as? String)?.hasSuffix("14 editions") == true)
            for item in items {
                let own = try await app.guest.get(item).text
                #expect(own.contains(">All 14<") && own.contains("href=\"\(item)\" aria-current=\"true\""), "\(item)")
            }
        }
    }

    @Test(.covers("LIB-030"), arguments: Engine.available)
    func `the issues of a newsletter stand alone`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let may = try await take(app, "Newsletter", by: "The Board", in: .english, "News of May.")
            _ = try await take(app, "Newsletter", by: "The Board", in: .english, "News of June.")
            let page = try await app.guest.get(LibraryPaths.search() + "?q=newsletter").text
            #expect(page.contains("2 items found") && Self.otherEditions(page) == nil)
            #expect(!(try await app.guest.get(LibraryPaths.item(may)).text).contains("aria-label=\"Editions\""))
        }
    }

    @Test(.covers("LIB-034"), arguments: Engine.available)
    func `suggestions show cover, author and kind, a work once, and lead to all results`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            _ = try await take(app, "Walden", by: "Henry David Thoreau", in: .english, "A pond in the woods.")
            let swedish = try await take(app, "Walden", by: "Henry David Thoreau", in: .swedish, "En damm i skogen.")
            let answer = try await app.guest.asProgram.get(LibraryPaths.suggest() + "?q=wald")
            let items = try #require(answer.json["items"] as? [[String: Any]])
            #expect(items.count == 2)
            #expect(items.first?["title"] as? String == "Walden")
            #expect(items.first?["detail"] as? String == "Henry David Thoreau · Book · 2 editions")
            #expect((items.first?["picture"] as? String)?.contains("cover-small") == true)
            #expect(items.last?["title"] as? String == "All results for “wald”")
            #expect(items.last?["href"] as? String == LibraryPaths.search() + "?q=wald")
            // Whoever reads Swedish is led to the Swedish edition.
            let reader = app.guest.asProgram.with("Accept-Language", "sv")
            let first = try #require((try await reader.get(LibraryPaths.suggest() + "?q=wald").json["items"] as? [[String: Any]])?.first)
            #expect(first["href"] as? String == LibraryPaths.item(swedish))
        }
    }

    @Test(.covers("LIB-014", "LIB-030"))
    func `the search is a place of its own, and a search of hymns belongs to the hymns`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            func current(_ address: String) async throws -> [String] {
                let page = try await app.guest.get(address).text
                return page.components(separatedBy: "<a ").dropFirst().compactMap { link in
                    let tag = link.prefix { $0 != ">" }
                    guard tag.contains("aria-current=\"page\"") else { return nil }
                    return tag.components(separatedBy: "href=\"").dropFirst().first.map { String($0.prefix { $0 != "\"" }) }
                }
            }
            #expect(Set(try await current(LibraryPaths.home())) == [LibraryPaths.home()])
            #expect(Set(try await current(LibraryPaths.search() + "?q=lamp")) == [LibraryPaths.search()])
            #expect(Set(try await current(LibraryPaths.search() + "?q=lamp&kind=hymn")) == [LibraryPaths.hymns()])
            #expect(Set(try await current(LibraryPaths.search() + "?q=lamp&kind=book&kind=leaflet")) == [LibraryPaths.books()])
            let item = try await app.item("A lamp")
            #expect(Set(try await current(LibraryPaths.matches(item) + "?q=lamp")) == [LibraryPaths.books()])
        }
    }
}
