import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// A database that other hands wrote to: its numbers may be wrong, and the library goes on.
struct WrongISBNTests {
    @Test(.covers("LIB-024", "LIB-094", "LIB-095", "LIB-151"), arguments: Engine.available, ["9780306406158", "978-0-306", "<none & \"unknown\">"])
    func `a wrong ISBN fails no list, no page and no feed, and staff can correct it`(on engine: Engine, _ wrong: String) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("Prince Caspian") { $0[.isbn] = "9780306406157" }
            try await app.item("Alone") { $0[.isbn] = "0306406152" }
            try await app.site.database.write { db in try db.run("UPDATE library_item SET isbn = \(wrong) WHERE id = \(id)") }
            library.services.catalogue.lists.clear()
            let (staff, program) = (try await app.signedIn(.librarian), app.guest.asProgram)
            for address in [LibraryPaths.home(), LibraryPaths.books(), LibraryPaths.item(id)] {
                let page = try await app.guest.get(address)
                #expect(page.status == .ok && page.text.contains("Prince Caspian"), "\(address)")
            }
            for address in [LibraryPaths.adminItems(), LibraryPaths.adminItem(id)] {
                let page = try await staff.get(address)
                #expect(page.status == .ok && page.text.contains("Prince Caspian"), "\(address)")
            }
            #expect(try await program.get(LibraryPaths.apiItems()).json["total"] as? Int == 2)
            #expect(try await program.get(LibraryPaths.apiItem(id)).json["isbn"] as? String == wrong)
            #expect(try await program.get(link(LibraryPaths.apiSearch(), query: ["q": "caspian"])).json["total"] as? Int == 1)
            let atom = ReadingApp.atom(app)
            let numbers = try await atom.feed("\(atom.base)/opds/all").all("entry").compactMap { $0.text("dc:identifier") }
            #expect(numbers == ["urn:isbn:0306406152"], "a reading app is told no number that is none")
            #expect(try await app.guest.get("/opds/v2/all").status == .ok)
            // Another change leaves it alone; its own field says what is wrong with it.
            let renamed = try await staff.asProgram.json(.patch, LibraryPaths.apiItem(id), #"{"title": "Caspian"}"#)
            #expect(renamed.status == .ok && renamed.json["isbn"] as? String == wrong)
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["isbn": wrong]).text.contains("This isn’t an ISBN"))
            #expect(try await staff.post(LibraryPaths.adminItem(id), ["isbn": "978-0-306-40615-7"]).status == .seeOther)
            #expect(try await library.services.catalogue.find(id).isbn?.isRight == true)
        }
    }
}
