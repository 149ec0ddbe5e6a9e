import Accounts
import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import VolunteersApp
import Web

@testable import Profiles

@Suite struct ProfileRefreshTests {
    @Test(.covers("RES-005", "CORE-008"), arguments: Engine.available)
    func `whoever looks at a profile in Volunteers lets Google be asked again, without waiting for it`(on engine: Engine) async throws {
        try await withProviders(VolunteersApp.self, on: engine) { journey in
            let astrid = journey.browser()
            _ = try await astrid.signIn("google", as: "astrid", then: "/account")
            let person = try await journey.app.site.database.read { try $0.one("SELECT id FROM account_person" as Query<PersonID>) }
            // Only who takes part has a profile there.
            _ = try await astrid.post("/terms/volunteers", ["version": "1", "accepted": "true"])
            let bea = try await journey.app.signedIn(.bea)
            let order = ControlOrder("google", action: "name astrid Astrid_Nilsson")
            #expect(await journey.providers.google.control(order))

            _ = try await bea.get("/volunteers/people/\(person)")
            try await journey.app.runJobs()
            #expect(try await name(of: person, journey) == "Astrid Berg", "what was said a moment ago counts as fresh")

            journey.app.clock.advance(by: .seconds(601))
            journey.providers.google.behave(.down)
            let shown = try await bea.get("/volunteers/people/\(person)")
            #expect(shown.status == .ok)
            #expect(shown.text.contains("Astrid Berg"))
            try await journey.app.runJobs()
            #expect(try await name(of: person, journey) == "Astrid Berg", "a provider that is away changes nothing")

            journey.providers.google.behave(.none)
            journey.app.clock.advance(by: .seconds(601))
            _ = try await bea.get("/volunteers/people/\(person)")
            try await journey.app.runJobs()
            #expect(try await bea.get("/volunteers/people/\(person)").text.contains("Astrid_Nilsson"))
        }
    }

    @Test(.covers("RES-005", "CORE-008"))
    func `a permission that was taken back is not used again, and nobody is asked when the setting is off`() async throws {
        try await withProviders(VolunteersApp.self) { journey in
            _ = try await journey.browser().signIn("google", as: "astrid", then: "/account")
            let person = try await journey.app.site.database.read { try $0.one("SELECT id FROM account_person" as Query<PersonID>) }
            let token = try await journey.app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM account_identity WHERE sealed_refresh_token IS NOT NULL" as Query<Int>)
            }
            #expect(token == 1)
            journey.providers.google.forgetTokens()
            journey.app.clock.advance(by: .seconds(601))
            try await journey.app.site.service(Profiles.self).viewed(person)
            try await journey.app.runJobs()
            let left = try await journey.app.site.database.read {
                try $0.one("SELECT COUNT(*) FROM account_identity WHERE sealed_refresh_token IS NOT NULL" as Query<Int>)
            }
            #expect(left == 0)

            try await journey.app.site.configure { $0.settings[AccountsSettings.freshProfiles.id] = "false" }
            let away = try await journey.browser().leave("google")
            #expect(away.contains("access_type") == false)
        }
    }

    private func name(of person: PersonID, _ journey: ProviderJourney) async throws -> String {
        try await journey.app.site.database.read { try $0.one("SELECT name FROM account_person WHERE id = \(person)" as Query<String>) }
    }
}
