import Core
import Database
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct CategoryTests {
    private func form(_ name: String, parent: CategoryID? = nil, description: String = "") -> KeyValuePairs<String, String> {
        ["name": name, "description": description, "colour": "teal", "parent": parent?.description ?? ""]
    }

    private func named(_ name: String, _ library: Library) async throws -> CategoryID {
        let tree = try await library.services.categories.tree()
        return try #require(tree.categories.first { $0.name == name }).id
    }

    @Test(.covers("LIB-105", "LIB-106", "LIB-100"), arguments: Engine.available)
    func `categories form a tree that staff maintain`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            let theology = try await named("Theology", library)
            #expect(try await staff.post(LibraryPaths.adminCategories(), form("Apologetics", parent: theology)).status == .seeOther)
            let apologetics = try await named("Apologetics", library)
            #expect(try await library.services.categories.tree().label(of: apologetics) == "Theology > Apologetics")
            #expect(try await staff.post(LibraryPaths.adminCategory(apologetics), form("Reasons", parent: theology)).status == .seeOther)
            #expect(try await library.services.categories.tree().label(of: apologetics) == "Theology > Reasons")
            #expect(
                try await app.auditTrail().filter { $0.hasPrefix("library.category") } == [
                    "library.category.create", "library.category.update",
                ])
        }
    }

    @Test(.covers("LIB-105"), arguments: Engine.available)
    func `what a category may not be is explained, and nothing changes`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            let before = try await library.services.categories.tree().categories
            let theology = try await named("Theology", library)
            for (fields, wrong) in [
                (form(""), "name"), (form(String(repeating: "n", count: 51)), "name"), (form("théology"), "name"),
                (form("New", description: String(repeating: "d", count: 201)), "description"),
            ] {
                let answer = try await staff.post(LibraryPaths.adminCategories(), fields)
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("field-\(wrong)-error"))
            }
            let circle = try await staff.post(LibraryPaths.adminCategory(theology), form("Theology", parent: theology))
            #expect(circle.status == .unprocessableContent)
            #expect(try await library.services.categories.tree().categories == before)
        }
    }

    @Test(.covers("LIB-027"), arguments: Engine.available)
    func `the review counts items and points at what is empty or doubled`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Of Reasons") { $0.categories = ["Theology > Apologetics", "Theology"] }
            try await app.item("Of Days") { $0.categories = ["History > Theology"] }
            let review = try await library.services.categories.review(in: .english)
            let theology = try #require(review.first { $0.category.name == "Theology" && $0.depth == 1 })
            #expect(theology.direct == 1 && theology.total == 1)
            #expect(theology.hints == [.ambiguous(with: "History > Theology")])
            #expect(review.first { $0.category.name == "Biographies" }?.hints == [.empty])
            let page = try await app.signedIn(.librarian).get(LibraryPaths.adminCategories())
            #expect(page.status == .ok && page.text.contains("Apologetics"))
        }
    }

    @Test(.covers("LIB-027", "CORE-041"), arguments: Engine.available)
    func `merging asks twice and moves every item once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let both = try await app.item("In Both") { $0.categories = ["Old", "History"] }
            try await app.item("In One") { $0.categories = ["Old"] }
            let staff = try await app.signedIn(.librarian)
            let (old, history) = (try await named("Old", library), try await named("History", library))
            let question = try await staff.get(LibraryPaths.adminCategoryMerge(old) + "?target=\(history)")
            #expect(question.text.contains("button-danger"))
            let unconfirmed = try await staff.post(LibraryPaths.adminCategoryMerge(old), ["target": history.description])
            #expect(unconfirmed.location == LibraryPaths.adminCategoryMerge(old) + "?target=\(history)")
            #expect(try await library.services.categories.tree()[old] != nil)
            let done = try await staff.post(LibraryPaths.adminCategoryMerge(old), ["target": history.description, "confirmed": "true"])
            #expect(done.status == .seeOther)
            #expect(try await library.services.categories.tree()[old] == nil)
            var filter = ItemFilter()
            filter.category = history
            #expect(try await library.services.catalogue.page(filter, by: .title).total == 2)
            #expect(try await library.services.catalogue.find(both).categories.map(\.name) == ["History"])
        }
    }

    @Test(.covers("CORE-041"), arguments: Engine.available)
    func `a category that a screen needs, or with others below it, is not removed`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            let hymns = try await named("Hymns", library)
            #expect(try await staff.post(LibraryPaths.adminCategoryDelete(hymns), ["confirmed": "true"]).problem?.code == "library.category-in-use")
            try await app.item("Below") { $0.categories = ["Upper > Lower"] }
            let upper = try await named("Upper", library)
            #expect(
                try await staff.post(LibraryPaths.adminCategoryDelete(upper), ["confirmed": "true"]).problem?.code
                    == "library.category-has-children")
            let lower = try await named("Lower", library)
            #expect(try await staff.post(LibraryPaths.adminCategoryDelete(lower), ["confirmed": "true"]).status == .seeOther)
            #expect(try await library.services.categories.tree()[lower] == nil)
        }
    }

    @Test(.covers("LIB-098"), arguments: Engine.available)
    func `a category's new name is found by search`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            try await app.item("Plain Title") { $0.categories = ["Zebras"] }
            let zebras = try await named("Zebras", library)
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.post(LibraryPaths.adminCategory(zebras), form("Okapis")).status == .seeOther)
            try await app.runJobs()
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=okapis").text.contains("Plain Title"))
            #expect(try await !app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=zebras").text.contains("Plain Title"))
        }
    }

    @Test(.covers("LIB-106"), arguments: Engine.available)
    func `languages are added, renamed and removed unless items need them`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.post(LibraryPaths.adminLanguages(), ["tag": "fi", "name": "Suomi"]).status == .seeOther)
            #expect(try await library.services.languages.all().contains { $0.name == "Suomi" })
            #expect(try await staff.post(LibraryPaths.adminLanguages(), ["tag": "no such", "name": "x"]).status == .unprocessableContent)
            try await app.item("In English")
            #expect(
                try await staff.post(LibraryPaths.adminLanguageDelete("en"), ["confirmed": "true"]).problem?.code
                    == "library.language-in-use")
            #expect(try await staff.post(LibraryPaths.adminLanguageDelete("fi"), ["confirmed": "true"]).status == .seeOther)
            #expect(try await !library.services.languages.all().contains { $0.tag.rawValue == "fi" })
        }
    }
}
