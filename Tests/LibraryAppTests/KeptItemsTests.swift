import Core
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// An item that programs ask for again comes from memory, and is true at the moment all the same.
struct KeptItemsTests {
    @Test(.covers("LIB-098", "CORE-046"), arguments: Engine.available)
    func `an item asked for again follows every change of it, and whoever has it already gets no second copy`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let id = try await app.item("First") { $0.categories = ["History"] }
            let address = LibraryPaths.apiItem(id)
            func read() async throws -> TestResponse { try await app.guest.get(address) }
            let first = try await read()
            let tag = try #require(first["ETag"])
            #expect(first.text.contains("\"First\"") && first.text.contains("\"History\""))
            let again = try await read()
            #expect(again.text == first.text && again["ETag"] == tag)
            let known = try await app.guest.with("If-None-Match", tag).get(address)
            #expect(known.status == .notModified && known.text.isEmpty)

            let staff = try await app.signedIn(.librarian)
            _ = try await staff.post(LibraryPaths.adminItem(id), ["title": "Renamed"])
            let renamed = try await app.guest.with("If-None-Match", tag).get(address)
            #expect(renamed.status == .ok && renamed.text.contains("\"Renamed\""))
            let history = try #require(try await library.services.categories.tree().categories.first { $0.name == "History" })
            _ = try await staff.post(LibraryPaths.adminCategory(history.id), ["name": "Chronicles", "colour": history.colour.rawValue])
            #expect(try await read().text.contains("\"Chronicles\""))

            // Staff read what is not published, and nobody else is shown what staff were.
            _ = try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "archived"])
            #expect(try await staff.get(address).status == .ok)
            #expect(try await read().status == .notFound)
            _ = try await staff.post(LibraryPaths.adminItemStatus(id), ["status": "published"])
            #expect(try await read().status == .ok)
        }
    }
}
