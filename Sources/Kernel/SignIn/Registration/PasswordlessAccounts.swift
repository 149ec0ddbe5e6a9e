import Accounts
import Audit
import Core
import Database
import Platform

/// Accounts of people for whom somebody else answers: their address is theirs, and there is no password.
struct PasswordlessAccounts: Sendable {
    let site: Site

    /// Stores a new account. It never gets a role: those are given by people.
    /// - Parameter source: who answers for them, for the log.
    func insert(_ email: EmailAddress, name given: String, by source: String, in write: Write) throws -> PersonID {
        let words = given.trimmed
        let name = try site.nameReview.newcomer(
            words.isEmpty ? String(email.text.prefix { $0 != "@" }.prefix(100)) : String(words.prefix(100)), site.configuration.mainLanguage, write)
        let id = PersonID(
            try write.insert(
                """
                INSERT INTO account_person (email, name, email_verified_at, created_at, changed_at, changed_by)
                VALUES (\(email.text), \(name.shown), \(write.now), \(write.now), \(write.now), \(nil as PersonID?))
                """))
        try write.count(.newAccounts)
        // Whoever registers is nobody until now.
        try site.audit.record(
            AuditEntry(actor: id, action: .create, entity: Person.auditEntity, entityID: id.description, details: ["provider": source]), in: write)
        if let waiting = name.waiting { try site.nameReview.hold(waiting, id, site.configuration.mainLanguage, write) }
        return id
    }
}
