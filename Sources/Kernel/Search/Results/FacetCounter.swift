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
    func groups(_ found: [CountedCandidate]) throws -> [FacetGroup] {
        var counts = count(found)
        for name in request.filter.narrowed {
            let rows = try db.all(.counted(.documents(query, db.dialect), request.filter.without(name), limit: limit, db.dialect))
            counts[name] = count(rows)[name]
        }
        let order = ["kind", "language", "decade"]
        let names = counts.keys.sorted { (order.firstIndex(of: $0) ?? order.count, $0) < (order.firstIndex(of: $1) ?? order.count, $1) }
        return names.map { name in
            let values = (counts[name] ?? [:]).sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(Self.mostValues)
            return FacetGroup(
                name: name,
                values: values.map { FacetValue(value: $0.key, count: $0.value, isSelected: request.filter.selects($0.key, of: name)) })
        }
    }

    private func count(_ rows: [CountedCandidate]) -> [String: [String: Int]] {
        var kinds: [String: Int] = [:]
        var languages: [String: Int] = [:]
        var decades: [Int: Int] = [:]
        var others: [String: Int] = [:]
        for row in rows {
            kinds[row.kind, default: 0] += 1
            if let language = row.language { languages[language, default: 0] += 1 }
            if let year = row.year { decades[year - (year % 10 + 10) % 10, default: 0] += 1 }
            if !row.facets.isEmpty { others[row.facets, default: 0] += 1 }
        }
        var counts = ["kind": kinds, "language": languages, "decade": Dictionary(decades.map { (String($0), $1) }) { first, _ in first }]
            .filter { !$0.value.isEmpty }
        // Many documents share their facets to the letter; each combination is taken apart once.
        for (lines, count) in others {
            for line in DocumentRow.lines(lines) {
                guard let sign = line.firstIndex(of: "=") else { continue }
                counts[String(line[..<sign]), default: [:]][String(line[line.index(after: sign)...]), default: 0] += count
            }
        }
        return counts
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
