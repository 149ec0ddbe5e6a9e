import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// The series of an item and its number in it, from every way in to every way out.
struct SeriesTests {
    private static let narnia = "The Chronicles of <Narnia>"

    @Test(.covers("LIB-086", "LIB-094", "LIB-095", "LIB-100", "LIB-104"), arguments: Engine.available)
    func `staff write series and number into the form, and wrong ones are named`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Prince Caspian")
            let staff = try await app.signedIn(.librarian)
            let saved = try await staff.post(LibraryPaths.adminItem(id), ["series": "  \(Self.narnia) ", "seriesNumber": "2"])
            #expect(saved.status == .seeOther)
            let item = try await library.services.catalogue.find(id)
            #expect(item.series == Self.narnia && item.seriesNumber == 2 && item.title == "Prince Caspian")
            let editor = try await staff.get(LibraryPaths.adminItem(id)).text
            #expect(editor.contains("value=\"The Chronicles of &lt;Narnia&gt;\"") && editor.contains("name=\"seriesNumber\""))
            let fields: KeyValuePairs<String, String> = ["series": String(repeating: "x", count: 121), "seriesNumber": "2.5", "title": "Lost"]
            let refused = try await staff.post(LibraryPaths.adminItem(id), fields)
            #expect(refused.status == .unprocessableContent && refused.text.contains("this one has 121."))
            #expect(refused.text.contains("from 1 to 9999") && refused.text.contains("value=\"2.5\""))
            for number in ["0", "10000", "two"] {
                #expect(try await staff.post(LibraryPaths.adminItem(id), ["seriesNumber": number]).status == .unprocessableContent, "\(number)")
            }
            #expect(try await library.services.catalogue.find(id).metadata == item.metadata)
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["series": "", "seriesNumber": ""]).status == .seeOther)
            let cleared = try await library.services.catalogue.find(id)
            #expect(cleared.series == nil && cleared.seriesNumber == nil)
            #expect(try await app.auditTrail().suffix(2) == ["library.item.update", "library.item.update"])
        }
    }

    @Test(.covers("LIB-086", "LIB-095", "LIB-104"), arguments: Engine.available)
    func `a number without a series is refused at the field, for people and programs`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Prince Caspian")
            let staff = try await app.signedIn(.librarian)
            let words = "Write the name of the series too, or leave the number empty."
            let refused = try await staff.post(LibraryPaths.adminItem(id), ["series": " ", "seriesNumber": "2"])
            #expect(refused.status == .unprocessableContent && refused.text.contains(words) && refused.text.contains("value=\"2\""))
            let program = staff.asProgram
            let alone = try await program.json(.patch, LibraryPaths.apiItem(id), #"{"seriesNumber": 2}"#)
            #expect(alone.status == .unprocessableContent && (alone.json["fields"] as? [String: String]) == ["seriesNumber": words])
            let both = try await program.json(.patch, LibraryPaths.apiItem(id), #"{"series": "Narnia", "seriesNumber": 2}"#)
            #expect(both.status == .ok)
            let bereft = try await program.json(.patch, LibraryPaths.apiItem(id), #"{"series": null}"#)
            #expect(bereft.status == .unprocessableContent && (bereft.json["fields"] as? [String: String]) == ["seriesNumber": words])
            let item = try await library.services.catalogue.find(id)
            #expect(item.series == "Narnia" && item.seriesNumber == 2)
        }
    }

    @Test(.covers("LIB-086", "LIB-095"), arguments: Engine.available)
    func `a number that was stored alone before stands in nobody's way`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Prince Caspian")
            try await app.site.database.write { db in try db.run("UPDATE library_item SET series_number = 2 WHERE id = \(id)") }
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["title": "Caspian", "series": "", "seriesNumber": "2"]).status == .seeOther)
            #expect(try await app.guest.get(LibraryPaths.item(id)).text.contains("<dt>Number in the series</dt><dd>2</dd>"))
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["series": "", "seriesNumber": "3"]).status == .unprocessableContent)
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["series": "", "seriesNumber": ""]).status == .seeOther)
            #expect(try await library.services.catalogue.find(id).seriesNumber == nil)
        }
    }

    @Test(.covers("LIB-086", "LIB-104"), arguments: Engine.available)
    func `an import leaves a number without a series out`(on engine: Engine) async throws {
        let arguments = try #require(ImportCommand.Arguments(["a.md", "--series-number", "2"]))
        try await withLibrary(on: engine) { _, library in
            func take(_ name: String, _ text: String, _ options: ImportOptions) async throws -> Item {
                let outcome = try await library.take(name, text, options)
                return try await library.services.catalogue.find(ItemID(try #require(outcome.item, "\(outcome)")))
            }
            let told = try await take("a.md", "# One\n\nWords.\n", arguments.options)
            #expect(told.series == nil && told.seriesNumber == nil)
            let read = try await take("b.md", "---\nseries_number: 3\n---\n# Two\n\nMore words.\n", ImportOptions())
            #expect(read.series == nil && read.seriesNumber == nil)
            let both = try await take("c.md", "---\nseries: Narnia\n---\n# Three\n\nYet more.\n", arguments.options)
            #expect(both.series == "Narnia" && both.seriesNumber == 2)
        }
    }

    @Test(.covers("LIB-095", "LIB-104"), arguments: Engine.available)
    func `programs read and change it, and its description says how`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let id = try await app.item("Prince Caspian")
            let staff = try await app.signedIn(.librarian).asProgram
            let changed = try await staff.json(.patch, LibraryPaths.apiItem(id), #"{"series": "Narnia", "seriesNumber": 2}"#)
            #expect(changed.status == .ok && changed.json["series"] as? String == "Narnia" && changed.json["seriesNumber"] as? Int == 2)
            let listed = try await app.guest.asProgram.get(LibraryPaths.apiItems()).json["items"] as? [[String: Any]]
            #expect(listed?.first?["series"] as? String == "Narnia" && listed?.first?["seriesNumber"] as? Int == 2)
            for wrong in [
                #"{"seriesNumber": 0}"#, #"{"seriesNumber": "2"}"#, #"{"series": 2}"#, "{\"series\": \"\(String(repeating: "x", count: 121))\"}",
            ] {
                #expect(try await staff.json(.patch, LibraryPaths.apiItem(id), wrong).status == .unprocessableContent, "\(wrong)")
            }
            let cleared = try await staff.json(.patch, LibraryPaths.apiItem(id), #"{"series": null, "seriesNumber": null}"#)
            #expect(cleared.status == .ok && cleared.json["series"] == nil && cleared.json["seriesNumber"] == nil)
            let description = try await app.guest.asProgram.get("/api/v1/openapi.json").json
            let schemas = (description["components"] as? [String: Any])?["schemas"] as? [String: [String: Any]]
            for name in ["ItemAnswer", "ItemEntry", "ItemPatch"] {
                let members = schemas?[name]?["properties"] as? [String: Any]
                #expect(members?["series"] != nil && members?["seriesNumber"] != nil, "\(name)")
            }
        }
    }

    @Test(.covers("LIB-024", "LIB-026", "LIB-031"), arguments: Engine.available)
    func `readers see it on the item's page and narrow lists and searches by it`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Prince Caspian") {
                $0[.series] = Self.narnia
                $0[.seriesNumber] = "2"
            }
            try await app.item("The Dawn Treader") { $0[.series] = Self.narnia }
            try await app.item("Prince Myshkin")
            let page = try await app.guest.get(LibraryPaths.item(id)).text
            let address = link(LibraryPaths.books(), query: ["series": Self.narnia])
            #expect(page.contains("<dt>Number in the series</dt><dd>2</dd>") && page.contains("The Chronicles of &lt;Narnia&gt;</a>"))
            let narrowed = try await app.guest.get(address).text
            #expect(narrowed.contains("Prince Caspian") && narrowed.contains("The Dawn Treader") && !narrowed.contains("Myshkin"))
            #expect(narrowed.contains("Active filters") && narrowed.contains("All series"))
            #expect(page.contains("href=\"\(address)\""))

            let catalogue = library.services.catalogue
            let facet = try #require(ItemField.series.facet)
            #expect(try await catalogue.facets(of: ItemFilter()).fields[facet.name]?.map(\.count) == [2])
            let program = app.guest.asProgram
            #expect(try await program.get(link(LibraryPaths.apiItems(), query: ["series": Self.narnia])).json["total"] as? Int == 2)
            #expect(try await program.get(link(LibraryPaths.apiItems(), query: ["series": "Others"])).json["total"] as? Int == 0)

            let search = try await app.guest.get(link(LibraryPaths.search(), query: ["q": "prince"])).text
            #expect(search.contains("Prince Myshkin") && search.contains("The Chronicles of &lt;Narnia&gt;"))
            let found = try await program.get(link(LibraryPaths.apiSearch(), query: ["q": "prince", "series": Self.narnia])).json
            #expect(found["total"] as? Int == 1)
            #expect(try await program.get(link(LibraryPaths.apiSearch(), query: ["q": "narnia"])).json["total"] as? Int == 2, "its words are found")
        }
    }

    @Test(.covers("LIB-151"), arguments: Engine.available)
    func `reading apps are told of it in both versions`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            try await app.item("Prince Caspian") {
                $0[.series] = Self.narnia
                $0[.seriesNumber] = "2"
            }
            try await app.item("Alone")
            let atom = ReadingApp.atom(app)
            let feed = try await atom.feed("\(atom.base)/opds/all")
            #expect(feed.attributes["xmlns:schema"] == "http://schema.org/")
            let books = feed.all("entry").map { $0.all("schema:Series").first?.attributes }
            #expect(books.compactMap { $0?["schema:name"] } == [Self.narnia] && books.compactMap { $0?["schema:position"] } == ["2"])
            let json = try await app.guest.get("/opds/v2/all").json["publications"] as? [[String: Any]]
            let collections = json?.compactMap { ($0["metadata"] as? [String: Any])?["belongsTo"] as? [String: Any] }
            let series = collections?.first?["series"] as? [String: Any]
            #expect(collections?.count == 1 && series?["name"] as? String == Self.narnia && series?["position"] as? Int == 2)
            #expect(try await atom.feed(link("\(atom.base)/opds/all", query: ["series": Self.narnia])).all("entry").count == 1)
        }
    }

    @Test(.covers("LIB-086", "LIB-104"), arguments: Engine.available)
    func `an import takes it from its option, else from the head of a Markdown file`(on engine: Engine) async throws {
        let arguments = try #require(ImportCommand.Arguments(["a.md", "--series", "Narnia", "--series-number", "2"]))
        for wrong in [["a.md", "--series"], ["a.md", "--series-number", "0"], ["a.md", "--series-number", "x"]] {
            #expect(ImportCommand.Arguments(wrong) == nil, "\(wrong)")
        }
        try await withLibrary(on: engine) { app, library in
            func take(_ name: String, _ text: String, _ options: ImportOptions) async throws -> Item {
                let outcome = try await library.take(name, text, options)
                return try await library.services.catalogue.find(ItemID(try #require(outcome.item, "\(outcome)")))
            }
            let told = try await take("a.md", "---\nseries: Other\nseries_number: 7\n---\n# One\n\nWords.\n", arguments.options)
            #expect(told.series == "Narnia" && told.seriesNumber == 2, "what is said goes before what the file says")
            let read = try await take("b.md", "---\nseries: Narnia\nseries_number: 3\n---\n# Two\n\nMore words.\n", ImportOptions())
            #expect(read.series == "Narnia" && read.seriesNumber == 3)
            let long = "---\nseries: \(String(repeating: "saga ", count: 60))\nseries_number: many\n---\n# Three\n\nYet more.\n"
            let cut = try await take("c.md", long, ImportOptions())
            #expect(cut.series?.hasPrefix("saga saga") == true && (cut.series?.length ?? 999) <= 120 && cut.seriesNumber == nil)
        }
    }

    @Test(.covers("LIB-086"), .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), arguments: Engine.available)
    func `a book that says its series brings it along`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { _, library in
            let book = try #require(SharedData.folder).appending(path: "epub/se_pride-and-prejudice.epub")
            let item = try await library.services.catalogue.find(ItemID(try #require(try await library.take(book).item)))
            #expect(item.series == "The BBC’s 100 Greatest British Novels (2015)" && item.seriesNumber == 11)
        }
    }
}
