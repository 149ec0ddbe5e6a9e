import Core
import Database
import Synchronization

/// Holds the filter that fits the present word lists, so that a text is judged without reading them again.
final class WordKeeper: Sendable {
    private struct Made {
        var revision: WordRevision
        var filter: ContentFilter
    }

    // What comes with Stoa never changes: it is read once, however many sites a process opens.
    private static let seed = Result { try WordLists.seed() }
    private static let untouched = Result { ContentFilter(lists: try seed.get(), policies: policies) }

    private let seed: WordLists
    /// Guards the filter made last.
    private let made = Mutex<Made?>(nil)

    /// Private messages may say where to meet and how to call.
    private static let policies = ["messages": FilterPolicy(contact: .accept, link: .accept, guesses: .accept)]

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
        let filter = changes.isEmpty ? try Self.untouched.get() : ContentFilter(lists: lists(after: changes), policies: Self.policies)
        made.withLock { $0 = Made(revision: revision, filter: filter) }
        return filter
    }

    /// Whether a word stands on the lists that come with Stoa.
    func isSeed(_ entry: WordLists.Entry) -> Bool { seed.entries.contains(entry) }
}

/// Which state the changes of the lists are in.
typealias WordRevision = Row2<Int64, Int64>

/// One thing that an administrator said about a word.
struct WordChange: SQLRow {
    let list: String
    let word: String
    /// Empty: every language.
    let language: String
    /// Empty: every app.
    let app: String
    let isListed: Bool

    init(row: inout RowReader) throws {
        list = try row.next()
        word = try row.next()
        language = try row.next()
        app = try row.next()
        isListed = try row.next()
    }

    var entry: WordLists.Entry? {
        guard let list = WordLists.List(rawValue: list), let pattern = try? WordPattern(word) else { return nil }
        return WordLists.Entry(list, pattern, language: language.isEmpty ? nil : Language(language), app: app.isEmpty ? nil : app)
    }
}

extension Query where Row == WordChange {
    /// Everything that administrators changed.
    static var wordChanges: Self { "SELECT list, word, language, app, is_listed FROM moderation_word ORDER BY id LIMIT 20000" }
}

extension Query where Row == WordRevision {
    /// Rises with every change.
    static var wordRevision: Self {
        "SELECT CAST(coalesce(max(changed_at), 0) AS BIGINT), CAST(coalesce(sum(is_listed + 2), 0) AS BIGINT) FROM moderation_word"
    }
}
