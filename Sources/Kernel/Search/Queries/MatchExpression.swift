import Database

/// A query as one of the engines reads it. The words come from the tokenizer, so no quote or operator can be in them.
struct MatchExpression {
    /// Which part of a record must hold all the words.
    enum Field {
        case anywhere, title, names
    }

    let text: String

    /// For documents: rows of words and no positions, so a phrase is asked for as its words.
    static func documents(_ query: SearchQuery, in field: Field = .anywhere, _ dialect: Dialect) -> MatchExpression {
        let grammar = Grammar(dialect: dialect, field: field)
        let wanted = query.clauses.map(grammar.words).joined(separator: grammar.and)
        // A document goes when the excluded words are anywhere in it. Phrases are left to the passages.
        let excluded = query.excluded.filter { !$0.isPhrase }.map(Grammar(dialect: dialect, field: .anywhere).words)
        return MatchExpression(text: grammar.without(grammar.restricted(wanted), excluded))
    }

    /// For passages: `clauses` joined by and, or by or.
    static func passages(
        _ clauses: [SearchQuery.Clause], any: Bool = false, excluding: [SearchQuery.Clause] = [], _ dialect: Dialect
    )
        -> MatchExpression
    {
        let grammar = Grammar(dialect: dialect, field: .anywhere)
        let wanted = clauses.map(grammar.phrases).joined(separator: any ? grammar.or : grammar.and)
        return MatchExpression(text: grammar.without("(\(wanted))", excluding.map(grammar.phrases)))
    }
}

/// How FTS5 and `tsquery` write the same thing.
private struct Grammar {
    let dialect: Dialect
    let field: MatchExpression.Field

    var and: String { dialect == .sqlite ? " AND " : " & " }
    var or: String { dialect == .sqlite ? " OR " : " | " }

    /// PostgreSQL marks each word with the weights it may have; FTS5 names columns around the whole.
    private var weights: String {
        switch field {
        case .anywhere: ""
        case .title: "A"
        case .names: "BC"
        }
    }

    func restricted(_ expression: String) -> String {
        switch (dialect, field) {
        case (.postgres, _), (_, .anywhere): "(\(expression))"
        case (.sqlite, .title): "{title} : (\(expression))"
        case (.sqlite, .names): "{authors topics} : (\(expression))"
        }
    }

    func without(_ wanted: String, _ excluded: [String]) -> String {
        guard !excluded.isEmpty else { return wanted }
        let all = excluded.joined(separator: or)
        return dialect == .sqlite ? "(\(wanted)) NOT (\(all))" : "\(wanted) & !(\(all))"
    }

    private func word(_ word: String, isPrefix: Bool = false) -> String {
        switch dialect {
        case .sqlite: return isPrefix ? "\"\(word)\" *" : "\"\(word)\""
        case .postgres:
            let marks = (isPrefix ? "*" : "") + weights
            return marks.isEmpty ? "'\(word)'" : "'\(word)':\(marks)"
        }
    }

    /// A clause where only words count.
    func words(_ clause: SearchQuery.Clause) -> String {
        var parts = clause.alternatives.map { all($0.map { word($0) }) }
        if let prefix = clause.prefix { parts.append(all(clause.lead.map { word($0) } + [word(prefix, isPrefix: true)])) }
        return "(\(parts.joined(separator: or)))"
    }

    private func all(_ words: [String]) -> String {
        words.count == 1 ? words[0] : "(\(words.joined(separator: and)))"
    }

    /// A clause where the order of words counts. Prefixes must have been spelt out before.
    func phrases(_ clause: SearchQuery.Clause) -> String {
        let parts = clause.alternatives.map { words in
            switch dialect {
            case .sqlite: "\"\(words.joined(separator: " "))\""
            case .postgres: "(\(words.map { word($0) }.joined(separator: " <-> ")))"
            }
        }
        return "(\(parts.joined(separator: or)))"
    }
}
