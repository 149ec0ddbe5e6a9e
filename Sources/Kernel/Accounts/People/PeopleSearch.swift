import Core
public import Database

extension PersonRecord {
    /// Longest search, in characters; what is longer is cut.
    public static let longestSearch = 100

    /// People `p` with these words in their name or address.
    ///
    /// The engines fold ASCII alone: names in other letters are compared as they were typed, in lower case, and with capitals.
    public static func matches(_ words: String) -> SQL {
        let lower = String(words.prefix(longestSearch)).lowercased()
        return "(\(sql: .contains(lower, in: "p.email")) OR \(sql: isNamed(words)))"
    }

    /// People `p` with these words in their name, for lists that show no address.
    public static func isNamed(_ words: String) -> SQL {
        let words = String(words.prefix(longestSearch))
        let lower = words.lowercased()
        let forms = Set([words, lower, words.uppercased(), capitalised(lower)]).sorted()
        let all = [SQL.contains(lower, in: "lower(p.name)")] + forms.map { SQL.contains($0, in: "p.name") }
        return "(\(sql: all.joined(by: " OR ")))"
    }

    private static func capitalised(_ words: String) -> String {
        words.split(separator: " ", omittingEmptySubsequences: false).map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}

extension People {
    /// The first people, by name, with these words in their name or address.
    public static func search(_ words: String, limit: Int, in db: any Connection) throws -> [PersonRecord] {
        try db.all(
            """
            SELECT \(PersonRecord.columns) FROM account_person p WHERE \(PersonRecord.matches(words)) ORDER BY p.name, p.id LIMIT \(limit)
            """ as Query<PersonRecord>)
    }
}
