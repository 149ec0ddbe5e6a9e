import Accounts
import Analytics
import Core
import Database
import Help
import LibraryApp
import Mail
import Messages
import Moderation
import Notifications
import Platform
import Reading
import TestSupport
import VolunteersApp
import Web

@testable import Statistics

/// Runs `body` on a fresh site with two apps and everything that counts.
func withStatistics(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
    try await withTestApp(
        LibraryApp.self, VolunteersApp.self,
        parts: [
            ReadingModule.self, NotificationsModule.self, ModerationModule.self, MessagesModule.self, HelpModule.self, StatisticsModule.self,
        ], on: engine, body)
}

extension Measure {
    // The measures of other parts are their own business; here they are met by their ids.
    static let letters = Measure("mail.letters", "", hint: "")
    static let signIns = Measure("accounts.sign-ins", "", hint: "")
    static let accepted = Measure("moderation.accepted", "", hint: "")
    static let waiting = Measure("moderation.waiting", "", hint: "")
}

extension TestApp {
    /// Somebody in a session that begins now.
    func again(_ who: Cast) async throws -> TestClient {
        let accounts = try site.service(AccountsModule.self)
        return client(token: try await accounts.openSession(for: try await person(who)))
    }

    /// Counts on a day before today.
    func count(_ amount: Int, _ measure: Measure, daysAgo: Int) async throws {
        let counts = site.counts
        let day = counts.today.adding(-daysAgo)
        try await site.database.write { db in try counts.add(amount, to: measure, of: "", on: day, in: db) }
    }

    /// Everything that was ever counted of a measure, by part.
    func amounts(_ measure: Measure) async throws -> [String: Int] { try await site.amounts(measure) }
}

extension Site {
    func amounts(_ measure: Measure) async throws -> [String: Int] {
        try await counts.flush(to: database)
        guard let from = Day("2000-01-01"), let through = Day("2100-01-01") else { return [:] }
        let counts = counts
        let rows = try await database.readInBackground { db in try counts.amounts(of: [measure], from: from, through: through, in: db) }
        return rows.reduce(into: [:]) { sums, row in sums[row.part, default: 0] += row.amount }
    }

    func amount(_ measure: Measure) async throws -> Int { try await amounts(measure).values.reduce(0, +) }
}

/// An app that counts what its people wish for, as the system log has it.
struct WishApp: App {
    static let manifest = AppManifest(
        id: "wish", name: "Wishing well", path: "/wish",
        access: .init(permissions: [PermissionDeclaration("wish.statistics", "See the statistics of the wishing well")]),
        measures: .init([.wishes], readers: "wish.statistics"))
    init(site: Site) {}
    var routes: [Route] { [] }

    func register(in extensions: inout Extensions) throws {
        extensions.add(
            PastFacts(.wishes) { "SELECT changed_at, '' FROM audit_entry WHERE entity = 'wish.wish' AND changed_at < \($0)" }, to: .pastFacts)
    }
}

extension Measure {
    static let wishes = Measure("wish.wishes", "Wishes made", hint: "How often someone made a wish.", isHeadline: true)
}
