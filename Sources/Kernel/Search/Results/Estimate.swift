import Database

/// How many documents match where there are more than are looked at. Those that are looked at are the newest; a few of the oldest are found
/// too, and a few from the middle of the gap between. One import enters documents that are much alike with numbers in a row, so the matches at
/// an end may be crowded: in the gap they are taken to be as far apart as they are where there are fewer.
struct Estimate {
    /// How many of the oldest are looked at, and how many from the middle.
    private static let mostProbed = 100

    /// About how many documents match for each that was looked at; 1 where all were.
    let factor: Double

    /// - Parameter newest: the numbers of the newest documents that match, in descending order.
    init(newest: [Int64], _ query: SearchQuery, _ filter: SearchFilter, in db: any Connection) throws {
        let expression = MatchExpression.documents(query, db.dialect)
        func find(from first: Int64) throws -> [Int64] {
            try db.all(.oldest(expression, filter, from: first, limit: Self.mostProbed, db.dialect))
        }
        factor = try Self.factor(newest: newest, oldest: try find(from: 0), probe: find)
    }

    /// - Parameter probe: finds the first matches from a number on, in ascending order.
    static func factor(newest: [Int64], oldest: [Int64], probe: (Int64) throws -> [Int64]) rethrows -> Double {
        guard let high = newest.first, let low = newest.last, let first = oldest.first, let last = oldest.last else { return 1 }
        let older = Double(oldest.count { $0 < low })
        let gap = max(0, low - last - 1)
        var closeness = 0.0
        if gap > 0 {
            let ends = Double(newest.count) / Double(high - low + 1) * Double(oldest.count) / Double(last - first + 1)
            let start = last + 1 + gap / 2
            let found = try probe(start)
            let middle = found.filter { $0 < low }
            // A probe that comes to the end of the gap has seen all of its upper half.
            let end = middle.count == found.count ? middle.last ?? low - 1 : low - 1
            closeness = min(ends.squareRoot(), Double(middle.count) / Double(max(1, end - start + 1)))
        }
        return (Double(newest.count) + older + Double(gap) * closeness) / Double(newest.count)
    }

    /// A number with two digits that say something: 1,234 is about 1,200.
    func about(_ seen: Int) -> Int {
        guard factor > 1 else { return seen }
        let number = Double(seen) * factor
        var step = 1.0
        while number / step >= 100 { step *= 10 }
        return Int((number / step).rounded() * step)
    }
}

extension Query where Row == Int64 {
    /// The numbers of the oldest documents that match, from one number on, at most `limit`.
    static func oldest(_ expression: MatchExpression, _ filter: SearchFilter, from first: Int64, limit: Int, _ dialect: Dialect) -> Self {
        let number: SQL = dialect == .sqlite ? "search_document_fts.rowid" : "d.id"
        return """
            SELECT d.id FROM \(sql: matches(expression, dialect)) AND \(sql: number) >= \(first) AND \(sql: filter.documents)
            ORDER BY \(sql: number) LIMIT \(limit)
            """
    }
}
