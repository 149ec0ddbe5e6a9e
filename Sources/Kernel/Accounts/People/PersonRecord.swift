import Core
import Database

/// A person who has an account (LIB-010). The password hash never leaves the queries that compare it.
public struct PersonRecord: Sendable, Equatable {
    /// Whether the account can be used.
    public enum Status: String, Sendable {
        case active, deactivated, banned
    }

    /// The identity.
    public let id: PersonID
    /// The address, folded.
    public let email: String
    /// The name others see.
    public let name: String
    /// Whether the account can be used.
    public let status: Status
    /// Owners may do everything.
    public let isOwner: Bool
    /// The language to write to the person in: the one they chose, else the one that they saw when they last signed in.
    public let language: Language?
    /// Whether the person has shown that they read what is sent to the address.
    public let isVerified: Bool
}

extension PersonRecord: SQLRow {
    /// The columns in the order that ``init(row:)`` reads.
    public static let columns: SQL = """
        p.id, p.email, p.name, p.status, p.is_owner, COALESCE(p.language, p.seen_language),
        CASE WHEN p.email_verified_at IS NULL THEN 0 ELSE 1 END
        """

    /// Reads ``columns``.
    public init(row: inout RowReader) throws {
        id = try row.next()
        email = try row.next()
        name = try row.next()
        status = Status(rawValue: try row.next()) ?? .deactivated
        isOwner = try row.next()
        language = try row.next()
        isVerified = try row.next()
    }
}

extension Query where Row == PersonRecord {
    /// The person with this address, whatever the state of the account.
    public static func person(_ email: EmailAddress) -> Self {
        "SELECT \(PersonRecord.columns) FROM account_person p WHERE p.email = \(email.text)"
    }

    /// One person.
    public static func person(_ id: PersonID) -> Self {
        "SELECT \(PersonRecord.columns) FROM account_person p WHERE p.id = \(id)"
    }
}
