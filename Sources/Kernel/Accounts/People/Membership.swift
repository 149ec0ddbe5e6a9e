import Core
import Database
import Web

extension People {
    /// Since when somebody has an account; nil when they have none.
    public static func joined(_ person: PersonID, in db: any Connection) throws -> Instant? {
        try db.first("SELECT created_at FROM account_person WHERE id = \(person)" as Query<Instant>)
    }

    /// Where somebody's picture is, if they have one; another picture has another address.
    public static func picture(of person: PersonID, in db: any Connection) throws -> String? {
        try db.first("SELECT changed_at FROM account_picture WHERE person_id = \(person)" as Query<Instant>)
            .map { link(AccountsPaths.picture(person), query: ["v": String($0.milliseconds)]) }
    }
}
