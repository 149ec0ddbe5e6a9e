import Core
import Crypto
import Database
import Platform
import Web

/// The browsers that a person has signed in on before, so that a letter can be sent when there is a new one.
struct Devices: Sendable {
    let site: Site
    let letters: SecurityLetters

    /// The cookie by which a browser is known again; it opens nothing.
    static let cookie = "device"
    /// Most browsers that are remembered for a person; the one longest unseen is forgotten first.
    static let most = 50
    private static let life: Duration = .seconds(400 * 86_400)

    /// Notes a sign-in from the browser that shows `shown`, writes to the person when it is a new one, and answers its cookie.
    /// The very first browser of an account is no news.
    func greet(_ person: PersonRecord, with shown: String?, label: String) async throws -> Cookie {
        let token = shown.flatMap(Token.init) ?? Token()
        let hash = token.hash
        let now = site.clock.now()
        try await site.database.write { db in
            let known = try db.run(
                "UPDATE account_device SET last_used_at = \(now), changed_at = \(now) WHERE person_id = \(person.id) AND token_hash = \(hash)")
            guard known == 0 else { return }
            let count = try db.one("SELECT COUNT(*) FROM account_device WHERE person_id = \(person.id)" as Query<Int>)
            try db.run(
                """
                INSERT INTO account_device (person_id, token_hash, last_used_at, changed_at, changed_by)
                VALUES (\(person.id), \(hash), \(now), \(now), \(person.id))
                """)
            try db.run(
                """
                DELETE FROM account_device WHERE person_id = \(person.id) AND id NOT IN
                    (SELECT id FROM account_device WHERE person_id = \(person.id) ORDER BY last_used_at DESC, id DESC LIMIT \(Self.most))
                """)
            if count > 0 { try letters.send(.newDevice(DeviceName(userAgent: label).text, at: now), to: person, in: db) }
        }
        return Cookie(Self.cookie, token.text, maxAge: Self.life)
    }
}
