import Core
import Crypto
import Database
import Platform

/// The code that Clover sent to prove that the address for webhooks is ours, for the operator to copy into its dashboard. It is kept a day.
struct CloverVerification: Sendable {
    let site: Site

    private static let owner = "clover verification"
    private static let context = "payments:clover-verification"
    private static let life = Duration.days(1)

    func keep(_ code: String) async throws {
        let sealed = site.key.seal(Array(code.utf8), context: Self.context).base64URL
        try await site.write(by: nil, once: nil) { write in
            try write.run(
                """
                INSERT INTO payment_token (owner, sealed, ends_at, changed_at, changed_by)
                VALUES (\(Self.owner), \(sealed), \(write.now + Self.life), \(write.now), \(write.actor))
                ON CONFLICT (owner) DO UPDATE SET sealed = excluded.sealed, ends_at = excluded.ends_at, changed_at = excluded.changed_at,
                    changed_by = excluded.changed_by
                """)
        }
    }

    /// The code that came last; nil where none came within a day.
    func code() async throws -> String? {
        let now = site.clock.now()
        let sealed = try await site.database.read { db in
            try db.first("SELECT sealed FROM payment_token WHERE owner = \(Self.owner) AND ends_at > \(now)" as Query<String>)
        }
        guard let bytes = sealed.flatMap({ [UInt8](base64URL: $0) }), let opened = try? site.key.open(bytes, context: Self.context) else {
            return nil
        }
        return String(decoding: opened, as: UTF8.self)
    }
}
