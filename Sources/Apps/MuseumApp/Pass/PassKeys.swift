import Audit
import Core
import Crypto
import Database
import Platform
import Synchronization
import Web

/// A key with which the site signs passes.
struct PassKey: Sendable {
    let id: UInt8
    let secret: P256PrivateKey
}

extension PassKey: Audited {
    static var auditEntity: String { "museum.pass-key" }
}

/// A key as those who look after it see it.
struct PassKeyRecord: Sendable {
    let id: ID<PassKey>
    let madeAt: Instant
    /// Since when codes of it are refused; nil while they count.
    let retiredAt: Instant?
}

/// The site's keys for passes: made for nothing else, sealed, and several at a time, so that one can take over from another while passes of
/// both are about.
final class PassKeys: Sendable {
    private struct Known {
        /// By their numbers; the last one signs.
        var keys: [UInt8: PassKey] = [:]
        var readAt: Instant?
    }

    private let site: Site
    /// Guards the keys that were read.
    private let known = Mutex(Known())
    /// A made-up number in a forged code makes the keys be read no more often than this.
    private static let pause = Duration.seconds(10)
    /// After so long a node looks whether another one has retired a key.
    private static let freshness = Duration.seconds(60)
    /// A code has a byte for the number.
    private static let highest: Int64 = 255

    init(site: Site) { self.site = site }

    /// The key that signs; made when the first pass is.
    func signing() async throws -> PassKey {
        if let key = newest { return key }
        if try await read().isEmpty { try await add(ifNone: true, by: nil) }
        _ = try await read()
        guard let key = newest else { throw Problem.failure }
        return key
    }

    /// The key of a number; nil where there is none, or no longer.
    func key(_ id: UInt8) async throws -> P256PublicKey? {
        let now = site.clock.now()
        let (key, age) = known.withLock { known in (known.keys[id], known.readAt.map { now - $0 }) }
        if let age, age < (key == nil ? Self.pause : Self.freshness) { return key?.secret.publicKey }
        return try await read()[id]?.secret.publicKey
    }

    /// The keys that check codes, for gates.
    func all() async throws -> [PassKey] {
        _ = try await signing()
        return known.withLock { Array($0.keys.values) }.sorted { $0.id < $1.id }
    }

    /// Makes a key that signs from now on. Codes of the others go on being accepted, unless those are retired with it.
    func rotate(retiringOthers: Bool = false, by person: PersonID?) async throws {
        try await add(ifNone: false, retiringOthers: retiringOthers, by: person)
        _ = try await read()
    }

    /// Every key there was, the one that signs first.
    func records() async throws -> [PassKeyRecord] {
        _ = try await signing()
        return try await site.database.read { db in
            let rows = try db.all(
                "SELECT id, created_at, retired_at FROM museum_pass_key ORDER BY id DESC LIMIT 255" as Query<Row3<ID<PassKey>, Instant, Instant?>>)
            return rows.map { PassKeyRecord(id: $0.first, madeAt: $0.second, retiredAt: $0.third) }
        }
    }

    private var newest: PassKey? { known.withLock { known in known.keys.values.max { $0.id < $1.id } } }

    private func add(ifNone: Bool, retiringOthers: Bool = false, by person: PersonID?) async throws {
        let fresh = try P256PrivateKey()
        let sealed = site.key.seal(fresh.scalar, context: Self.context(fresh.publicKey))
        try await site.write(by: person) { write in
            // Two nodes that make the first one at once both look before they add.
            let last: Int64 = try write.one("SELECT coalesce(max(id), 0) FROM museum_pass_key")
            guard !ifNone || last == 0 else { return }
            guard last < Self.highest else { throw Problem.failure }
            if retiringOthers {
                try write.run(
                    """
                    UPDATE museum_pass_key SET retired_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
                    WHERE retired_at IS NULL
                    """)
            }
            try write.run(
                """
                INSERT INTO museum_pass_key (id, public_key, sealed_private, created_at, changed_at, changed_by)
                VALUES (\(last + 1), \(fresh.publicKey.uncompressed), \(sealed), \(write.now), \(write.now), \(write.actor))
                """)
            try write.audit(.create, ID<PassKey>(last + 1), ["others": retiringOthers ? "retired" : "kept"])
        }
    }

    private func read() async throws -> [UInt8: PassKey] {
        let rows = try await site.database.read { db in
            try db.all(
                "SELECT id, public_key, sealed_private FROM museum_pass_key WHERE retired_at IS NULL ORDER BY id LIMIT 255"
                    as Query<Row3<Int64, [UInt8], [UInt8]>>)
        }
        var keys: [UInt8: PassKey] = [:]
        for row in rows {
            let point = try P256PublicKey(uncompressed: row.second)
            let secret = try P256PrivateKey(scalar: site.key.open(row.third, context: Self.context(point)), publicKey: point)
            let id = UInt8(truncatingIfNeeded: row.first)
            keys[id] = PassKey(id: id, secret: secret)
        }
        let now = site.clock.now()
        known.withLock { $0 = Known(keys: keys, readAt: now) }
        return keys
    }

    private static func context(_ key: P256PublicKey) -> String { "museum_pass_key:" + key.uncompressed.base64URL }
}
