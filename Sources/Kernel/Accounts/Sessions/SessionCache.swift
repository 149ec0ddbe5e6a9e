import Core
import Platform
import Synchronization
import Web

/// What a token opened when it was last looked up.
struct CachedSession: Sendable {
    var record: SessionRecord
    var identity: Identity
    /// Languages for single apps.
    var languages: [String: Language]
    /// Bans that held when it was read; those with an end may have run out since.
    var bans: [Ban]
    /// By the steady clock: a wall clock set back must not make it count for longer.
    var readAt: Duration
    /// Whether the token has been replaced and opens the session for the overlap only: not to be remembered, which would be longer.
    var wasReplaced: Bool
}

/// Sessions that were looked up lately, so that a signed-in page needs no query to know who asks.
///
/// On the embedded database this process makes every change, and each change clears the cache, so it is never stale.
/// Where several nodes share a database, each change is announced to all, and an entry counts for five seconds at most: so long takes a
/// revocation elsewhere while its announcement cannot come through.
final class SessionCache: Sendable {
    /// One reference, so that nobody waits while another takes the many values of a session.
    private final class Entry: Sendable {
        let session: CachedSession

        init(_ session: CachedSession) { self.session = session }
    }

    private struct Memory {
        /// By token hash.
        var entries: [[UInt8]: Entry] = [:]
        /// People about whom something is being changed, and until when nothing about them is remembered.
        var distrusted: [PersonID: Duration] = [:]
        /// How often everything was forgotten.
        var clearings = 0
    }

    /// Guards what is remembered.
    private let memory = Mutex(Memory())
    private let freshFor: Duration?
    private static let mostEntries = 20_000

    /// What tells other nodes to forget.
    var shared: SharedCache { SharedCache("accounts.sessions") { [weak self] in self?.clear() } }

    init(sharedDatabase: Bool) { freshFor = sharedDatabase ? .seconds(5) : nil }

    /// Longer than any transaction is open.
    private static let distrustFor: Duration = .seconds(60)

    func find(_ hash: [UInt8], at now: Duration) -> CachedSession? {
        guard let session = memory.withLock({ $0.entries[hash] })?.session else { return nil }
        if let freshFor, now - session.readAt > freshFor { return nil }
        return session
    }

    /// To be asked for before the database is read for what may be kept afterwards.
    var clearings: Int { memory.withLock { $0.clearings } }

    /// Remembers what was read since `clearings`. When everything was forgotten meanwhile, it may be from before the change, and is not kept.
    func keep(_ session: CachedSession, for hash: [UInt8], since clearings: Int) {
        memory.withLock { memory in
            guard memory.clearings == clearings else { return }
            if let until = memory.distrusted[session.record.person] {
                guard until <= session.readAt else { return }
                memory.distrusted[session.record.person] = nil
            }
            if memory.entries.count >= Self.mostEntries { memory.entries.removeAll(keepingCapacity: true) }
            memory.entries[hash] = Entry(session)
        }
    }

    /// Forgets a person's sessions, and remembers none for a minute: called inside a transaction that changes what they may do, it
    /// makes the change hold from the moment of the commit, because nothing read before the commit is kept. Called for a transaction
    /// that is rolled back, it costs a few queries.
    func distrust(_ person: PersonID, at now: Duration) {
        memory.withLock { memory in
            memory.distrusted = memory.distrusted.filter { $0.value > now }
            memory.distrusted[person] = now + Self.distrustFor
            memory.entries = memory.entries.filter { $0.value.session.record.person != person }
        }
    }

    func clear() {
        memory.withLock { memory in
            memory.clearings += 1
            memory.entries.removeAll()
        }
    }
}
