import Core
import Platform
import Synchronization

/// The answers that everybody asks for, kept until something changes (LIB-018, LIB-098).
///
/// A change clears them at once, here and on the other nodes of a site that runs on several; an entry ends after ten seconds in any case.
final class CatalogueCache: Sendable {
    /// What is kept.
    enum Key: Hashable, Sendable {
        case featured, categories, languages
        case facets(ItemFilter)
        case firstPage(ItemFilter, ItemSort, limit: Int)
    }

    private struct Entry {
        let value: any Sendable
        let ends: Instant
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var generation = 0
    }

    static let lifetime: Duration = .seconds(10)
    /// Filters are many; the lists that are hot are few.
    static let mostEntries = 256

    private let clock: SiteClock
    /// Guards the entries and the count of changes.
    private let state = Mutex(State())

    /// What tells other nodes to forget.
    var shared: SharedCache { SharedCache("library.lists") { [weak self] in self?.clear() } }

    init(clock: SiteClock) { self.clock = clock }

    /// The kept answer, or a fresh one that is then kept.
    func value<Value: Sendable>(_ key: Key, read: () async throws -> Value) async throws -> Value {
        let now = clock.now()
        let (kept, generation) = state.withLock { state in
            (state.entries[key].flatMap { now < $0.ends ? $0.value as? Value : nil }, state.generation)
        }
        if let kept { return kept }
        let fresh = try await read()
        state.withLock { state in
            // What was read before a change is not kept after it.
            guard state.generation == generation else { return }
            if state.entries.count >= Self.mostEntries { state.entries.removeAll() }
            state.entries[key] = Entry(value: fresh, ends: now + Self.lifetime)
        }
        return fresh
    }

    /// Forgets everything; called after every committed change.
    func clear() {
        state.withLock { state in
            state.entries.removeAll()
            state.generation += 1
        }
    }
}
