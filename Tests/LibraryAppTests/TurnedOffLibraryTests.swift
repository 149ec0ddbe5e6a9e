import Core
import Platform
import TestSupport
import Testing
import Web

@testable import LibraryApp

@Suite struct TurnedOffLibraryTests {
    @Test(.covers("CORE-001"), arguments: Engine.available)
    func `no book of a library that is off can be read, and every one afterwards`(on engine: Engine) async throws {
        try await withLibrary(on: engine) { app, library in
            let item = try await library.services.catalogue.findForStaff(try await app.item("Reeds"))
            let place = "/read/\(try #require(item.publication))/0"
            #expect(try await app.guest.get(place).status == .ok)
            try await app.site.configure { $0.apps = [] }
            #expect(try await app.guest.get(place).status == .notFound)
            try await app.site.configure { $0.apps = nil }
            #expect(try await app.guest.get(place).status == .ok)
        }
    }
}
