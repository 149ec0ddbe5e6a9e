import Core
import Database
import Platform
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

    /// Guards the filter made last.
    private let made = Mutex<Made?>(nil)

    /// Reads the lists beside the first requests: whoever needs them sooner waits.
    let warmUp = WarmUp { _ = WordListCache.untouched }

    /// The lists that come with Stoa, changed by what administrators said.
    func lists(in db: any Connection) throws -> WordLists { try lists(after: db.all(.wordChanges)) }

    private func lists(after changes: [WordChange]) throws -> WordLists {
        var lists = try Self.seed.get()
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
        let filter = try changes.isEmpty ? Self.untouched.get() : ContentFilter(lists: lists(after: changes))
        made.withLock { $0 = Made(revision: revision, filter: filter) }
        return filter
    }

    /// The words that come with Stoa.
    func seedEntries() throws -> Set<WordLists.Entry> { try Self.seed.get().entries }
}
