import Core
import Database

/// Counts what the found documents can be narrowed by.
struct FacetCounter {
    let request: SearchRequest
    let query: SearchQuery
    let db: any Connection
    let limit: Int

    private static let mostValues = 30

    /// The groups of the documents found, in the order kind, language, decade, then the others by name. Each group that
    /// the request narrows is counted as if it did not, so that its other values stay on offer.
    /// - Parameter estimate: how many more there are than were found, where those aren't all.
    func groups(_ found: [CountedCandidate], areAll: Bool, _ estimate: Estimate?) throws -> [FacetGroup] {
        var counts = count(found)
        var estimates: [String: Estimate] = [:]
        var partial: Set<String> = []
        for name in request.filter.narrowed {
            let filter = request.filter.without(name)
            let rows = try db.all(.counted(.documents(query, db.dialect), filter, limit: limit, db.dialect))
            counts[name] = count(rows)[name]
            // The documents with the words of a phrase are looked through for it only where all filters hold.
            if rows.count < limit, !hasPhrase { continue }
            partial.insert(name)
            estimates[name] = try self.estimate(rows, filter)
        }
        let order = ["kind", "language", "decade"]
        let names = counts.keys.sorted { (order.firstIndex(of: $0) ?? order.count, $0) < (order.firstIndex(of: $1) ?? order.count, $1) }
        return names.map { name in
            let values = (counts[name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostValues)
            let isNarrowed = request.filter.narrowed.contains(name)
            let estimate = isNarrowed ? estimates[name] : estimate
            return FacetGroup(
                name: name,
                values: values.map { value, count in
                    FacetValue(value: value, count: estimate?.about(count) ?? count, isSelected: request.filter.selects(value, of: name))
                }, isExact: isNarrowed ? !partial.contains(name) : areAll)
        }
    }

    /// How many more there are than these, the newest that match. Nil for phrases: in how many documents they stand can't be told by words.
    func estimate(_ newest: [CountedCandidate], _ filter: SearchFilter) throws -> Estimate? {
        guard !hasPhrase else { return nil }
        return try Estimate(newest: newest.map(\.candidate.id), query, filter, in: db)
    }

    private var hasPhrase: Bool { query.clauses.contains(where: \.isPhrase) }

    private func count(_ rows: [CountedCandidate]) -> [String: [String: Int]] {
        var kinds: [String: Int] = [:]
        var languages: [String: Int] = [:]
        var decades: [Int: Int] = [:]
        var others: [String: Int] = [:]
        let works = request.editionFacets.map { Works(rows.lazy.map(\.record), apartBy: $0) }
        var editions: [Int64: [Works.Record]] = [:]
        for row in rows {
            if let work = works?.shared(by: row.candidate.id) {
                editions[work, default: []].append(row.record)
                continue
            }
            kinds[row.record.kind, default: 0] += 1
            if let language = row.record.language { languages[language, default: 0] += 1 }
            if let year = row.record.year { decades[Self.decade(of: year), default: 0] += 1 }
            if !row.record.facets.isEmpty { others[row.record.facets, default: 0] += 1 }
        }
        var counts = ["kind": kinds, "language": languages, "decade": Dictionary(decades.map { (String($0), $1) }) { first, _ in first }]
            .filter { !$0.value.isEmpty }
        // Many documents share their facets to the letter; each combination is taken apart once.
        for (lines, count) in others {
            for (name, value) in Self.pairs(lines) { counts[name, default: [:]][value, default: 0] += count }
        }
        // A work counts once for each value that one of its editions has.
        for records in editions.values {
            for choice in Set(records.flatMap(Self.choices)) { counts[choice.name, default: [:]][choice.value, default: 0] += 1 }
        }
        return counts
    }

    private struct Choice: Hashable {
        let name: String
        let value: String
    }

    private static func choices(_ row: Works.Record) -> [Choice] {
        var choices = [Choice(name: "kind", value: row.kind)]
        if let language = row.language { choices.append(Choice(name: "language", value: language)) }
        if let year = row.year { choices.append(Choice(name: "decade", value: String(decade(of: year)))) }
        return choices + pairs(row.facets).map { Choice(name: $0.name, value: $0.value) }
    }

    private static func decade(of year: Int) -> Int { year - (year % 10 + 10) % 10 }

    /// The facets of a document: lines of `name=value`.
    private static func pairs(_ lines: String) -> [(name: String, value: String)] {
        DocumentRow.lines(lines).compactMap { line in
            line.firstIndex(of: "=").map { (String(line[..<$0]), String(line[line.index(after: $0)...])) }
        }
    }
}

extension SearchFilter {
    /// The facet groups that this filter narrows by a person's choice.
    var narrowed: [String] {
        (kinds.isEmpty ? [] : ["kind"]) + (years == nil ? [] : ["decade"]) + facets.keys.sorted()
    }

    /// The filter without one of its choices.
    func without(_ name: String) -> SearchFilter {
        var filter = self
        switch name {
        case "kind": filter.kinds = []
        case "decade": filter.years = nil
        default: filter.facets[name] = nil
        }
        return filter
    }

    func selects(_ value: String, of name: String) -> Bool {
        switch name {
        case "kind": kinds.contains(value)
        case "language": languages.contains { $0.base == value }
        case "decade": years.map { Int(value) == $0.lowerBound && $0.count == 10 } ?? false
        default: facets[name]?.contains(value) ?? false
        }
    }
}
