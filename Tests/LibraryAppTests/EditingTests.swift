import Analytics
import Core
import Database
import Foundation
import Media
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

struct EditingTests {
    private func item(_ id: ItemID, _ library: Library) async throws -> Item {
        try await library.services.catalogue.findForStaff(id)
    }

    @Test(.covers("LIB-094", "LIB-095"), arguments: Engine.available)
    func `all that was written is saved together, and what was not touched stays as it is`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Before") { $0.authors = ["Ada Lind", "Bo Ek"] }
            let before = try await library.services.catalogue.find(id)
            let staff = try await app.signedIn(.librarian)
            let page = try await staff.get(LibraryPaths.adminItem(id)).text
            #expect(page.components(separatedBy: "action=\"\(LibraryPaths.adminItem(id))\"").count == 2, "one form for all fields")
            let fields: KeyValuePairs<String, String> = [
                "version": String(before.version), "title": "After", "authors": "Ada Lind\r\nBo Ek", "description": "New words.", "year": "",
                "isbn": "0-306-40615-2", "language": before.language.rawValue, "kind": before.kind.rawValue, "format": "", "categories.sent": "1",
            ]
            #expect(try await staff.post(LibraryPaths.adminItem(id), fields).status == .seeOther)
            let after = try await library.services.catalogue.find(id)
            #expect(after.title == "After" && after.description == "New words." && after.isbn?.description == "0306406152")
            #expect(after.authors == before.authors && after.format == before.format && after.kind == before.kind)
        }
    }

    @Test(.covers("LIB-107"))
    func `the system log says what was done to an item, by its title`() async throws {
        try await withLibrary(on: .sqlite) { app, library in
            let id = try await app.item("Rivers of Eden")
            let (librarian, owner) = (try await app.signedIn(.librarian), try await app.signedIn(.owner))
            let person = try await app.person(.librarian)
            for status in [ItemStatus.archived, .published, .draft] {
                _ = try await library.services.editing.move(id, to: status, by: person)
            }
            _ = try await library.services.editing.setStaffPick(id, true, by: person)
            let log = try await owner.get("/admin/log?entity=library.item").text
            let item = "<a href=\"\(LibraryPaths.adminItem(id))\">the item “Rivers of Eden”</a>"
            for words in ["archived \(item).", "published \(item).", "unpublished \(item).", "made \(item) a staff pick.", "added \(item)."] {
                #expect(log.contains(words), "\(words)")
            }
            let swedish = try await owner.with("Accept-Language", "sv").get("/admin/log?entity=library.item").text
            #expect(swedish.contains("arkiverade") && swedish.contains("posten ”Rivers of Eden”</a>."))
            #expect(try await librarian.get("/admin/log").status != .ok)
        }
    }

    @Test(.covers("LIB-109"), arguments: Engine.available)
    func `the search of the log finds entries by the title of an item and the name of a person, which they don’t hold`(
        on engine: Engine
    ) async throws {
        try await withLibrary(on: engine) { app, library in
            let (id, other) = (try await app.item("Rivers of Éden"), try await app.item("Orchards"))
            let (librarian, owner) = (try await app.person(.librarian), try await app.signedIn(.owner))
            _ = try await library.services.editing.setStaffPick(id, true, by: librarian)
            _ = try await library.services.editing.setStaffPick(other, true, by: try await app.person(.owner))
            func picks(_ words: String) async throws -> [String] {
                let log = try await owner.get("/admin/log?action=UPDATE&entity=library.item&q=" + words).text
                return log.matches(of: /the item “([^”]+)”<\/a> a staff pick/).map { String($0.1) }
            }
            #expect(try await picks("").count == 2)
            #expect(try await picks("rivers") == ["Rivers of Éden"])
            #expect(try await picks("%C3%89den%20rivers") == ["Rivers of Éden"], "each of the words, in any order")
            #expect(try await picks("orchards") == ["Orchards"])
            #expect(try await picks("deserts").isEmpty)
            let name = Cast.librarian.name.split(separator: " ").first.map(String.init) ?? ""
            #expect(try await picks(name.lowercased()) == ["Rivers of Éden"], "what somebody of that name did")
            let csv = try await owner.get("/admin/log.csv?action=UPDATE&entity=library.item&q=orchards")
            let lines = String(decoding: try await csv.wholeBody(), as: UTF8.self).split(separator: "\r\n")
            #expect(lines.count == 2, "the file has what the page has")
        }
    }

    @Test(.covers("LIB-094"), arguments: Engine.available)
    func `staff find an item by words and filters and open an editor filled with what is there`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let id = try await app.item("Rivers of Eden") {
                $0.authors = ["Måns Öberg"]
                $0.summary = "Four of them."
                $0.publishes = false
            }
            try await app.item("Other 100%_!")
            let staff = try await app.signedIn(.ada)
            let librarian = try await app.signedIn(.librarian)
            for query in ["q=rivers", "q=oberg", "status=draft", "q=EDEN&kind=book"] {
                let page = try await librarian.get(LibraryPaths.adminItems() + "?" + query)
                #expect(page.text.contains("Rivers of Eden") && !page.text.contains("Other 100"), "\(query)")
            }
            #expect(try await librarian.get(LibraryPaths.adminItems() + "?q=100%25_!").text.contains("Other 100"))
            #expect(try await librarian.get(LibraryPaths.adminItems() + "?q=nothing").text.contains("No items"))
            let editor = try await librarian.get(LibraryPaths.adminItem(id)).text
            for filled in ["value=\"Rivers of Eden\"", "Måns Öberg", "Four of them."] { #expect(editor.contains(filled)) }
            #expect(try await staff.get(LibraryPaths.adminItems()).status != .ok, "no role, no portal")
        }
    }

    @Test(.covers("LIB-095", "LIB-098", "LIB-100"), arguments: Engine.available)
    func `one saved field is seen, found and logged at once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Before") { $0.authors = ["Ada"] }
            #expect(try await library.services.catalogue.featured().newArrivals.first?.title == "Before")
            let staff = try await app.signedIn(.librarian)
            let saved = try await staff.post(LibraryPaths.adminItem(id), ["title": "Afterwards"])
            #expect(saved.status == .seeOther)
            #expect(try await library.services.catalogue.featured().newArrivals.first?.title == "Afterwards")
            #expect(try await item(id, library).authors == ["Ada"])
            let found = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=afterwards").text
            #expect(found.contains("Afterwards"))
            #expect(try await app.auditTrail().last == "library.item.update")
            let details: String = try await app.site.database.read { db in
                try db.one("SELECT details FROM audit_entry ORDER BY id DESC LIMIT 1")
            }
            #expect(details.contains("Before") && details.contains("Afterwards"))
        }
    }

    @Test(.covers("LIB-095", "LIB-086"), arguments: Engine.available)
    func `a wrong field is shown beside its field, keeps what was written and saves nothing`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Steady")
            let staff = try await app.signedIn(.librarian)
            let version = try await item(id, library).version
            for (field, value) in [("title", " "), ("year", "last spring"), ("isbn", "9780306406158"), ("language", "klingon!"), ("kind", "scroll")] {
                let answer = try await staff.post(LibraryPaths.adminItem(id), [field: value])
                #expect(answer.status == .unprocessableContent)
                #expect(answer.text.contains("field-\(field)-error"), "\(field)")
                let patched = try await staff.asProgram.json(.patch, LibraryPaths.apiItem(id), "{\"\(field)\": \"\(value)\"}")
                #expect(patched.status.rawValue == 422 && patched.text.contains(field), "\(field) \(patched.text)")
            }
            #expect(try await item(id, library).version == version)
        }
    }

    @Test(.covers("LIB-095"), arguments: Engine.available)
    func `two editors do not overwrite each other`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Shared")
            let version = try await item(id, library).version.description
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["title": "First", "version": version]).status == .seeOther)
            let second = try await staff.post(LibraryPaths.adminItem(id), ["title": "Second", "version": version])
            #expect(second.status == .unprocessableContent && second.text.contains("Second"))
            #expect(try await item(id, library).title == "First")
        }
    }

    @Test(.covers("LIB-095"), arguments: Engine.available)
    func `programs change fields, and null clears`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Patched") { $0.year = 1900 }
            let staff = try await app.signedIn(.librarian).asProgram
            let answer = try await staff.json(
                .patch, LibraryPaths.apiItem(id), #"{"authors": ["Ada", "Bea"], "isbn": "978-0-306-40615-7", "year": null}"#)
            #expect(answer.status == .ok, "\(answer.text)")
            #expect(answer.json["isbn"] as? String == "9780306406157" && answer.json["year"] is NSNull?)
            let stored = try await item(id, library)
            #expect(stored.authors == ["Ada", "Bea"] && stored.year == nil && stored.title == "Patched")
        }
    }

    @Test(.covers("LIB-103", "LIB-091"), arguments: Engine.available)
    func `status changes follow the rules, and readers see their effect`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Moving") { $0.publishes = false }
            let staff = try await app.signedIn(.librarian)
            func move(_ status: String) async throws -> TestResponse {
                try await staff.post(LibraryPaths.adminItemStatus(id), ["status": status])
            }
            func isFound() async throws -> Bool {
                let hits = try await app.guest.asProgram.get(LibraryPaths.apiSearch() + "?q=moving").json["total"] as? Int
                let page = try await app.guest.asProgram.get(LibraryPaths.apiItem(id)).status
                return hits == 1 || page == .ok
            }
            #expect(try await move("archived").problem?.code == "library.status-step")
            #expect(try await move("deleted").status.rawValue == 422, "deleting has a page of its own that asks twice")
            #expect(try await !isFound())
            #expect(try await move("published").status == .seeOther)
            #expect(try await isFound())
            #expect(try await move("archived").status == .seeOther)
            #expect(try await !isFound())
            #expect(try await move("published").status == .seeOther)
            let published = try await item(id, library).publishedAt
            app.clock.advance(by: .seconds(60))
            #expect(try await move("draft").status == .seeOther)
            #expect(try await move("published").status == .seeOther)
            #expect(try await item(id, library).publishedAt == published, "it is a new arrival only once")
        }
    }

    @Test(.covers("LIB-102", "CORE-041"), arguments: Engine.available)
    func `deleting and purging each ask twice with a red button; a deleted item can be restored`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Doomed")
            let staff = try await app.signedIn(.librarian)
            let files = app.storedFiles
            let question = try await staff.get(LibraryPaths.adminItemDelete(id))
            #expect(question.text.contains("button-danger"))
            #expect(try await staff.post(LibraryPaths.adminItemDelete(id)).location == LibraryPaths.adminItemDelete(id))
            #expect(try await item(id, library).status == .published)
            let bin = "/admin/recycle-bin/library.item/\(id)"
            #expect(try await staff.post(bin + "/purge", ["confirmed": "true"]).status == .notFound)

            #expect(try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"]).status == .seeOther)
            #expect(try await item(id, library).status == .deleted)
            #expect(try await app.guest.asProgram.get(LibraryPaths.apiItem(id)).status == .notFound)
            #expect(try await staff.get(LibraryPaths.adminItems() + "?status=deleted").text.contains("Doomed"))
            #expect(try await staff.get("/admin/recycle-bin").text.contains("Doomed"))
            #expect(try await staff.post(bin).status == .seeOther)
            #expect(try await item(id, library).status == .draft)

            #expect(try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"]).status == .seeOther)
            #expect(try await staff.get(bin + "/purge").text.contains("button-danger"))
            #expect(try await staff.post(bin + "/purge").location == bin + "/purge")
            #expect(try await item(id, library).status == .deleted)
            #expect(try await staff.post(bin + "/purge", ["confirmed": "true"]).status == .seeOther)
            try await app.runJobs()
            await #expect(throws: Problem.self) { try await item(id, library) }
            #expect(app.storedFiles == files - 1, "the file goes with the item")
            let left: Int = try await app.site.database.read { db in try db.one("SELECT count(*) FROM reading_publication") }
            #expect(left == 0)
            #expect(
                try await app.auditTrail().suffix(4) == [
                    "library.item.delete", "library.item.update", "library.item.delete", "library.item.erase",
                ])
        }
    }

    @Test(.covers("CORE-042", "LIB-102"), arguments: Engine.available)
    func `what was deleted can be restored for thirty days, and is gone the night after`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Doomed")
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"])
            try await app.runJobs()
            app.clock.advance(by: .seconds(29 * 86_400))
            try await app.runJobs()
            #expect(try await item(id, library).status == .deleted)
            app.clock.advance(by: .seconds(2 * 86_400))
            try await app.runJobs()
            await #expect(throws: Problem.self) { try await item(id, library) }
        }
    }

    @Test(.covers("LIB-102"), .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)), arguments: Engine.available)
    func `purging takes pictures and cover along, except those that another book shows`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let book = try #require(SharedData.folder).appending(path: "epub/idpf_trees.epub")
            let staff = try await app.signedIn(.librarian)
            func purge(_ id: ItemID) async throws {
                _ = try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"])
                #expect(try await staff.post("/admin/recycle-bin/library.item/\(id)/purge", ["confirmed": "true"]).status == .seeOther)
                try await app.runJobs()
            }
            let first = ItemID(try #require(try await library.take(book).item))
            let filesOfOne = app.storedFiles
            #expect(filesOfOne > 2)
            // The same book with one more byte behind its end is another file with the same pictures.
            try await withTemporaryFolder { folder in
                let copy = folder.appending(path: "copy.epub")
                try (Data(contentsOf: book) + Data([0])).write(to: copy)
                let second = ItemID(try #require(try await library.take(copy).item))
                #expect(app.storedFiles == filesOfOne + 1)
                try await purge(first)
                #expect(app.storedFiles == filesOfOne, "only the first file itself is gone")
                try await purge(second)
            }
            #expect(app.storedFiles == 0)
        }
    }

    @Test(.covers("LIB-102"), arguments: Engine.available)
    func `purging an item leaves a file that another app keeps as well`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Shared")
            let stored = try #require(try await item(id, library).file)
            let file = try #require(MediaRef(digest: stored.ref, size: stored.size))
            let (media, other) = (app.site.media, MediaOwner("other.picture", ID<TestApp>(1)))
            try await app.site.database.write { db in try media.holds.retain(file, by: other, in: db) }
            let staff = try await app.signedIn(.librarian)
            _ = try await staff.post(LibraryPaths.adminItemDelete(id), ["confirmed": "true"])
            _ = try await staff.post("/admin/recycle-bin/library.item/\(id)/purge", ["confirmed": "true"])
            try await app.runJobs()
            #expect(media.contains(file))
            try await app.site.database.write { db in try media.holds.release(file, by: other, in: db) }
            try await app.runJobs()
            #expect(!media.contains(file))
        }
    }

    @Test(.covers("LIB-023"), arguments: Engine.available)
    func `staff picks are chosen and taken back`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Picked")
            let staff = try await app.signedIn(.librarian)
            #expect(try await staff.post(LibraryPaths.adminItemPick(id), ["pick": "true"]).status == .seeOther)
            #expect(try await library.services.catalogue.featured().staffPicks.map(\.id) == [id])
            #expect(try await staff.post(LibraryPaths.adminItemPick(id), ["pick": "false"]).status == .seeOther)
            #expect(try await library.services.catalogue.featured().staffPicks.isEmpty)
        }
    }

    @Test(.covers("LIB-101", "LIB-008"), arguments: Engine.available)
    func `each role may do what it is for, and nothing else`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, _ in
            let id = try await app.item("Guarded")
            let guarded: [(String, KeyValuePairs<String, String>)] = [
                (LibraryPaths.adminItem(id), ["title": "Changed"]), (LibraryPaths.adminItemStatus(id), ["status": "archived"]),
                (LibraryPaths.adminItemPick(id), ["pick": "true"]), (LibraryPaths.adminItemDelete(id), ["confirmed": "true"]),
                ("/admin/recycle-bin/library.item/\(id)/purge", ["confirmed": "true"]),
                (LibraryPaths.adminCategories(), ["name": "New", "colour": "teal"]), (LibraryPaths.adminLanguages(), ["tag": "fi", "name": "Suomi"]),
            ]
            for who in [nil, Cast.ada, .supervisor] {
                let client = if let who { try await app.signedIn(who) } else { app.guest }
                for (path, fields) in guarded { #expect(try await isShut(client.post(path, fields)), "\(path) for \(String(describing: who))") }
                for path in [LibraryPaths.admin(), LibraryPaths.adminItems(), LibraryPaths.adminUploads(), LibraryPaths.adminCategories()] {
                    #expect(try await isShut(client.get(path)), "\(path) for \(String(describing: who))")
                }
            }
            #expect(try await app.signedIn(.librarian).get(LibraryPaths.admin()).status == .ok)
            #expect(try await app.signedIn(.admin).get(LibraryPaths.adminCategories()).status == .ok)
        }
    }

    private func isShut(_ answer: TestResponse) -> Bool {
        [404, 403, 401].contains(answer.status.rawValue) || answer.location?.hasPrefix("/account/sign-in") == true
    }

    @Test(.covers("LIB-094"), arguments: Engine.available)
    func `a form whose answer was lost is sent again and takes effect once`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Before")
            let before = try await library.services.catalogue.find(id)
            let staff = try await app.signedIn(.librarian)
            /// Sends a form, forgets its answer as a process does that is cut off before it is kept, and sends it again.
            func twice(_ path: String, _ fields: [(String, String)]) async throws -> [Status] {
                let fields = fields + [("submission", "AAAAAAAAAAAAAAAAAAAAAA")]
                let first = try await staff.post(path, fields: fields)
                try await app.site.database.write { db in try db.run("DELETE FROM platform_answer") }
                return [first.status, try await staff.post(path, fields: fields).status]
            }
            let change = [("version", String(before.version)), ("title", "After")]
            #expect(try await twice(LibraryPaths.adminItem(id), change) == [.seeOther, .seeOther], "not changed meanwhile by somebody else")
            let after = try await item(id, library)
            #expect(after.title == "After" && after.version == before.version + 1)
            let language = [("tag", "fi"), ("name", "Suomi")]
            #expect(try await twice(LibraryPaths.adminLanguages(), language) == [.seeOther, .seeOther])
            #expect(try await twice(LibraryPaths.adminLanguageDelete("fi"), [("confirmed", "true")]) == [.seeOther, .seeOther])
            #expect(try await twice(LibraryPaths.adminItemDelete(id), [("confirmed", "true")]) == [.seeOther, .seeOther])
            #expect(try await item(id, library).status == .deleted)
        }
    }

    @Test(.covers("CORE-043", "LIB-143"), arguments: Engine.available)
    func `what nobody changed or read for as long as administrators chose is archived, and can be published again`(
        on engine: Engine
    ) async throws {
        try await withLibrary(on: engine) { app, library in
            let (forgotten, read) = (try await app.item("Forgotten"), try await app.item("Beloved"))
            let publication = try #require(try await item(read, library).publication)
            func statuses() async throws -> [ItemStatus] { [try await item(forgotten, library).status, try await item(read, library).status] }
            try await app.site.configure { $0.settings[ItemRetention.active.setting.id] = "100" }
            app.clock.advance(by: .seconds(60 * 86_400))
            try await app.site.database.write { db in
                try app.site.analytics.record(kind: ReadCounts.interaction, subject: publication, person: nil, in: db)
            }
            try await app.runJobs()
            #expect(try await statuses() == [.published, .published])
            app.clock.advance(by: .seconds(50 * 86_400))
            try await app.runJobs()
            #expect(try await statuses() == [.archived, .published])
            let librarian = try await app.person(.librarian)
            try await library.services.editing.move(forgotten, to: .published, by: librarian)
            try await app.site.configure { $0.settings[ItemRetention.active.setting.id] = "0" }
            app.clock.advance(by: .seconds(4000 * 86_400))
            try await app.runJobs()
            #expect(try await statuses() == [.published, .published], "0 is never")
        }
    }
}
