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
    }

    private let name: String
    private let clock: SiteClock
    private let lifetime: Duration
    private let mostEntries: Int
    /// Guards the entries and the count of changes.
    private let state = Mutex(State())

    /// What tells other nodes to forget.
    public var shared: SharedCache { SharedCache(name) { [weak self] in self?.clear() } }

    /// Lists under a name that is unique on the site, as ``SharedCache`` takes it.
    /// - Parameters:
    ///   - lifetime: when an entry ends in any case, should a change have gone unheard.
    ///   - mostEntries: filters are many, the lists that are hot are few; beyond this number all are dropped.
    public init(_ name: String, clock: SiteClock, lifetime: Duration = .seconds(10), mostEntries: Int = 256) {
        self.name = name
        self.clock = clock
        self.lifetime = lifetime
        self.mostEntries = mostEntries
    }

    /// The kept answer, or a fresh one that is then kept.
    public func value<Value: Sendable>(_ key: Key, read: () async throws -> Value) async throws -> Value {
        let now = clock.now()
        let (kept, generation) = state.withLock { state in
            (state.entries[key].flatMap { now < $0.ends ? $0.value as? Value : nil }, state.generation)
        }
        if let kept { return kept }
        let fresh = try await read()
        state.withLock { state in
            // What was read before a change is not kept after it.
            guard state.generation == generation else { return }
            if state.entries.count >= mostEntries { state.entries.removeAll() }
            state.entries[key] = Entry(value: fresh, ends: now + lifetime)
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
