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
        /// With its country's code, if one was asked for.
        public var phone: String?
        /// The interface language, if chosen.
        public var language: Language?
        /// Owners may do everything.
        public var isOwner: Bool

        /// A registration by a person (`isOwner` false) or by the operator.
        public init(
            name: String, email: String, password: String, phone: String? = nil, language: Language? = nil, isOwner: Bool = false
        ) {
            self.name = name
            self.email = email
            self.password = password
            self.phone = phone
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
        return try await refusingTakenAddress {
            try await site.write(by: actor) { write in try insert(account, in: write) }
        }
    }

    /// Makes the account of the site's first owner, in the transaction that uses up what allows it.
    /// - Throws: ``AccountRefusal``.
    func registerOwner(_ registration: Registration, _ spend: @escaping @Sendable (Write) throws -> Void) async throws -> PersonID {
        let account = try await prepare(registration).withKnownAddress
        return try await refusingTakenAddress {
            try await site.write(by: nil, once: nil) { write in
                try spend(write)
                let owner = try insert(account, in: write)
                try site.audit.record(AuditEntry(actor: owner, action: .configure, entity: "site.setup", entityID: "site"), in: write)
                return owner
            }
        }
    }

    private func refusingTakenAddress(_ make: () async throws -> PersonID) async throws -> PersonID {
        do {
            return try await make()
        } catch DatabaseError.constraint(.unique, _) {
            throw AccountRefusal.emailTaken
        }
    }

    /// A registration that was checked and hashed, ready to be stored.
    public struct NewAccount: Sendable {
        public let email: EmailAddress
        public var name: String
        let hash: PasswordHash
        let phone: String?
        let language: Language?
        let isOwner: Bool
        /// Whether the address needs no confirmation.
        var isAddressKnown = false

        var withKnownAddress: Self {
            var copy = self
            copy.isAddressKnown = true
            return copy
        }

        public func named(_ name: String) -> Self {
            var copy = self
            copy.name = name
            return copy
        }
    }

    /// Checks a registration and hashes its password.
    /// - Throws: ``AccountRefusal``.
    public func prepare(_ registration: Registration) async throws -> NewAccount {
        guard let email = EmailAddress(registration.email) else { throw AccountRefusal.emailInvalid }
        let name = try PersonName(registration.name).text
        try PasswordRule.check(registration.password)
        let hash = try await passwords.hash(registration.password)
        return NewAccount(
            email: email, name: name, hash: hash, phone: registration.phone, language: registration.language, isOwner: registration.isOwner)
    }

    /// Stores a new account.
    public func insert(_ account: NewAccount, in write: Write) throws -> PersonID {
        let id = PersonID(
            try write.insert(
                """
                INSERT INTO account_person
                    (email, name, password_hash, phone, is_owner, language, email_verified_at, created_at, changed_at, changed_by)
                VALUES (\(account.email.text), \(account.name), \(account.hash.rawValue), \(account.phone), \(account.isOwner), \(account.language),
                    \(account.isAddressKnown ? write.now : nil), \(write.now), \(write.now), \(write.actor))
                """))
        try write.count(.newAccounts)
        // Whoever registers is nobody until now.
        try site.audit.record(
            AuditEntry(
                actor: write.actor ?? id, action: .create, entity: Person.auditEntity, entityID: id.description, details: ["owner": account.isOwner]),
            in: write)
        return id
    }
}
