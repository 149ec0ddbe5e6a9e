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
    /// The first people, by name, with each of these words in their name or address: “Lind, Maja” is Maja Lind.
    public static func search(_ words: String, limit: Int, in db: any Connection) throws -> [PersonRecord] {
        let parts = words.split { $0 == " " || $0 == "," }.prefix(mostWords).map { PersonRecord.matches(String($0)) }
        guard !parts.isEmpty else { return [] }
        return try db.all(
            """
            SELECT \(PersonRecord.columns) FROM account_person p WHERE \(sql: parts.joined(by: " AND ")) ORDER BY p.name, p.id LIMIT \(limit)
            """ as Query<PersonRecord>)
    }

    private static let mostWords = 6
}
