import Accounts
import Core
import Database

/// What a sign-in compares.
struct Credentials: SQLRow {
    let id: PersonID
    let name: String
    let passwordHash: String?
    let status: PersonRecord.Status

    init(row: inout RowReader) throws {
        id = try row.next()
        name = try row.next()
        passwordHash = try row.next()
        status = PersonRecord.Status(rawValue: try row.next()) ?? .deactivated
    }
}

extension Query where Row == Credentials {
    /// What a sign-in with this address compares.
    static func credentials(of email: EmailAddress) -> Self {
        """
        SELECT id, name, password_hash, status
        FROM account_person WHERE email = \(email.text)
        """
    }

    /// The same for an account that is known.
    static func credentials(of person: PersonID) -> Self {
        "SELECT id, name, password_hash, status FROM account_person WHERE id = \(person)"
    }
}
