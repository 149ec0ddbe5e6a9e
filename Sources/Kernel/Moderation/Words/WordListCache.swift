import Core
import Database
import Synchronization

/// Holds the filter that fits the present word lists, so that a text is judged without reading them again.
final class WordListCache: Sendable {
    private struct Made {
        var revision: WordRevision
        var filter: ContentFilter
    }

    // What comes with Stoa never changes: it is read once, however many sites a process opens.
    private static let seed = Result { try WordLists.seed() }
    private static let untouched = Result { ContentFilter(lists: try seed.get()) }

    private let seed: WordLists
    /// Guards the filter made last.
    private let made = Mutex<Made?>(nil)

    init() throws { seed = try Self.seed.get() }

    /// The lists that come with Stoa, changed by what administrators said.
    func lists(in db: any Connection) throws -> WordLists { lists(after: try db.all(.wordChanges)) }

    private func lists(after changes: [WordChange]) -> WordLists {
        var lists = seed
        for change in changes {
            // A word that a newer version reads differently is left out rather than keeping everybody from writing.
            guard let entry = change.entry else { continue }
            if change.isListed { lists.add(entry) } else { lists.remove(entry) }
        }
        return lists
    }

    /// The filter as of this transaction. Every change of the lists raises the revision, on whichever node it was made.
    func filter(in db: any Connection) throws -> ContentFilter {
        let revision = try db.one(.wordRevision)
        if let known = made.withLock({ $0 }), known.revision == revision { return known.filter }
        let changes = try db.all(.wordChanges)
        let filter = changes.isEmpty ? try Self.untouched.get() : ContentFilter(lists: lists(after: changes))
        made.withLock { $0 = Made(revision: revision, filter: filter) }
        return filter
    }

    /// Whether a word stands on the lists that come with Stoa.
    func isSeed(_ entry: WordLists.Entry) -> Bool { seed.entries.contains(entry) }
}
