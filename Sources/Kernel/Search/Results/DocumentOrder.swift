import Core
import Database
import Foundation

extension SearchRun {
    /// The candidates in their order: the titles of the best weighed by how near they are to the query, and all by what stands inside.
    func weighed(_ candidates: [Ranked], _ ranking: Ranking?) throws -> [Ranked] {
        var ranked = candidates
        let named = ranked.prefix(Self.mostWeighed).filter { $0.value >= Self.nameScore }
        if !named.isEmpty {
            let rows = Dictionary(try db.all(.documents(named.map(\.id))).map { ($0.id, $0) }) { first, _ in first }
            for index in named.indices {
                guard let row = rows[ranked[index].id] else { continue }
                ranked[index].value = worth(of: row, isTitle: named[index].value >= Self.titleScore)
            }
        }
        if let ranking { add(ranking, to: &ranked) }
        return ranked.sorted { ($0.score, $0.id) > ($1.score, $1.id) }
    }

    /// What the record of a document is worth: a title said as it was typed is what was meant; words of the query scattered over a long
    /// title are worth less than a verse that says them in a row.
    private func worth(of row: DocumentRow, isTitle: Bool) -> Double {
        let sought = Sought(words: query.spoken, isOpen: query.clauses.last?.prefix != nil)
        guard isTitle else {
            return DocumentRow.lines(row.authors).contains { sought.place(in: SearchTokenizer.words(of: $0)) != nil } ? 210 : Self.nameScore
        }
        let words = SearchTokenizer.words(of: row.title)
        let share = Double(sought.words.count) / Double(max(words.count, 1))
        if words == sought.words { return 270 }
        if let place = sought.place(in: words) { return (place == 0 ? 240 : 215) + 20 * min(1, share) }
        let exact = Double(sought.words.count { words.contains($0) })
        return 130 + 60 * exact / Double(max(words.count, 1)) + 20 * exact / Double(max(sought.words.count, 1))
    }

    private func add(_ ranking: Ranking, to ranked: inout [Ranked]) {
        var inside = ranking.documents
        for index in ranked.indices {
            guard let (best, count) = inside.removeValue(forKey: ranked[index].id) else { continue }
            ranked[index].value = max(ranked[index].value, best.score + min(4, log2(Double(count))))
        }
        for (_, one) in inside { ranked.append(Ranked(one.best.passage.document, worth: one.best.score)) }
    }
}

/// The words of a query in a row, the last of which may go on.
private struct Sought {
    let words: [String]
    let isOpen: Bool

    /// Where they stand one after another.
    func place(in text: [String]) -> Int? {
        guard let last = words.last, words.count <= text.count else { return nil }
        return (0...(text.count - words.count)).first { start in
            let end = start + words.count - 1
            return text[start..<end].elementsEqual(words.dropLast()) && (isOpen ? text[end].hasPrefix(last) : text[end] == last)
        }
    }
}
