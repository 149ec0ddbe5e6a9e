import Analytics
import Audit
import Core
import Crypto
import Database
import Platform

/// What becomes of what a provider says: whose account it is, and whether a proof is needed first.
///
/// An identity is known by issuer and subject. An e-mail address that a provider gives opens nobody's account by itself: who
/// controls an address at a provider need not be who has the account here.
struct ProviderSignIn: Sendable {
    let site: Site
    let pendings: PendingIdentities

    /// Whose session may be opened, or what is to be done first.
    enum Settled: Sendable, Equatable {
        case person(PersonID)
        case pending(Token)
    }

    /// The account behind an identity; a new one where nobody can be taken for somebody else; else the identity waits for a proof.
    func settle(_ content: PendingIdentities.Content) async throws -> Settled {
        let identities = Identities(site: site)
        let found: Settled? = try await site.database.write { db in
            guard let identity = try db.first(.identity(content.identity)) else { return try self.newcomer(content, in: db) }
            try self.check(identity.person, in: db)
            try identities.refresh(identity, from: content.identity, in: db)
            return .person(identity.person)
        }
        if let found { return found }
        return .pending(try await pendings.begin(content))
    }

    /// Adds the identity to the account of whoever is signed in and has just proved it.
    func link(_ identity: ProvidedIdentity, _ method: SignInMethod, name: String, to person: PersonID) async throws {
        try await site.database.write { db in
            try self.check(person, in: db)
            try Identities(site: site).add(identity, method, name: name, to: person, in: db)
            try Pictures(site: site).note(identity.picture, of: person, onlyIfNone: true, in: db)
        }
    }

    /// The same for an identity that waited for a proof.
    func link(_ pending: PendingIdentities.Pending, name: String, to person: PersonID) async throws {
        try await site.database.write { db in
            try pendings.remove(pending, in: db)
            try self.check(person, in: db)
            try Identities(site: site).add(pending.content.identity, pending.content.method, name: name, to: person, in: db)
        }
    }

    /// Whether the identity is one of the person's own.
    func belongs(_ identity: ProvidedIdentity, to person: PersonID) async throws -> Bool {
        try await site.database.read { try $0.first(.identity(identity))?.person == person }
    }

    /// Settles a waiting identity with the code that was sent to an address: into the account of that address, or a new one.
    func finish(_ pending: PendingIdentities.Pending, code: String, name: String) async throws -> PersonID {
        let answer = try await site.database.write { db -> Result<PersonID, ProviderRefusal> in
            switch try pendings.judge(code, for: pending, in: db) {
            case .wrong(let left): return .failure(left > 0 ? .wrongCode(left: left) : .nothingPending)
            case .right(let address):
                // The mailbox alone does not add a way in to an account that asks for more; it waits for its person to sign in.
                if try self.needsOwnProof(address, in: db) { return .failure(.ownProofNeeded(name)) }
                try pendings.remove(pending, in: db)
                return .success(try self.take(pending.content, provenAt: address, name: name, in: db))
            }
        }
        return try answer.get()
    }

    /// Whether the account of an address has a second factor. One whose address nobody confirmed is the mailbox's owner's in any case.
    private func needsOwnProof(_ address: String, in db: any Connection) throws -> Bool {
        guard let email = EmailAddress(address), let known = try db.first(.person(email)) else { return false }
        return try known.isVerified && SecondFactor.has(known.id, in: db)
    }

    /// Whoever reads the emails of an address has its account; one that nobody ever confirmed loses what else would open it, since
    /// somebody may have made it ahead with an address that was not theirs.
    private func take(_ content: PendingIdentities.Content, provenAt address: String, name: String, in db: any Connection) throws -> PersonID {
        guard let email = EmailAddress(address) else { throw ProviderRefusal.nothingPending }
        guard let known = try db.first(.person(email)) else { return try register(content, email: address, in: db) }
        try check(known.id, in: db)
        let now = site.clock.now()
        let unconfirmed = try db.run(
            "UPDATE account_person SET email_verified_at = \(now), changed_at = \(now) WHERE id = \(known.id) AND email_verified_at IS NULL")
        if unconfirmed > 0 {
            let access = AccessChange(site: site)
            try access.hold(for: known.id, in: db)
            try access.signOut(known.id, in: db)
            try db.run("UPDATE account_person SET password_hash = NULL WHERE id = \(known.id)")
            for table in Self.waysIn {
                try db.run("DELETE FROM \(sql: table) WHERE person_id = \(known.id)")
            }
        }
        try Identities(site: site).add(content.identity, content.method, name: name, to: known.id, in: db)
        try Pictures(site: site).note(content.identity.picture, of: known.id, onlyIfNone: true, in: db)
        return known.id
    }

    private static let waysIn: [SQL] = [
        "account_identity", "account_passkey", "account_totp", "account_recovery_code", "account_mail_link",
    ]

    /// A new account when the provider answers for the address and it is nobody's; nil when a proof is needed.
    private func newcomer(_ content: PendingIdentities.Content, in db: any Connection) throws -> Settled? {
        guard content.identity.isEmailProven, let email = content.identity.email.flatMap(EmailAddress.init),
            try db.first(.person(email)) == nil
        else { return nil }
        return .person(try register(content, email: email.text, in: db))
    }

    /// Makes an account without a password. It never gets a role: those are given by people.
    private func register(_ content: PendingIdentities.Content, email: String, in db: any Connection) throws -> PersonID {
        guard site.configuration.registrationOpen else { throw AccountRefusal.registrationClosed }
        let now = site.clock.now()
        let name = try ProfileWords(site: site).nameOfNewcomer(
            content.identity.name ?? String(email.prefix { $0 != "@" }.prefix(100)), language: site.configuration.mainLanguage, in: db)
        let id = PersonID(
            try db.insert(
                """
                INSERT INTO account_person (email, name, email_verified_at, created_at, changed_at, changed_by)
                VALUES (\(email), \(name.shown), \(now), \(now), \(now), \(nil as PersonID?))
                """))
        try site.counts.add(to: .newAccounts, in: db)
        try site.audit.record(
            AuditEntry(
                actor: id, action: .create, entity: "account.person", entityID: id.description, details: ["provider": content.method.rawValue]),
            in: db)
        try Identities(site: site).add(content.identity, content.method, name: content.method.rawValue, to: id, isFirst: true, in: db)
        try Pictures(site: site).note(content.identity.picture, of: id, in: db)
        if let waiting = name.waiting {
            try ProfileWords(site: site).hold(newcomer: waiting, of: id, language: site.configuration.mainLanguage, in: db)
        }
        return id
    }

    private func check(_ person: PersonID, in db: any Connection) throws {
        guard try db.first(.person(person))?.status == .active else { throw ProviderRefusal.accountClosed }
    }
}
