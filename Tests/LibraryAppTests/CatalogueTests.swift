import Analytics
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct CatalogueTests {
    @Test(.covers("LIB-018", "LIB-019"), arguments: Engine.available)
    func `the list goes on from page to page in every order, each item once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            for number in 1...7 {
                try await app.item("Title \(["c", "a", "g", "b", "f", "e", "d"][number - 1])") {
                    $0.authors = ["Author \(number % 3)"]
                    $0.kind = number == 7 ? "leaflet" : "book"
                }
                // Three items share each moment, so that the order needs more than the time.
                if number.isMultiple(of: 3) { app.clock.advance(by: .seconds(60)) }
            }
            let program = app.guest.asProgram
            for sort in ItemSort.forReaders {
                var titles: [String] = []
                var next: String?
                repeat {
                    let query = "?limit=2&sort=\(sort.rawValue)" + (next.map { "&after=\($0)" } ?? "")
                    let page = try await program.get(LibraryPaths.apiItems() + query)
                    try #require(page.status == .ok, "\(page.text)")
                    #expect(page.json["total"] as? Int == 7)
                    titles += (page.json["items"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
                    next = page.json["next"] as? String
                } while next != nil
                #expect(titles.count == 7 && Set(titles).count == 7, "\(sort)")
                if sort == .title { #expect(titles == titles.sorted()) }
            }
            let leaflets = try await program.get(LibraryPaths.apiItems() + "?kind=leaflet")
            #expect(leaflets.json["total"] as? Int == 1)
        }
    }

    @Test(.covers("LIB-015"), arguments: Engine.available)
    func `an empty library shows the way to whoever may fill it, and to nobody else`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let librarian = try await app.signedIn(.librarian)
            let way = LibraryPaths.adminUploads()
            #expect(try await librarian.get("/library").text.contains(way))
            #expect(try await librarian.get("/admin").text.contains("The library has nothing to read yet"))
            #expect(try await !app.guest.get("/library").text.contains(way))
            try await app.item("First")
            #expect(try await !librarian.get("/admin").text.contains("The library has nothing to read yet"))
        }
    }

    @Test(.covers("LIB-018"), arguments: Engine.available)
    func `a cursor that is not ours is refused`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            for number in 1...3 { try await app.item("Item \(number)") }
            let program = app.guest.asProgram
            let next = try #require(try await program.get(LibraryPaths.apiItems() + "?limit=1").json["next"] as? String)
            for bad in ["x", "AAAA", String(next.dropLast()), next + "A"] {
                #expect(try await program.get(LibraryPaths.apiItems() + "?after=\(bad)").status == .badRequest, "\(bad)")
            }
            let other = try await program.get(LibraryPaths.apiItems() + "?sort=title&after=\(next)")
            #expect(other.problem?.code == "request.bad-cursor")
            for bad in ["0", "-1", "many", "1e9"] {
                #expect(try await program.get(LibraryPaths.apiItems() + "?limit=\(bad)").problem?.fields["limit"] != nil)
            }
            for bad in ["kind=scroll", "category=x", "format=clay", "sort=colour"] {
                #expect(try await program.get(LibraryPaths.apiItems() + "?\(bad)").status.rawValue >= 400)
            }
        }
    }

    @Test(.covers("LIB-020", "LIB-021", "LIB-026"), arguments: Engine.available)
    func `filters narrow the list, and each choice says what it would leave`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Prophets Today") { $0.categories = ["Theology > Prophecy"] }
            try await app.item("Psalms Today") { $0.categories = ["Theology"] }
            try await app.item("Bemba Leaflet") {
                $0.language = "bem"
                $0.kind = "leaflet"
            }
            let catalogue = library.services.catalogue
            let theology = try #require(try await library.services.categories.tree().categories.first { $0.name == "Theology" })
            var filter = ItemFilter()
            filter.category = theology.id
            #expect(try await Set(catalogue.page(filter, by: .title).items.map(\.title)) == ["Prophets Today", "Psalms Today"])
            filter = ItemFilter()
            filter.language = Language("bem")
            #expect(try await catalogue.page(filter, by: .title).items.map(\.title) == ["Bemba Leaflet"])
            let facets = try await catalogue.facets(of: ItemFilter())
            #expect(facets.categories[theology.id] == 2)
            #expect(facets.languages.first { $0.value == "bem" }?.count == 1)
            #expect(facets.kinds.first { $0.value == "leaflet" }?.count == 1)
            filter.category = theology.id
            #expect(try await catalogue.page(filter, by: .title).total == 0)
            #expect(filter.isNarrowed)
        }
    }

    @Test(.covers("LIB-023", "LIB-015"), arguments: Engine.available)
    func `new arrivals, most read and staff picks come from what is known of the items`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let old = try await app.item("Old and Read")
            app.clock.advance(by: .seconds(3600))
            let new = try await app.item("New") { $0.isStaffPick = true }
            var featured = try await library.services.catalogue.featured()
            #expect(featured.newArrivals.map(\.id) == [new, old])
            #expect(featured.mostRead.isEmpty)
            #expect(featured.staffPicks.map(\.id) == [new])
            let publication = try #require(try await library.services.catalogue.find(old).publication)
            let reader = try await app.person(.ada)
            try await app.site.database.write { db in
                try app.site.analytics.record(kind: "reading.publication.open", subject: publication, person: reader, in: db)
            }
            try await library.services.reading.update()
            featured = try await library.services.catalogue.featured()
            #expect(featured.mostRead.map(\.id) == [old])
        }
    }

    @Test(.covers("LIB-024", "LIB-104", "CORE-036"), arguments: Engine.available)
    func `an item tells everything about itself in one answer`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let id = try await app.item("Whole") {
                $0.authors = ["Ada", "Bea"]
                $0.categories = ["Theology", "History"]
                $0.summary = "A summary with <b>marks</b>."
                $0.year = 1923
            }
            let item = try await app.guest.asProgram.get(LibraryPaths.apiItem(id)).json
            #expect(item["authors"] as? [String] == ["Ada", "Bea"])
            #expect((item["categories"] as? [[String: Any]])?.compactMap { $0["name"] as? String } == ["History", "Theology"])
            #expect(item["year"] as? Int == 1923 && item["status"] as? String == "published" && item["format"] as? String == "markdown")
            #expect((item["uuid"] as? String)?.count == 36)
            #expect(item["publication"] as? Int != nil && (item["words"] as? Int ?? 0) > 3)
            let row: Row2<Int64, PersonID?> = try await app.site.database.read { db in
                try db.one("SELECT changed_at, changed_by FROM library_item WHERE id = \(id)")
            }
            #expect(row.first == app.clock.clock.now().milliseconds && row.second == nil)
        }
    }

    @Test(.covers("LIB-104"), arguments: Engine.available)
    func `an item writes itself as its description says`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let full = try await app.item("Quotes \"and\" more") {
                $0.authors = ["Ada", "Bea \\ Co"]
                $0.categories = ["Theology", "History"]
                $0.year = 1923
            }
            for id in [full, try await app.item("Sparse")] {
                let bytes = try await app.guest.asProgram.get(LibraryPaths.apiItem(id)).bytes
                // What decodes and encodes itself member by member, as the API's description has it.
                let read = try JSONDecoder().decode(ItemAnswer.self, from: Data(bytes))
                #expect(String(decoding: try JSONWriter.encode(read), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
            }
            for query in ["", "?limit=1"] {
                let bytes = try await app.guest.asProgram.get(LibraryPaths.apiItems() + query).bytes
                let read = try JSONDecoder().decode(ItemList.self, from: Data(bytes))
                #expect(String(decoding: try JSONWriter.encode(read), as: UTF8.self) == String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test(.covers("LIB-103"), arguments: Engine.available)
    func `drafts and what was deleted look missing to readers`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let draft = try await app.item("Draft") { $0.publishes = false }
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiItem(draft)).status == .notFound)
            #expect(try await app.guest.get(LibraryPaths.itemFile(draft)).status == .notFound)
            #expect(try await app.signedIn(.ada).asProgram.get(LibraryPaths.apiItem(draft)).status == .notFound)
            #expect(try await app.signedIn(.librarian).asProgram.get(LibraryPaths.apiItem(draft)).json["status"] as? String == "draft")
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiItems()).json["total"] as? Int == 0)
            #expect(try await !app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=draft").text.contains("Draft"))
        }
    }

    @Test(.covers("LIB-007", "LIB-029", "CORE-030"), arguments: Engine.available)
    func `the original is downloaded byte for byte under its own name by members, and guests are asked to sign in`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let id = try await app.item("Original", text: "# Exact\n\nåäö")
            let invited = try await app.guest.get(LibraryPaths.itemFile(id))
            #expect(invited.location?.hasPrefix("/account/sign-in?then=") == true)
            #expect(try await app.guest.asProgram.get(LibraryPaths.itemFile(id)).status == .unauthorized)
            let ada = try await app.signedIn(.ada)
            let file = try await ada.get(LibraryPaths.itemFile(id))
            #expect(file["Cache-Control"]?.contains("private") == true)
            #expect(file.status == .ok && file.text == "# Exact\n\nåäö\n\nOriginal\n")
            #expect(file["Content-Type"]?.hasPrefix("text/markdown") == true)
            #expect(file["Content-Disposition"]?.contains("Original.md") == true)
            #expect(try await ada.with("If-None-Match", file["ETag"] ?? "").get(LibraryPaths.itemFile(id)).status == .notModified)
            #expect(try await ada.with("Range", "bytes=2-6").get(LibraryPaths.itemFile(id)).text == "Exact")
        }
    }

    @Test(.covers("LIB-022"), arguments: Engine.available)
    func `the language of books is a choice that is remembered`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let ada = try await app.signedIn(.ada)
            let chosen = try await ada.post(LibraryPaths.bookLanguage(), ["language": "sv", "then": "/library/books?kind=book"])
            #expect(chosen.status == .seeOther && chosen.location == "/library/books?kind=book")
            let languages: [String?] = try await app.site.database.read { db in try db.all("SELECT language FROM library_reader") }
            #expect(languages == ["sv"])
            try await app.item("Svensk bok") { $0.language = "sv" }
            try await app.item("English Book")
            let list = try await ada.get(LibraryPaths.books())
            #expect(list.text.contains("Svensk bok") && !list.text.contains("English Book"))
            let all = try await ada.get(LibraryPaths.books() + "?language=")
            #expect(all.text.contains("Svensk bok") && all.text.contains("English Book"))
            #expect(try await ada.post(LibraryPaths.bookLanguage(), ["language": "klingon"]).problem?.fields["language"] != nil)
            #expect(try await ada.post(LibraryPaths.bookLanguage(), ["language": ""]).status == .seeOther)
            let guest = try await app.guest.post(LibraryPaths.bookLanguage(), ["language": "bem", "then": "https://evil.example/"])
            #expect(guest.location == LibraryPaths.home() && guest["Set-Cookie"]?.contains("bem") == true)
            let cleared: [String?] = try await app.site.database.read { db in try db.all("SELECT language FROM library_reader") }
            #expect(cleared == [nil])
        }
    }
}
