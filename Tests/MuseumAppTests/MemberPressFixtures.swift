import Accounts
import Core
import Database
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import MuseumApp

/// A museum whose members are in MemberPress, played by the stand-in over HTTP, whose clock is the site's.
struct SyncedMuseum: Sendable {
    let museum: Museum
    let standIn: MemberPressStandIn

    var app: TestApp { museum.app }
    var site: Site { museum.app.site }
    var now: Instant { museum.app.site.clock.now() }

    /// Reads and writes everything now.
    func sync() async throws {
        let memberPress = try museum.services.memberPress
        try await site.write(by: nil) { try memberPress.askNow(readsAll: true, in: $0) }
        try await app.runJobs()
    }

    /// Somebody whose address is confirmed, and their browser.
    func person(_ email: String, _ name: String = "Grace Gondwe") async throws -> (id: PersonID, client: TestClient) {
        let accounts = try site.service(AccountsModule.self)
        let id = try await accounts.people.register(.init(name: name, email: email, password: Cast.password))
        return (id, app.client(token: try await accounts.openSession(for: id)))
    }

    /// The tier that mirrors a membership of MemberPress, for sale.
    func tier(_ record: Int64) async throws -> Tier {
        try await site.write(by: nil) { write in
            _ = try write.run("UPDATE museum_tier SET is_sold = \(true) WHERE record_id = \(record)")
        }
        return try await site.database.read { try $0.one(.tier(recordID: record)) }
    }

    func memberships(of person: PersonID) async throws -> [Membership] {
        try await site.database.read { try $0.all(.memberships(of: person)) }
    }

    func state() async throws -> SyncState { try #require(try await site.database.read { try SyncState.read(in: $0) }) }

    func conflicts() async throws -> [MemberPressConflict] { try await site.database.read { try $0.all(.openConflicts()) } }

    /// Buys a tier with cash that is taken at once.
    func buy(_ tier: Tier, _ client: TestClient) async throws -> Membership {
        let chosen = try await museum.chosen(museum.buy(tier.id, client))
        try await museum.takeCash(chosen)
        return try await museum.find(chosen.id)
    }

    /// What MemberPress has, asked by a client of its own.
    var client: MemberPressClient {
        get throws { try #require(MemberPressClient(site: site, client: HTTPClient(timeout: .seconds(20)))) }
    }
}

/// Runs a test in a museum with MemberPress.
func withSyncedMuseum(
    on engine: Engine, _ change: @escaping @Sendable (inout MemberPressConfiguration) -> Void = { _ in },
    _ body: (SyncedMuseum) async throws -> Void
) async throws {
    try await withMuseum(on: engine) { museum in
        try await withStandIn {
            MemberPressStandIn(at: $0, clock: museum.app.clock.clock) { try await museum.app.receive($0) }
        } run: { standIn in
            let (site, credentials) = (museum.app.site, standIn.credentials)
            try await site.configure { all in
                var configuration = MemberPressConfiguration(
                    address: credentials.address, sealedKey: MemberPressConfiguration.seal(credentials.key, for: site),
                    uploader: .init(
                        user: credentials.user, sealedPassword: MemberPressConfiguration.seal(credentials.applicationPassword, for: site)),
                    isStandIn: true)
                change(&configuration)
                all.memberPress = configuration
            }
            try await body(SyncedMuseum(museum: museum, standIn: standIn))
        }
    }
}
