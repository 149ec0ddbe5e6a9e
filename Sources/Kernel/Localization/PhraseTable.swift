import Core
import Synchronization

/// The phrases of one language out of all catalogues, taken apart when they are first asked for.
final class PhraseTable: Sendable {
    private let sources: [Catalogue.Source]
    private let kept = Mutex<[String: Catalogue.Entry]?>(nil)

    /// Where two sources hold the same key the later one wins.
    init(_ sources: [Catalogue.Source]) { self.sources = sources }

    /// The phrases by their keys. Those of a file that is no catalogue are left out, and so said in English.
    var entries: [String: Catalogue.Entry] {
        kept.withLock { kept in
            if let kept { return kept }
            let read = Self.merged(sources.map { (try? $0.read()) ?? [:] })
            kept = read
            return read
        }
    }

    /// The same phrases with some said otherwise.
    func overriding(_ phrases: [String: Catalogue.Entry]) -> PhraseTable { PhraseTable(sources + [.entries(phrases)]) }

    /// Takes every source apart.
    /// - Throws: ``CatalogueError`` when a file is no catalogue.
    func check() throws(CatalogueError) { for source in sources { _ = try source.read() } }

    private static func merged(_ parts: [[String: Catalogue.Entry]]) -> [String: Catalogue.Entry] {
        guard var all = parts.first else { return [:] }
        all.reserveCapacity(parts.reduce(0) { $0 + $1.count })
        for part in parts.dropFirst() { all.merge(part) { $1 } }
        return all
    }
}
