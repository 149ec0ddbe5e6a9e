import Accounts
import Core
import Database
import Platform

/// Finds out who a person is when a job needs their language and address.
struct Recipient: Sendable {
    let people: People

    /// Nil once the account is gone.
    func find(_ person: PersonID?) async throws -> PersonRecord? {
        guard let person else { return nil }
        do { return try await people.find(person) } catch AccountRefusal.unknownPerson { return nil }
    }

    func hasConfirmedAddress(_ person: PersonID, in db: any Connection) throws -> Bool {
        try people.isVerified(person, in: db)
    }
}
