import Accounts
import Core
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing

@testable import Hosting

/// What a part of these tests keeps among the operator's choices.
private struct Lamp: ConfigurationSection {
    static let name = "lamp"
    var watts: Int
}

@Suite struct DoctorTests {
    private static let parts: [any App.Type] = [AccountsModule.self, MailModule.self]

    private func failures(_ place: SiteFolder) async -> [String] {
        let doctor = Doctor(place, migrations: KernelMigrations.with(Self.parts), sections: [Lamp.self])
        return await doctor.examine().filter { $0.weight == .failure }.map(\.words)
    }

    @Test func `choices that can't be read are named with section, field and remedy`() async throws {
        try await withTemporaryFolder { folder in
            let place = SiteFolder(folder)
            let running = try await RunningSite.open(place, apps: [], parts: Self.parts, log: .silent)
            try await running.site.configure { $0[Lamp.self] = Lamp(watts: 40) }
            #expect(await !failures(place).contains { $0.contains("choices") })
            func replace(_ section: String, with text: String) async throws {
                try await running.site.database.write { db in
                    try db.run("UPDATE platform_configuration SET value = \(text) WHERE section = \(section)")
                }
            }
            try await replace("lamp", with: #"{"watts": "bright"}"#)
            let part = try #require(await failures(place).first { $0.contains("choices") })
            #expect(part.contains("section “lamp”, field “watts”") && part.contains("stoa config lamp null"))
            try await replace("site", with: #"{"settings": {"a": 1}}"#)
            let own = try #require(await failures(place).first { $0.contains("choices") })
            #expect(own.contains("section “site”, field “settings.a”") && own.contains("restore a backup"))
            #expect(await !failures(place).contains { $0.contains("does not answer") })
            await running.close()
        }
    }
}
