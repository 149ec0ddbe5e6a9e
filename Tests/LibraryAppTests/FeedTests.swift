import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

@Suite struct FeedTests {
    @Test(.covers("LIB-151"), arguments: Engine.available)
    func `every feed is sound, and every link leads where it says`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            for number in 1...(Feed.Page.size + 3) { try await app.item("Volume \(number) & <more>") { $0.authors = ["Åsa \"A\" Öberg"] } }
            try await app.item("Svensk bok") { $0.language = "sv" }
            let reader = ReadingApp.atom(app)
            var waiting = ["\(reader.base)/opds"]
            var seen: Set<String> = []
            var books: Set<String> = []
            while let href = waiting.popLast() {
                guard seen.insert(href).inserted else { continue }
                try #require(seen.count < 100, "the catalogue has no end")
                let feed = try await reader.feed(href)
                #expect(feed.text("id")?.hasPrefix(reader.base) == true && feed.text("title")?.isEmpty == false)
                #expect(feed.text("updated")?.hasSuffix("Z") == true)
                for rel in ["self", "start", "search"] { #expect(feed.link(rel) != nil, "\(rel) of \(href)") }
                let ids = feed.all("entry").compactMap { $0.text("id") }
                #expect(ids.count == Set(ids).count)
                for entry in feed.all("entry") {
                    for link in entry.links() { #expect(link.attributes["type"]?.isEmpty == false) }
                    if entry.file != nil {
                        books.insert(entry.text("id") ?? "")
                    } else {
                        waiting += entry.links().compactMap { $0.attributes["href"] }
                    }
                }
                waiting += ["next", "last", "up", "http://opds-spec.org/facet"].flatMap { feed.links($0).compactMap { $0.attributes["href"] } }
            }
            #expect(books.count == Feed.Page.size + 4)
            #expect(books.allSatisfy { $0.hasPrefix("urn:uuid:") })
        }
    }

    @Test(.covers("LIB-151"))
    func `a long list comes in pages that follow each other`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            for number in 1...(Feed.Page.size + 3) { try await app.item("Volume \(number)") }
            let reader = ReadingApp.atom(app)
            let first = try await reader.feed("\(reader.base)/opds/all")
            #expect(first.text("opensearch:totalResults") == "\(Feed.Page.size + 3)")
            #expect(first.text("opensearch:startIndex") == "1")
            #expect(first.link("previous") == nil)
            let second = try await reader.feed(#require(first.link("next")))
            #expect(second.link("next") == nil)
            #expect(second.link("previous") == first.link("self"))
            #expect(second.link("self") == first.link("last"))
            #expect(second.text("id") == first.text("id"))
            let titles = (first.all("entry") + second.all("entry")).compactMap { $0.text("title") }
            #expect(Set(titles).count == Feed.Page.size + 3)
            #expect(try await reader.feed("\(reader.base)/opds/all?page=9000").all("entry").isEmpty)
            #expect(try await reader.client.get("/opds/all?page=x").status == .init(rawValue: 422))
        }
    }

    @Test(.covers("LIB-151"), arguments: Engine.available)
    func `facets narrow a list and say how many titles they leave`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            try await app.item("One") { $0.language = "en" }
            try await app.item("Två") { $0.language = "sv" }
            try await app.item("Tre") { $0.language = "sv" }
            let reader = ReadingApp.atom(app)
            let all = try await reader.feed("\(reader.base)/opds/all")
            let facets = all.links("http://opds-spec.org/facet")
            #expect(facets.allSatisfy { $0.attributes["opds:activeFacet"] == nil })
            let swedish = try #require(facets.first { $0.attributes["href"]?.contains("language=sv") ?? false })
            #expect(swedish.attributes["thr:count"] == "2")
            let narrowed = try await reader.feed(#require(swedish.attributes["href"]))
            #expect(narrowed.all("entry").compactMap { $0.text("title") } == ["Tre", "Två"])
            #expect(narrowed.all("entry").allSatisfy { $0.text("dc:language") == "sv" })
            // Read from the text: Foundation's parser on Linux gives a link attributes of the one before it.
            let text = try await reader.client.get(reader.path(swedish.attributes["href"] ?? "")).text
            let active = text.matches(of: /href="([^"]*)"[^>]*opds:activeFacet="true"/).map { String($0.1) }
            #expect(active == [swedish.attributes["href"]])
        }
    }

    @Test(.covers("LIB-151"))
    func `only what is published is in the catalogue`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            let id = try await app.item("Coming and going")
            try await app.item("Draft") { $0.publishes = false }
            let reader = ReadingApp.atom(app)
            let before = try await reader.client.head("/opds/new")
            #expect(try await reader.feed("\(reader.base)/opds/new").all("entry").compactMap { $0.text("title") } == ["Coming and going"])
            app.clock.advance(by: .seconds(5))
            _ = try await app.signedIn(.librarian).post(LibraryPaths.adminItemStatus(id), ["status": "draft", "version": "1"])
            let after = try await reader.client.head("/opds/new")
            #expect(try await reader.feed("\(reader.base)/opds/new").all("entry").isEmpty)
            #expect(before["Last-Modified"] != nil && before["Last-Modified"] != after["Last-Modified"], "apps keep a feed by this date")
            #expect(try await reader.client.get(LibraryPaths.feedFile(id, "x.md")).status == .notFound)
        }
    }

    @Test(.covers("LIB-151"))
    func `searches find, whatever is typed`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            try await app.item("The Lamp", text: "# One\n\nA lamp on a hill, two words apart.")
            try await app.item("Another")
            let reader = ReadingApp.atom(app)
            let root = try await reader.feed("\(reader.base)/opds")
            let direct = try #require(root.links("search").first { $0.attributes["type"] == "application/atom+xml" }?.attributes["href"])
            let described = try #require(root.links("search").first { $0.attributes["type"] == FeedType.searchDescription }?.attributes["href"])
            let description = try strictly(try await reader.client.get(reader.path(described)).bytes)
            #expect(description.all("Url").first?.attributes["template"] == direct)
            #expect(description.all("Url").first?.attributes["type"] == FeedType.acquisition)
            for words in ["lamp", "two+words", "LAMP%20hill", "apar"] {
                let found = try await reader.feed(direct.replacing("{searchTerms}", with: words))
                #expect(found.all("entry").compactMap { $0.text("title") } == ["The Lamp"], "\(words)")
            }
            for words in ["", "zzyzx", "a%26b%3Cc%3E", "%25", "%22", "%F0%9F%98%80", "AND%20OR"] {
                #expect(try await reader.feed(direct.replacing("{searchTerms}", with: words)).all("entry").isEmpty, "\(words)")
            }
        }
    }

    @Test(.covers("LIB-151"))
    func `addresses begin with the configured one, behind a sub-path too`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            try await app.item("One")
            try await app.site.configure { $0.baseURL = "https://books.example/stoa/" }
            for path in ["/opds", "/opds/all", "/opds/categories", "/opds/search?q=one", "/opds/search.xml"] {
                let text = try await app.guest.with("Accept", "*/*").get(path).text
                for href in text.matches(of: /(?:href|template)="([^"]*)"/) { #expect(href.1.hasPrefix("https://books.example/stoa/"), "\(href.1)") }
            }
            let json = try await app.guest.with("Accept", "*/*").get("/opds/v2/all").text
            for href in json.matches(of: /"href":"([^"]*)"/) { #expect(href.1.hasPrefix("https://books.example/stoa/"), "\(href.1)") }
        }
    }
}
