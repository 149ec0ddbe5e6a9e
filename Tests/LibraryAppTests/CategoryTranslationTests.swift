import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Categories in the languages of the readers.
struct CategoryTranslationTests {
    private func named(_ name: String, _ library: Library) async throws -> Category {
        try #require(try await library.services.categories.tree().categories.first { $0.name == name })
    }

    private func save(
        _ category: Category, as staff: TestClient, _ more: [(String, String)], name: String? = nil, colour: String = "teal"
    ) async throws -> TestResponse {
        let main = [("name", name ?? category.name), ("description", category.description), ("colour", colour)]
        return try await staff.post(LibraryPaths.adminCategory(category.id), fields: main + more)
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `each reader sees categories in their language, and others by the first name`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.configure { $0.languages = [.english, .swedish, .swahili, .bemba] }
            let id = try await app.item("Of God") { $0.categories = ["Theology", "Theology > Apologetics"] }
            let swede = app.guest.with("Accept-Language", "sv")
            for path in [LibraryPaths.books(), LibraryPaths.item(id), LibraryPaths.search() + "?q=God", "/opds/all", "/opds/v2/all"] {
                let (english, swedish) = (try await app.guest.get(path).text, try await swede.get(path).text)
                #expect(english.contains("Theology") && !english.contains("Teologi"), "\(path)")
                #expect(swedish.contains("Teologi") && !swedish.contains("Theology"), "\(path)")
            }
            #expect(try await swede.get("/opds/categories").text.contains("Teologi &gt; Apologetics"))
            #expect(try await app.guest.with("Accept-Language", "sw").get(LibraryPaths.books()).text.contains("Theolojia"))
            #expect(try await app.guest.with("Accept-Language", "bem").get(LibraryPaths.books()).text.contains("Amasambililo"))
            let uploads = try await app.signedIn(.librarian).with("Accept-Language", "sv").get(LibraryPaths.adminUploads()).text
            #expect(uploads.contains("<option value=\"Theology\">Teologi</option>"))
        }
    }

    @Test(.covers("CORE-053", "LIB-098"), arguments: Engine.available)
    func `programs read every language, and search finds the words that a reader sees`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Plain Title") { $0.categories = ["Devotionals"] }
            let answer = try await app.guest.asProgram.get(LibraryPaths.apiCategories()).text
            #expect(answer.contains("\"name\":\"Devotionals\""))
            #expect(answer.contains("{\"language\":\"sv\",\"name\":\"Andakter\",\"description\":\"Korta texter för varje dag.\"}"))
            for words in ["andakter", "devotionals"] {
                #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=\(words)").text.contains("Plain Title"), "\(words)")
            }
        }
    }

    @Test(.covers("CORE-053", "LIB-106"), arguments: Engine.available)
    func `staff give a category its words in the other languages, and readers see them at once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.configure { $0.languages = [.english, .swedish] }
            try await app.item("Old Days") { $0.categories = ["History"] }
            let history = try await named("History", library)
            let (staff, swede) = (try await app.signedIn(.librarian), app.guest.with("Accept-Language", "sv"))
            let form = try await staff.get(LibraryPaths.adminCategory(history.id)).text
            #expect(form.contains("Other languages") && form.contains("name=\"name.sv\"") && form.contains("name=\"description.sv\""))
            #expect(!form.contains("name=\"name.en\"") && !form.contains("name=\"name.sw\""))
            #expect(try await swede.get(LibraryPaths.books()).text.contains("Historia"))
            #expect(try await save(history, as: staff, [("name.sv", "Kyrkohistoria"), ("description.sv", "Då.")]).status == .seeOther)
            #expect(try await swede.get(LibraryPaths.books()).text.contains("Kyrkohistoria"))
            #expect(try await named("History", library).translations[.swedish] == CategoryWords(name: "Kyrkohistoria", description: "Då."))
            // The form of this site has no Swahili, which stays; nor has a form without the fields anything to say of them.
            #expect(try await named("History", library).translations[.swahili]?.name == "Historia")
            #expect(try await save(history, as: staff, []).status == .seeOther)
            #expect(try await swede.get(LibraryPaths.books()).text.contains("Kyrkohistoria"))
            #expect(try await save(history, as: staff, [("name.sv", " "), ("description.sv", "")]).status == .seeOther)
            let fallen = try await swede.get(LibraryPaths.books()).text
            #expect(fallen.contains("History (1)") && !fallen.contains("Kyrkohistoria"))
            #expect(try await app.auditTrail().filter { $0 == "library.category.update" }.count == 3)
        }
    }

    @Test(.covers("CORE-053", "LIB-106"), arguments: Engine.available)
    func `staff read the list in their language, and give words also in the languages that the library adds`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.configure { $0.languages = [.english, .swedish] }
            let history = try await named("History", library)
            let (staff, swede) = (try await app.signedIn(.librarian), try await app.signedIn(.librarian).with("Accept-Language", "sv"))
            let english = try await staff.get(LibraryPaths.adminCategories()).text
            let swedish = try await swede.get(LibraryPaths.adminCategories()).text
            #expect(english.contains(">History</a>") && english.contains("Historia"))
            #expect(swedish.contains(">Historia</a>") && !swedish.contains(">History</a>"))
            #expect(swedish.contains(">Teologi</option>") && !swedish.contains(">Theology</option>"), "the list of parents")
            let page = try await swede.get(LibraryPaths.adminCategory(history.id)).text
            #expect(page.contains(">Teologi</option>") && !page.contains(">Theology</option>"))
            #expect(page.contains("name=\"name.bem\"") && page.contains("(English)"))
            #expect(try await save(history, as: staff, [("name.bem", "Ifya kale")]).status == .seeOther)
            #expect(try await named("History", library).translations[.bemba]?.name == "Ifya kale")
        }
    }

    @Test(.covers("CORE-053", "LIB-105"), arguments: Engine.available)
    func `words that do not fit are refused at their field, and nothing changes`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.configure { $0.languages = [.english, .swedish] }
            let (history, staff) = (try await named("History", library), try await app.signedIn(.librarian))
            for (field, value) in [
                ("name.sv", String(repeating: "å", count: 51)), ("description.sv", String(repeating: "å", count: 201)), ("name.sv", "teologi"),
            ] {
                let answer = try await save(history, as: staff, [(field, value)])
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("field-\(field)-error") && answer.text.contains(value), "\(field)")
            }
            for field in ["name.fi", "description.sw", "name.en", "name."] {
                let answer = try await save(history, as: staff, [(field, "Words")])
                #expect(answer.status == .unprocessableContent, "\(field)")
            }
            #expect(try await named("History", library) == history)
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `on a site whose first language is not English, the form begins with that language`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.configure { $0.languages = [.swedish, .english] }
            let (history, staff) = (try await named("History", library), try await app.signedIn(.librarian))
            let form = try await staff.get(LibraryPaths.adminCategory(history.id)).text
            #expect(form.contains("value=\"Historia\"") && form.contains("value=\"History\""))
            #expect(try await save(history, as: staff, [("name.en", "History")], name: "Kyrkohistoria").status == .seeOther)
            let saved = try await named("Kyrkohistoria", library)
            #expect(saved.names.words(in: .swedish).name == "Kyrkohistoria" && saved.names.words(in: .english).name == "History")
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `what staff renamed, described or named themselves before the update stays theirs`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.site.writer.write(by: nil) { write in
                for change in [
                    "DELETE FROM library_category_translation", "UPDATE library_category SET name = 'God' WHERE name = 'Theology'",
                    "UPDATE library_category SET description = 'Ours.' WHERE name = 'History'",
                    "INSERT INTO library_category (name, name_key, colour, changed_at) VALUES ('Andakter', 'andakter', 'teal', 0)",
                    SQL(stringLiteral: FirstCategories.translations),
                ] as [SQL] { try write.run(change) }
            }
            library.services.catalogue.lists.clear()
            #expect(try await named("God", library).translations.isEmpty)
            #expect(try await named("History", library).translations[.swedish] == CategoryWords(name: "Historia"))
            let devotionals = try await named("Devotionals", library).translations
            #expect(devotionals[.swedish] == nil && devotionals[.swahili]?.name == "Tafakari za kila siku")
            #expect(try await named("Children's Songs", library).translations[.swedish]?.name == "Barnsånger")
        }
    }

    @Test(.covers("CORE-053"), arguments: Engine.available)
    func `a category keeps its words through the recycle bin`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let (history, staff) = (try await named("History", library), try await app.signedIn(.librarian))
            #expect(try await staff.post(LibraryPaths.adminCategoryDelete(history.id), ["confirmed": "true"]).status == .seeOther)
            let bin = CategoryBin(lists: library.services.catalogue.lists)
            try await app.site.writer.write(by: nil) { write in
                let kept = try #require(try bin.contents(limit: 1, in: write).first)
                try bin.restore(kept.id, in: write)
            }
            #expect(try await named("History", library).translations == history.translations)
        }
    }
}
