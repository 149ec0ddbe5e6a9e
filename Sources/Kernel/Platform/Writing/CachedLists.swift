public import Core
import Synchronization

/// The answers that everybody asks for, such as the first page of a list, kept in memory until something changes.
///
/// A change empties them at once, here and on the other nodes of a site that runs on several: `write.invalidate(lists.shared)`.
public final class CachedLists<Key: Hashable & Sendable>: Sendable {
    private struct Entry {
        let value: any Sendable
        let ends: Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var generation = 0
        var isRenewing = false
    }

    private let name: String
    private let clock: SiteClock
    private let lifetime: Duration
    private let mostEntries: Int
    /// Guards the entries and the count of changes.
    private let state = Mutex(State())
    /// Whoever reads an answer anew, so that many who ask at once cost one reading.
    private let reading = KeyedLock<Key>()

    /// What tells other nodes to forget.
    public var shared: SharedCache { SharedCache(name) { [weak self] in self?.clear() } }

    /// Lists under a name that is unique on the site, as ``SharedCache`` takes it.
    /// - Parameters:
    ///   - lifetime: when an entry is read anew in any case, one after the other, should a change have gone unheard. Who asks meanwhile still gets
    ///     the old one, for as long again at most.
    ///   - mostEntries: filters are many, the lists that are hot are few; beyond this number all are dropped.
    public init(_ name: String, clock: SiteClock, lifetime: Duration = .seconds(10), mostEntries: Int = 256) {
        self.name = name
        self.clock = clock
        self.lifetime = lifetime
        self.mostEntries = mostEntries
    }

    /// The kept answer, or a fresh one that is then kept.
    /// - Parameter read: is run by one at a time for each key, so it must not ask for the same key itself.
    public func value<Value: Sendable>(_ key: Key, read: () async throws -> Value) async throws -> Value {
        if let kept: (value: Value, isOld: Bool) = kept(key) {
            // Answers grow old together. Read anew all at once, they would keep everybody else waiting for the database.
            guard kept.isOld, beginsRenewing() else { return kept.value }
            defer { state.withLock { $0.isRenewing = false } }
            return try await renewed(key, read)
        }
        let value = try await reading.withLock(key) {
            if let kept: (value: Value, isOld: Bool) = kept(key) { return kept.value }
            return try await renewed(key, read)
        }
        if let value { return value }
        return try await read()
    }

    /// The kept answer while nobody needs to read it anew, without waiting for anything.
    public func fresh<Value: Sendable>(_ key: Key) -> Value? {
        guard let kept: (value: Value, isOld: Bool) = kept(key), !kept.isOld else { return nil }
        return kept.value
    }

    private func beginsRenewing() -> Bool {
        state.withLock { state in
            defer { state.isRenewing = true }
            return !state.isRenewing
        }
    }

    private func kept<Value>(_ key: Key) -> (value: Value, isOld: Bool)? {
        let now = clock.now()
        // Everybody comes through here: what takes long is done when others may follow.
        guard let entry = state.withLock({ $0.entries[key] }), now < entry.ends + lifetime, let value = entry.value as? Value else { return nil }
        return (value, now >= entry.ends)
    }

    private func renewed<Value: Sendable>(_ key: Key, _ read: () async throws -> Value) async throws -> Value {
        let generation = state.withLock(\.generation)
        let fresh = try await read()
        let ends = clock.now() + lifetime
        state.withLock { state in
            // What was read before a change is not kept after it.
            guard state.generation == generation else { return }
            if state.entries.count >= mostEntries { state.entries.removeAll() }
            state.entries[key] = Entry(value: fresh, ends: ends)
        }
        return fresh
    }

    /// Forgets everything; called after every committed change.
    public func clear() {
        state.withLock { state in
            state.entries.removeAll()
            state.generation += 1
        }
    }
}
