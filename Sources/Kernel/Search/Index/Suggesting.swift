public import Database

extension SearchIndex {
    /// Titles, authors and topics that go on from what is typed; each only once, at most `limit`. A title that several documents have is one
    /// suggestion; with `editionFacets`, it is one for each first author, with the editions of the work as a search with them makes one answer.
    public func suggest(
        _ text: String, filter: SearchFilter = SearchFilter(), editionFacets: Set<String>? = nil, limit: Int = 8, in db: any Connection
    ) throws -> [SearchSuggestion] {
        let query = SearchQuery(text, isTyping: true, tokenizer: tokenizer)
        guard !query.isEmpty else { return [] }
        func find(_ field: MatchExpression.Field) throws -> [DocumentRow] {
            try db.all(.documents(.documents(query, in: field, db.dialect), filter, limit: Self.mostSuggesting, db.dialect))
        }
        let named = try find(.names)
        let titled = try find(.title)
        let titles = try works(titled, editionFacets, in: db).compactMap { editions in
            editions.first.map {
                SearchSuggestion(
                    text: $0.title, kind: .title, source: $0.source, subject: $0.subject, editions: editions.dropFirst().map(\.subject),
                    author: editionFacets == nil ? [] : Works.author(of: $0.authors))
            }
        }
        let authors = named.flatMap { DocumentRow.lines($0.authors) }.map { SearchSuggestion(text: $0, kind: .author) }
        let topics = named.flatMap { DocumentRow.lines($0.topics) }.map { SearchSuggestion(text: $0, kind: .topic) }
        let choice = SuggestionChoice(query: query, tokenizer: tokenizer)
        return choice.best(of: [titles, authors, topics], limit: min(max(limit, 1), 20))
    }

    /// The editions of each work together, in the order of the first of them; each document by itself unless editions are one suggestion.
    private func works(_ rows: [DocumentRow], _ editionFacets: Set<String>?, in db: any Connection) throws -> [[DocumentRow]] {
        guard let editionFacets, rows.count > 1 else { return rows.map { [$0] } }
        let works = Works(try db.all(.works(of: rows.map(\.id))), apartBy: editionFacets)
        var list: [[DocumentRow]] = []
        var places: [Int64: Int] = [:]
        for row in rows {
            if let place = places[works[row.id]] {
                list[place].append(row)
            } else {
                places[works[row.id]] = list.count
                list.append([row])
            }
        }
        return list
    }

    /// How many documents are looked at for suggestions of each kind.
    private static let mostSuggesting = 60
}

/// Picks suggestions out of what was found.
private struct SuggestionChoice {
    let query: SearchQuery
    let tokenizer: SearchTokenizer

    /// The best of each kind: those that begin as typed, then the shorter ones; the kinds share the places fairly.
    func best(of kinds: [[SearchSuggestion]], limit: Int) -> [SearchSuggestion] {
        let marker = Marker(query.clauses)
        let typed = Record.key(query.words)
        let ranked = kinds.map { suggestions in
            var seen: Set<String> = []
            let fitting = suggestions.compactMap { one -> (one: SearchSuggestion, folded: String)? in
                let folded = SearchTokenizer.words(of: one.text).joined(separator: " ")
                // A document is found by its authors or topics together; each of them must hold the words itself.
                guard seen.insert(([folded] + one.author).joined(separator: "\n")).inserted,
                    Set(marker.matches(in: one.text, tokenizer).map(\.clause)).count == query.clauses.count
                else { return nil }
                return (one, folded)
            }
            return fitting.sorted {
                let first = (isLate: !$0.folded.hasPrefix(typed), $0.folded.utf8.count, $0.folded)
                let second = (isLate: !$1.folded.hasPrefix(typed), $1.folded.utf8.count, $1.folded)
                return (first.isLate ? 1 : 0, first.1, first.2) < (second.isLate ? 1 : 0, second.1, second.2)
            }.map(\.one)
        }
        var chosen: [SearchSuggestion] = []
        var round = 0
        while chosen.count < limit, ranked.contains(where: { $0.count > round }) {
            chosen += ranked.compactMap { $0.count > round ? $0[round] : nil }
            round += 1
        }
        return [.title, .author, .topic].flatMap { kind in chosen.prefix(limit).filter { $0.kind == kind } }
    }
}
