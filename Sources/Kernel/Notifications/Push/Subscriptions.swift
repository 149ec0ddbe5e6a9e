import Accounts
import Core
import Crypto
import Database
import Foundation
import Outbound
import Platform

/// The devices that get notifications.
struct Subscriptions: Sendable {
    let site: Site
    /// Most devices of one person; the oldest gives way.
    static let most = 10

    /// Takes what a browser hands in, or refuses it.
    /// - Parameters:
    ///   - replaces: the address that the browser had before, if its push service gave it another.
    ///   - browser: the digest of the cookie by which the browser is known.
    ///   - isRenewal: whether the browser only says that it is still there; a device that was taken off the list stays off it.
    func add(
        _ subscription: PushSubscription, replaces old: String?, isRenewal: Bool, label: String, in browser: [UInt8]?, for person: PersonID
    ) async throws {
        guard subscription.encryption != nil, let origin = subscription.origin else { throw PushRefusal.badSubscription }
        guard origin.hasPrefix("https://") || reachableHosts.contains(where: { origin == "http://\($0)" }) else { throw PushRefusal.badSubscription }
        let hash = subscription.hash
        let hashes = [hash] + (old.map { [sha256(Array($0.utf8))] } ?? [])
        let sealed = site.key.seal(Array(try JSONEncoder().encode(subscription)), context: PushSubscription.context(hash))
        let (now, label) = (site.clock.now(), String(label.prefix(300)))
        try await site.write(by: nil) { write in
            let known = try write.run("DELETE FROM notification_subscription WHERE endpoint_hash IN \(list: hashes) AND person_id = \(person)")
            guard known > 0 || !isRenewal else { throw PushRefusal.unknownDevice }
            try write.run(
                """
                INSERT INTO notification_subscription (person_id, endpoint_hash, sealed, label, device_hash, created_at, changed_at, changed_by)
                VALUES (\(person), \(hash), \(sealed), \(label), \(browser), \(now), \(now), \(person))
                ON CONFLICT (endpoint_hash) DO UPDATE SET person_id = \(person), sealed = \(sealed), label = \(label),
                    device_hash = \(browser), changed_at = \(now), changed_by = \(person)
                """)
            try write.run(
                """
                DELETE FROM notification_subscription WHERE person_id = \(person) AND id NOT IN
                    (SELECT id FROM notification_subscription WHERE person_id = \(person) ORDER BY id DESC LIMIT \(Self.most))
                """)
        }
    }

    /// The newest first.
    func list(of person: PersonID) async throws -> [SubscriptionRecord] {
        try await site.database.read { db in
            try db.all(
                """
                SELECT id, label, created_at FROM notification_subscription WHERE person_id = \(person) ORDER BY id DESC LIMIT \(Self.most)
                """)
        }
    }

    func ids(of person: PersonID, in db: any Connection) throws -> [SubscriptionID] {
        try db.all("SELECT id FROM notification_subscription WHERE person_id = \(person) ORDER BY id LIMIT \(Self.most)" as Query<Int64>)
            .map { SubscriptionID($0) }
    }

    func remove(_ id: SubscriptionID, of person: PersonID) async throws {
        try await site.write(by: nil) { _ = try $0.run("DELETE FROM notification_subscription WHERE id = \(id) AND person_id = \(person)") }
    }

    /// Ends those in browsers that were signed out, in that transaction.
    func end(_ browsers: SignedOutBrowsers, of person: PersonID, in write: Write) throws {
        switch browsers {
        case .one(let browser):
            try write.run("DELETE FROM notification_subscription WHERE person_id = \(person) AND device_hash = \(browser)")
        case .all(let browser):
            try write.run(
                """
                DELETE FROM notification_subscription
                WHERE person_id = \(person) AND (device_hash IS NULL OR device_hash <> \(browser ?? []))
                """)
        }
    }

    /// A device that is no longer there.
    func remove(_ id: SubscriptionID) async throws {
        try await site.write(by: nil) { _ = try $0.run("DELETE FROM notification_subscription WHERE id = \(id)") }
    }

    func noteDelivery(to id: SubscriptionID) async throws {
        let now = site.clock.now()
        try await site.write(by: nil) { write in
            _ = try write.run("UPDATE notification_subscription SET delivered_at = \(now), changed_at = \(now) WHERE id = \(id)")
        }
    }

    /// What was handed in.
    func find(_ id: SubscriptionID) async throws -> PushSubscription? {
        let row = try await site.database.read { db in
            try db.first("SELECT endpoint_hash, sealed FROM notification_subscription WHERE id = \(id)" as Query<Row2<[UInt8], [UInt8]>>)
        }
        guard let row else { return nil }
        let bytes = try site.key.open(row.second, context: PushSubscription.context(row.first))
        return try JSONDecoder().decode(PushSubscription.self, from: Data(bytes))
    }

    /// Addresses come from people: only the open internet, and the stand-ins that the operator named.
    var reach: HTTPClient.Reach { reachableHosts.isEmpty ? .publicOnly : .publicOr(hosts: reachableHosts) }

    private var reachableHosts: Set<String> { Set(site.configuration.push?.hosts ?? []) }
}

/// Why a device was not added.
enum PushRefusal: Error, Equatable, ProblemConvertible {
    case badSubscription
    case unknownDevice

    var problem: Problem {
        switch self {
        case .badSubscription:
            Problem(
                .invalid, "notices.bad-subscription", "This browser’s address for notifications can’t be used.",
                remedy: "Turn notifications off and on again on this device.")
        case .unknownDevice:
            Problem(
                .notFound, "notices.unknown-device", "This device gets no notifications.", remedy: "Turn them on under Notification settings.")
        }
    }
}
