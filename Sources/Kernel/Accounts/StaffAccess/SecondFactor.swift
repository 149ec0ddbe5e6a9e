import Core
import Database

/// What counts as a second factor: an authenticator app or a passkey.
public enum SecondFactor {
    /// Whether the person `p` of a query has one.
    public static let exists: SQL = """
        EXISTS (SELECT 1 FROM account_totp t WHERE t.person_id = p.id) OR EXISTS (SELECT 1 FROM account_passkey k WHERE k.person_id = p.id)
        """

    public static func has(_ person: PersonID, in db: any Connection) throws -> Bool {
        try db.first("SELECT p.id FROM account_person p WHERE p.id = \(person) AND (\(exists))" as Query<Int64>) != nil
    }
}
