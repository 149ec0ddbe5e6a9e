import Core
import Synchronization
import Web

/// What a token opened when it was last looked up.
struct CachedSession: Sendable {
    var record: SessionRecord
    var identity: Identity
    /// Languages for single apps.
    var languages: [String: Language]
    var readAt: Instant
}

/// Sessions that were looked up lately, so that a signed-in page needs no query to know who asks.
///
/// On the embedded database this process makes every change, and each change clears the cache, so it is never stale.
/// Where several nodes share a database, an entry counts for five seconds: a revocation elsewhere takes that long here.
final class SessionCache: Sendable {
    /// Guards the entries by token hash.
    private let entries = Mutex<[[UInt8]: CachedSession]>([:])
    private let freshFor: Duration?
    private static let mostEntries = 20_000

    init(sharedDatabase: Bool) { freshFor = sharedDatabase ? .seconds(5) : nil }

    func find(_ hash: [UInt8], at now: Instant) -> CachedSession? {
        entries.withLock { entries in
            guard let entry = entries[hash] else { return nil }
            if let freshFor, now - entry.readAt > freshFor { return nil }
            return entry
        }
    }

    func keep(_ session: CachedSession, for hash: [UInt8]) {
        entries.withLock { entries in
            if entries.count >= Self.mostEntries { entries.removeAll(keepingCapacity: true) }
            entries[hash] = session
        }
    }

    func clear() { entries.withLock { $0.removeAll() } }
}
