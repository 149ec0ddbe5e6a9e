import Accounts
import Audit
import Core
import Database
import Foundation
import Localization
import Mail
import MuseumApp
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@Suite struct LogDayTests {
    @Test(.covers("MUS-045", "CORE-035"))
    func `the log names the day whose visits somebody looked at as people write days`() async throws {
        try await withTestApp(
            MuseumApp.self, parts: [AccountsModule.self, MailModule.self, NotificationsModule.self, PaymentsModule.self], on: .sqlite
        ) { app in
            #expect(try await app.signedIn(.owner).get("/admin/museum/visits?day=2026-03-05").status == .ok)
            let entries = try await app.site.database.read { try app.site.audit.entries(AuditFilter(entity: "museum.visit"), limit: 1, in: $0) }
            let sentence = EntityNames(app.site).sentence(of: try #require(entries.first), people: [:], for: nil)
            #expect(app.site.messages.render(sentence, in: .english, timeZone: .gmt).hasSuffix(" looked at the visits of 5\u{A0}Mar\u{A0}2026."))
        }
    }
}
