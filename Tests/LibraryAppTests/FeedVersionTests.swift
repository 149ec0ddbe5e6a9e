import Core
import Foundation
import TestSupport
import Testing
import Web

@testable import LibraryApp

@Suite struct FeedVersionTests {
    @Test(
        .covers("LIB-151"),
        arguments: [
            ("application/opds+json", true), ("*/*", false), ("", false), ("application/atom+xml", false), ("text/html, */*;q=0.8", false),
            ("application/opds+json, application/atom+xml;profile=opds-catalog, */*", true),
            ("application/atom+xml, application/opds+json", false), ("application/atom+xml;q=0.5, application/opds+json;q=0.9", true),
            ("application/opds+json;q=0, */*", false),
        ])
    func `an app that names the newer version gets it`(accept: String, isJSON: Bool) async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            for path in ["/opds", "/opds/new"] {
                let answer = try await app.guest.with("Accept", accept).get(path)
                #expect(answer.status == .ok)
                #expect(answer["Vary"]?.contains("Accept") == true)
                #expect((answer["Content-Type"] == FeedType.json) == isJSON)
                #expect((answer.bytes.first == UInt8(ascii: "{")) == isJSON)
            }
        }
    }

    @Test(.covers("LIB-151"))
    func `the newer version says the same as the older one`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            for number in 1...(Feed.Page.size + 2) { try await app.item("Volume \(number)") { $0.authors = ["Ada Öberg"] } }
            let reader = ReadingApp.koreader(app)
            var waiting = ["\(reader.base)/opds"]
            var seen: Set<String> = []
            var books: [String: [String: Any]] = [:]
            while let href = waiting.popLast() {
                guard seen.insert(href).inserted else { continue }
                let feed = try await reader.client.get(reader.path(href)).json
                let metadata = try #require(feed["metadata"] as? [String: Any])
                #expect((metadata["title"] as? String)?.isEmpty == false)
                let links = try #require(feed["links"] as? [[String: Any]])
                #expect(links.contains { $0["rel"] as? String == "self" })
                #expect(links.allSatisfy { $0["type"] as? String == FeedType.json })
                let navigation = feed["navigation"] as? [[String: Any]]
                let publications = feed["publications"] as? [[String: Any]]
                #expect((navigation == nil) != (publications == nil), "\(href)")
                for publication in publications ?? [] {
                    let one = try #require(publication["metadata"] as? [String: Any])
                    books[try #require(one["identifier"] as? String)] = one
                    let file = try #require((publication["links"] as? [[String: Any]])?.first)
                    #expect(file["rel"] as? String == "http://opds-spec.org/acquisition" && file["type"] as? String == "text/markdown")
                }
                waiting += (navigation ?? []).compactMap { $0["href"] as? String }
                waiting += links.filter { $0["rel"] as? String == "next" }.compactMap { $0["href"] as? String }
            }
            let atom = ReadingApp.atom(app)
            let first = try await atom.feed("\(atom.base)/opds/all")
            let second = try await atom.feed(#require(first.link("next")))
            let entries = first.all("entry") + second.all("entry")
            #expect(Set(books.keys) == Set(entries.compactMap { $0.text("id") }))
            for entry in entries {
                let book = try #require(books[entry.text("id") ?? ""])
                #expect(book["title"] as? String == entry.text("title"))
                #expect(book["modified"] as? String == entry.text("updated"))
                #expect((book["author"] as? [[String: String]])?.compactMap { $0["name"] } == ["Ada Öberg"])
            }
        }
    }

    @Test(.covers("LIB-151"))
    func `KOReader asks first, and again only when something changed`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            try await app.item("One")
            let reader = ReadingApp.koreader(app)
            let head = try await reader.client.head("/opds/all")
            #expect(head.status == .ok && head["Last-Modified"] != nil && head["Content-Encoding"] == nil)
            let whole = try await reader.client.get("/opds/all")
            #expect(whole["Last-Modified"] == head["Last-Modified"])
            let again = try await reader.client.with("If-None-Match", #require(whole["ETag"])).get("/opds/all")
            #expect(again.status == .notModified)
        }
    }

    @Test(.covers("LIB-151"))
    func `a parser that knows no XML still finds its way`() async throws {
        try await withLibrary(on: .sqlite) { app, _ in
            try await app.item("Fish & <chips>") { $0.authors = ["A", "B"] }
            let text = try await ReadingApp.atom(app).client.get("/opds/all").text
            // As KOReader's own parser does it: names without prefixes, no comments, no CDATA.
            #expect(!text.contains("<![CDATA[") && !text.contains("<!--") && !text.contains("<atom:"))
            let entries = text.matches(of: /<entry>(.*?)<\/entry>/.dotMatchesNewlines())
            #expect(entries.count == 1)
            let entry = String(try #require(entries.first).1)
            #expect(entry.contains("<title>Fish &amp; &lt;chips&gt;</title>"))
            #expect(entry.matches(of: /<author><name>([AB])<\/name><\/author>/).count == 2)
            #expect(entry.contains(/<link rel="http:\/\/opds-spec.org\/acquisition" href="[^"]+\.md" type="text\/markdown"/))
        }
    }
}
