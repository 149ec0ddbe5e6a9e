import Core
import Database

/// The columns of a person that only the person is shown.
struct WholeProfile: SQLRow {
    let name: String
    let email: String
    let phone: String?
    let language: String?
    let theme: String?
    let timeZone: String?
    let isOwner: Bool
    let createdAt: Instant

    init(row: inout RowReader) throws {
        name = try row.next()
        email = try row.next()
        phone = try row.next()
        language = try row.next()
        theme = try row.next()
        timeZone = try row.next()
        isOwner = try row.next()
        createdAt = try row.next()
    }
}

extension Query where Row == WholeProfile {
    /// Everything that a person says about themselves.
    static func wholeProfile(of person: PersonID) -> Self {
        """
        SELECT name, email, phone, language, theme, time_zone, is_owner, created_at
        FROM account_person WHERE id = \(person)
        """
    }
}

/// A provider that a person signs in through.
struct ProviderLine: SQLRow {
    let provider: String
    let subject: String
    let email: String?
    let name: String?
    let createdAt: Instant

    init(row: inout RowReader) throws {
        provider = try row.next()
        subject = try row.next()
        email = try row.next()
        name = try row.next()
        createdAt = try row.next()
    }
}

extension Query where Row == ProviderLine {
    /// The providers that a person signs in through.
    static func providers(of person: PersonID) -> Self {
        "SELECT provider, subject, email, name, created_at FROM account_identity WHERE person_id = \(person) ORDER BY id LIMIT 20"
    }
}
