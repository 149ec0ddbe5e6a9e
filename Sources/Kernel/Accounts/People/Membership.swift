import Core
import Database

extension People {
    /// Since when somebody has an account; nil when they have none.
    public static func joined(_ person: PersonID, in db: any Connection) throws -> Instant? {
        try db.first("SELECT created_at FROM account_person WHERE id = \(person)" as Query<Instant>)
    }
}
