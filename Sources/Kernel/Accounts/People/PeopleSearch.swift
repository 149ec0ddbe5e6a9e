import Core
public import Database

extension PersonRecord {
    /// Longest search, in characters; what is longer is cut.
    public static let longestSearch = 100

    /// People `p` with these words in their name or address.
    public static func matches(_ words: String) -> SQL {
        let lower = String(words.prefix(longestSearch)).lowercased()
        return "(\(sql: .contains(lower, in: "p.email")) OR \(sql: isNamed(words)))"
    }

    /// People `p` with these words in their name, for lists that show no address.
    public static func isNamed(_ words: String) -> SQL {
        .containsFolded(String(words.prefix(longestSearch)), in: "p.name")
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
