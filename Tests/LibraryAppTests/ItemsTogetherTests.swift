import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Many uploads at once: described and published together.
struct ItemsTogetherTests {
    private func category(_ name: String, _ library: Library) async throws -> CategoryID {
        try #require(try await library.services.categories.tree().categories.first { $0.name == name }).id
    }

    @Test(.covers("LIB-091", "LIB-095", "LIB-100", "LIB-103"), arguments: Engine.available)
    func `selected items get what is filled in, keep the rest, and are published`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let first = try #require(try await app.handIn("first.md", "---\nauthor: Ada Lind\ncategory: Theology\n---\n# First\n\nA heron.").item)
            let second = try #require(try await app.handIn("second.md", "# Second\n\nA reed.").item)
            let other = try #require(try await app.handIn("other.md", "# Other\n\nA stone.").item)
            let staff = try await app.signedIn(.librarian)
            let list = try await staff.get(LibraryPaths.adminItems()).text
            #expect(list.contains("name=\"item\" value=\"\(first)\"") && list.contains("Edit selected items"))
            let history = try await category("History", library)
            let answer = try await staff.post(
                LibraryPaths.adminItems() + "?status=draft",
                fields: [
                    ("item", first.description), ("item", second.description), ("new-categories", history.description), ("new-language", "sv"),
                    ("new-kind", ""),
                    ("new-series", "Birds"), ("new-authors", ""), ("status", "published"),
                ])
            #expect(answer.location == LibraryPaths.adminItems() + "?status=draft")
            for id in [first, second] {
                let item = try await library.services.catalogue.find(id)
                #expect(item.status == .published && item.language == .swedish && item.series == "Birds")
                #expect(item.categories.map(\.id).contains(history))
            }
            let kept = try await library.services.catalogue.find(first)
            #expect(kept.authors == ["Ada Lind"] && Set(kept.categories.map(\.name)) == ["Theology", "History"])
            #expect(try await library.services.catalogue.findForStaff(other).status == .draft)
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=heron").text.contains("First"))
            #expect(try await app.auditTrail().suffix(4) == Array(repeating: "library.item.update", count: 4))
        }
    }

    @Test(.covers("LIB-095", "LIB-101"), arguments: Engine.available)
    func `an item that is refused is named and left whole, and the others are changed`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let good = try #require(try await app.handIn("good.md", "# Good\n\nA heron.").item)
            let gone = try #require(try await app.handIn("gone.md", "# Gone\n\nA reed.").item)
            let staff = try await app.signedIn(.librarian)
            let person = try await app.person(.librarian)
            try await library.services.editing.move(gone, to: .deleted, by: person)
            let answer = try await staff.post(
                LibraryPaths.adminItems(),
                fields: [("item", good.description), ("item", gone.description), ("new-series", "Birds"), ("status", "published")])
            #expect(answer.status == .unprocessableContent && answer.text.contains("“Gone” wasn’t changed."))
            #expect(try await library.services.catalogue.find(good).series == "Birds")
            let left = try await library.services.catalogue.findForStaff(gone)
            #expect(left.status == .deleted && left.series == nil)
            #expect(try await staff.post(LibraryPaths.adminItems(), ["series": "Birds"]).status == .unprocessableContent, "nothing was selected")
            #expect(try await app.signedIn(.ada).post(LibraryPaths.adminItems(), ["item": good.description]).status != .seeOther)
        }
    }

    @Test(.covers("LIB-091", "LIB-103"), arguments: Engine.available)
    func `publishing what is selected can be undone, for what was a draft`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let first = try #require(try await app.handIn("first.md", "# First\n\nA heron.").item)
            let second = try #require(try await app.handIn("second.md", "# Second\n\nA reed.").item)
            let person = try await app.person(.librarian)
            try await library.services.editing.move(second, to: .published, by: person)
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.get(LibraryPaths.adminItems()).text.contains("data-selection"))
            let answer = try await staff.post(
                LibraryPaths.adminItems(), fields: [("item", first.description), ("item", second.description), ("status", "published")])
            let (cookie, flash) = try #require(answer.cookies.first)
            let list = try await staff.carrying(cookie, flash).get(LibraryPaths.adminItems()).text
            #expect(list.contains("2 items have been published.") && list.contains("name=\"item\" value=\"\(first)\""))
            let undo = ["item": first.description, "status": "draft"]
            #expect(try await staff.post(LibraryPaths.adminItems(), form: undo).status == .seeOther)
            #expect(try await library.services.catalogue.findForStaff(first).status == .draft)
            #expect(try await library.services.catalogue.findForStaff(second).status == .published)
            let both = try await staff.post(LibraryPaths.adminItems(), ["item": "\(first),\(second)", "new-series": "Birds"])
            #expect(both.status == .seeOther)
            #expect(try await library.services.catalogue.findForStaff(second).series == "Birds")
        }
    }
}
