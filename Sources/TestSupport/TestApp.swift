import Accounts
import Core
public import Crypto
import Database
import Foundation
import Mail
public import Media
import Platform
import Profiles
import SignIn
import Synchronization
import Web

/// A named cast: who a test signs in as. Everybody's password is ``password``.
public enum Cast: String, CaseIterable, Sendable {
    /// Two readers.
    case ada, bea
    /// Staff of the app under test by their usual roles.
    case curator, librarian, supervisor, moderator, admin
    /// Owns the site.
    case owner

    /// `ada@stoa.example`.
    public var email: String { "\(rawValue)@stoa.example" }
    /// `Ada`.
    public var name: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    /// Everybody's password.
    public static let password = "lantern 7 river"
}

/// An app on a fresh site in memory of the test: the real routes, the real database, no sockets.
public final class TestApp: Sendable {
    /// The open site with its apps.
    public let running: RunningSite
    /// Moves the site's time.
    public let clock: ManualClock
    /// Guards who has been made so far, and their tokens.
    private let cast = Mutex<[Cast: (person: PersonID, token: String)]>([:])

    init(running: RunningSite, clock: ManualClock) {
        self.running = running
        self.clock = clock
    }

    /// The site.
    public var site: Site { running.site }

    /// Stores a file that somebody keeps.
    public func storeFile(_ bytes: [UInt8]) async throws -> MediaRef {
        let (media, database) = (site.media, site.database)
        return try await media.withLease { lease in
            let reference = try await lease.store(bytes: bytes)
            try await database.write { db in try media.holds.retain(reference, by: MediaOwner("test.file", ID<TestApp>(1)), in: db) }
            return reference
        }
    }

    /// Somebody without an account.
    public var guest: TestClient { TestClient(app: self, token: nil) }

    /// Somebody signed in with a browser's cookie; the account and its role are made on first use.
    ///
    /// The role is the one of that name in any app of the site, e.g. `library.librarian`.
    public func signedIn(_ who: Cast) async throws -> TestClient {
        TestClient(app: self, token: try await account(who).token)
    }

    /// Somebody by the token of a session.
    public func client(token: String) -> TestClient { TestClient(app: self, token: token) }

    /// Takes over the session cookie that an answer sets, as the person's browser does.
    public func keepSession(of who: Cast, from response: TestResponse) {
        guard let token = response.cookies["session"] else { return }
        cast.withLock { $0[who]?.token = token }
    }

    /// The id of one of the cast.
    public func person(_ who: Cast) async throws -> PersonID { try await account(who).person }

    /// What the audit log says, oldest first, as `entity.action`.
    public func auditTrail() async throws -> [String] {
        try await site.database.read { db in
            try db.all("SELECT entity || '.' || lower(action) FROM audit_entry ORDER BY id LIMIT 1000" as Query<String>)
        }
    }

    /// Carries out all work that is due.
    public func runJobs() async throws { try await running.runDueJobs() }

    private func account(_ who: Cast) async throws -> (person: PersonID, token: String) {
        if let known = cast.withLock({ $0[who] }) { return known }
        let accounts = try site.service(AccountsModule.self)
        let id = try await accounts.people.register(
            .init(name: who.name, email: who.email, password: Cast.password, isOwner: who == .owner))
        let roles = site.manifests.flatMap { app in
            app.access.roles.filter { $0.id == who.rawValue }.map { Roles.Grant(app: app.id, role: $0.id) }
        }
        if !roles.isEmpty { try await accounts.roles.set(Set(roles), of: id, by: nil) }
        let token = try await accounts.openSession(for: id)
        cast.withLock { $0[who] = (id, token) }
        return (id, token)
    }
}

/// What went wrong in a test's own set-up.
public struct TestFailure: Error, CustomStringConvertible {
    /// In words.
    public let description: String

    /// A failure in words.
    public init(_ description: String) { self.description = description }
}

/// Runs `body` with `apps` on a fresh site: its own folder, its own database, its own clock.
/// - Parameters:
///   - passwordCost: what a password's hash costs; the least, where that is not what the test is about.
///   - node: what `site.json` says, where that is what the test is about.
///   - only: the apps that this process was started with, by id; nil is all of them.
public func withTestApp(
    _ apps: any App.Type..., parts: [any App.Type] = [], on engine: Engine, passwordCost: PasswordCost = .least,
    node: NodeConfiguration? = nil, only: [String]? = nil, _ body: (TestApp) async throws -> Void
) async throws {
    let always: [any App.Type] = [AccountsModule.self, SignInModule.self, ProfilesModule.self, MailModule.self]
    let parts = always + parts.filter { part in !always.contains { $0.manifest.id == part.manifest.id } }
    try await withTemporaryFolder { folder in
        if let node { try SiteFolder(folder).write(node) }
        try await withSiteDatabase(of: parts + apps, on: engine) { database in
            let clock = ManualClock()
            let running = try await RunningSite.open(
                SiteFolder(folder), apps: apps, parts: parts, only: only, clock: clock.clock, log: .silent, database: database,
                passwordCost: passwordCost)
            do {
                try await body(TestApp(running: running, clock: clock))
                await running.close()
            } catch {
                await running.close()
                throw error
            }
        }
    }
}
