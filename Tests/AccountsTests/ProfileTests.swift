import Accounts
import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Profiles

@Suite struct ProfileTests {
    @Test(.covers("CORE-006", "VOL-002"), arguments: Engine.available)
    func `name is shared by all apps, and the words about oneself belong to one app`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let id = try await app.person(.ada)
            let profiles = try app.site.service(Profiles.self)
            try await app.site.write(by: id) { db in
                try profiles.setAbout("  I open doors.  ", of: id, app: "door", in: db)
                try profiles.setAbout("I read.", of: id, app: "library", in: db)
            }
            let profile = try await app.site.database.read { try profiles.profile(of: id, in: $0) }
            #expect(profile?.name == "Ada")
            #expect(profile?.aboutByApp == ["door": "I open doors.", "library": "I read."])
            try await app.site.write(by: id) { db in try profiles.setAbout(" ", of: id, app: "door", in: db) }
            #expect(try await app.site.database.read { try profiles.about(id, app: "door", in: $0) } == "")
        }
    }

    @Test(.covers("VOL-049"), arguments: Engine.available)
    func `about me takes a thousand characters and not one more`(on engine: Engine) async throws {
        try await withTestApp(DoorApp.self, on: engine) { app in
            let id = try await app.person(.ada)
            let profiles = try app.site.service(Profiles.self)
            let most = String(repeating: "å", count: 1000)
            try await app.site.write(by: id) { db in try profiles.setAbout(most, of: id, app: "door", in: db) }
            await #expect(throws: ProfileRefusal.aboutTooLong(1000)) {
                try await app.site.write(by: id) { db in try profiles.setAbout(most + "å", of: id, app: "door", in: db) }
            }
            #expect(try await app.site.database.read { try profiles.about(id, app: "door", in: $0) } == most)
        }
    }

    @Test(arguments: Engine.available)
    func `names are answered for those who have an account, and for nobody else`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let (ada, bea) = (try await app.person(.ada), try await app.person(.bea))
            let names = try await app.site.database.read { try People.names(of: [ada, bea, PersonID(999_999)], in: $0) }
            #expect(names == [ada: "Ada", bea: "Bea"])
            #expect(try await app.site.database.read { try People.names(of: [], in: $0) }.isEmpty)
        }
    }
}
