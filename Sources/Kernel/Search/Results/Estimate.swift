import Database

/// How many documents match where there are more than are looked at. Those that are looked at are the newest; a few of the oldest are found
/// too, and between the two ends matches are taken to stand about as close as at the ends.
struct Estimate {
    /// How many of the oldest are looked at.
    private static let mostOldest = 100

    /// About how many documents match for each that was looked at; 1 where all were.
    let factor: Double

    /// - Parameter newest: the numbers of the newest documents that match, in descending order.
    init(newest: [Int64], _ query: SearchQuery, _ filter: SearchFilter, in db: any Connection) throws {
        let oldest = try db.all(.oldest(.documents(query, db.dialect), filter, limit: Self.mostOldest, db.dialect))
        factor = Self.factor(newest: newest, oldest: oldest)
    }

    static func factor(newest: [Int64], oldest: [Int64]) -> Double {
        guard let high = newest.first, let low = newest.last, let first = oldest.first, let last = oldest.last else { return 1 }
        let older = Double(oldest.count { $0 < low })
        let gap = Double(max(0, low - last - 1))
        let closeness = (Double(newest.count) / Double(high - low + 1) + Double(oldest.count) / Double(last - first + 1)) / 2
        return (Double(newest.count) + older + gap * closeness) / Double(newest.count)
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
    /// The numbers of the oldest documents that match, at most `limit`.
    static func oldest(_ expression: MatchExpression, _ filter: SearchFilter, limit: Int, _ dialect: Dialect) -> Self {
        """
        SELECT d.id FROM \(sql: matches(expression, dialect)) AND \(sql: filter.documents)
        ORDER BY \(raw: dialect == .sqlite ? "search_document_fts.rowid" : "d.id") LIMIT \(limit)
        """
    }
}
