import Analytics
import Audit
import Core
import Crypto
import Database
import Platform

/// Making accounts.
extension People {
    /// Everything that makes a new account.
    public struct Registration: Sendable {
        /// The name others see, 1 to 100 characters.
        public var name: String
        /// As typed; it is checked and folded.
        public var email: String
        /// As typed; it is checked, hashed and forgotten.
        public var password: String
        /// The interface language, if chosen.
        public var language: Language?
        /// Owners may do everything.
        public var isOwner: Bool

        /// A registration by a person (`isOwner` false) or by the operator.
        public init(name: String, email: String, password: String, language: Language? = nil, isOwner: Bool = false) {
            self.name = name
            self.email = email
            self.password = password
            self.language = language
            self.isOwner = isOwner
        }
    }

    /// Makes an account for somebody whose address the operator answers for, or says why not.
    ///
    /// The address is unique by the schema: two registrations at once never both succeed.
    /// - Parameter actor: who makes it; nil is the person themselves or the operator.
    /// - Throws: ``AccountRefusal``.
    @discardableResult
    public func register(_ registration: Registration, by actor: PersonID? = nil) async throws -> PersonID {
        let account = try await prepare(registration).withKnownAddress
        do {
            return try await site.database.write { db in try insert(account, by: actor, in: db) }
        } catch DatabaseError.constraint(.unique, _) {
            throw AccountRefusal.emailTaken
        }
    }

    /// A registration that was checked and hashed, ready to be stored.
    struct NewAccount: Sendable {
        let email: EmailAddress
        var name: String
        let hash: PasswordHash
        let language: Language?
        let isOwner: Bool
        /// Whether the address needs no confirmation.
        var isAddressKnown = false

        var withKnownAddress: Self {
            var copy = self
            copy.isAddressKnown = true
            return copy
        }

        func named(_ name: String) -> Self {
            var copy = self
            copy.name = name
            return copy
        }
    }

    /// Checks a registration and hashes its password.
    /// - Throws: ``AccountRefusal``.
    func prepare(_ registration: Registration) async throws -> NewAccount {
        guard let email = EmailAddress(registration.email) else { throw AccountRefusal.emailInvalid }
        let name = try PersonName(registration.name).text
        try PasswordRule.check(registration.password)
        let hash = try await passwords.hash(registration.password)
        return NewAccount(email: email, name: name, hash: hash, language: registration.language, isOwner: registration.isOwner)
    }

    /// Stores a new account.
    func insert(_ account: NewAccount, by actor: PersonID?, in db: any Connection) throws -> PersonID {
        let now = site.clock.now()
        let id = PersonID(
            try db.insert(
                """
                INSERT INTO account_person
                    (email, name, password_hash, is_owner, language, email_verified_at, created_at, changed_at, changed_by)
                VALUES (\(account.email.text), \(account.name), \(account.hash.rawValue), \(account.isOwner), \(account.language),
                    \(account.isAddressKnown ? now : nil), \(now), \(now), \(actor))
                """))
        try site.counts.add(to: .newAccounts, in: db)
        try site.audit.record(
            AuditEntry(
                actor: actor ?? id, action: .create, entity: "account.person", entityID: id.description, details: ["owner": account.isOwner]),
            in: db)
        return id
    }
}
