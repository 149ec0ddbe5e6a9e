import Accounts
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
    let identities: Identities
    let pictures: Pictures
    let access: AccessChange

    /// Whose session may be opened, or what is to be done first.
    enum Settled: Sendable, Equatable {
        case person(PersonID)
        case pending(Token)
    }

    /// The account behind an identity; a new one where nobody can be taken for somebody else; else the identity waits for a proof.
    func settle(_ content: PendingIdentities.Content) async throws -> Settled {
        // It opens a session: nothing that came from a provider opens another.
        let found: PersonID? = try await site.write(by: nil, once: nil) { write in
            guard let identity = try write.first(.identity(content.identity)) else { return try self.newcomer(content, in: write) }
            try self.check(identity.person, in: write)
            try identities.refresh(identity, from: content.identity, in: write)
            return identity.person
        }
        if let found { return .person(found) }
        return .pending(try await pendings.begin(content))
    }

    /// Adds the identity to the account of whoever is signed in and has just proved it.
    func link(_ identity: ProvidedIdentity, _ method: SignInMethod, name: String, to person: PersonID) async throws {
        try await site.write(by: person) { write in
            try self.check(person, in: write)
            try identities.add(identity, method, name: name, to: person, in: write)
            try pictures.note(identity.picture, of: person, onlyIfNone: true, in: write)
        }
    }

    /// An identity that was added to an account after it waited.
    struct Linked: Codable, Sendable {
        let method: SignInMethod
        /// Where the person wanted to go.
        let then: String
    }

    /// The same for the identity that waited for a proof in the browser that shows `token`.
    func link(_ token: Token?, to person: PersonID, _ name: @escaping @Sendable (SignInMethod) -> String) async throws -> Linked {
        try await site.write(by: person) { write in
            let pending = try pendings.find(token, in: write)
            let content = pending.content
            try pendings.remove(pending, in: write)
            try self.check(person, in: write)
            try identities.add(content.identity, content.method, name: name(content.method), to: person, in: write)
            return Linked(method: content.method, then: content.then)
        }
    }

    /// Whether the identity is one of the person's own.
    func belongs(_ identity: ProvidedIdentity, to person: PersonID) async throws -> Bool {
        try await site.database.read { try $0.first(.identity(identity))?.person == person }
    }

    /// Settles a waiting identity with the code that was sent to an address: into the account of that address, or a new one.
    func finish(_ pending: PendingIdentities.Pending, code: String, name: String) async throws -> PersonID {
        // It opens a session: a code that was used opens none again, whatever the key of the call.
        let finish = try await site.write(by: nil, once: nil) { write -> Finish in
            switch try pendings.judge(code, for: pending, in: write) {
            case .wrong(let left): return .wrong(left: left)
            case .right(let address):
                // The mailbox alone does not add a way in to an account that asks for more; it waits for its person to sign in.
                if try self.needsOwnProof(address, in: write) { return .ownProofNeeded }
                try pendings.remove(pending, in: write)
                return .person(try self.take(pending.content, provenAt: address, name: name, in: write))
            }
        }
        switch finish {
        case .person(let person): return person
        case .wrong(let left): throw left > 0 ? ProviderRefusal.wrongCode(left: left) : .nothingPending
        case .ownProofNeeded: throw ProviderRefusal.ownProofNeeded(name)
        }
    }

    /// What a code led to. A refusal has to be committed, so it is an answer and not an error.
    private enum Finish: Codable, Sendable {
        case person(PersonID)
        case wrong(left: Int)
        case ownProofNeeded
    }

    /// Whether the account of an address has a second factor. One whose address nobody confirmed is the mailbox's owner's in any case.
    private func needsOwnProof(_ address: String, in db: any Connection) throws -> Bool {
        guard let email = EmailAddress(address), let known = try db.first(.person(email)) else { return false }
        return try known.isVerified && SecondFactor.has(known.id, in: db)
    }

    /// Whoever reads the emails of an address has its account; one that nobody ever confirmed loses what else would open it, since
    /// somebody may have made it ahead with an address that was not theirs.
    private func take(_ content: PendingIdentities.Content, provenAt address: String, name: String, in write: Write) throws -> PersonID {
        guard let email = EmailAddress(address) else { throw ProviderRefusal.nothingPending }
        guard let known = try write.first(.person(email)) else { return try register(content, email: address, in: write) }
        try check(known.id, in: write)
        let now = write.now
        let unconfirmed = try write.run(
            "UPDATE account_person SET email_verified_at = \(now), changed_at = \(now) WHERE id = \(known.id) AND email_verified_at IS NULL")
        if unconfirmed > 0 {
            try access.hold(for: known.id, in: write)
            try access.signOut(known.id, in: write)
            try write.run("UPDATE account_person SET password_hash = NULL WHERE id = \(known.id)")
            for table in Self.waysIn {
                try write.run("DELETE FROM \(sql: table) WHERE person_id = \(known.id)")
            }
        }
        try identities.add(content.identity, content.method, name: name, to: known.id, in: write)
        try pictures.note(content.identity.picture, of: known.id, onlyIfNone: true, in: write)
        return known.id
    }

    private static let waysIn: [SQL] = [
        "account_identity", "account_passkey", "account_totp", "account_recovery_code", "account_mail_link",
    ]

    /// A new account when the provider answers for the address and it is nobody's; nil when a proof is needed.
    private func newcomer(_ content: PendingIdentities.Content, in write: Write) throws -> PersonID? {
        guard content.identity.isEmailProven, let email = content.identity.email.flatMap(EmailAddress.init),
            try write.first(.person(email)) == nil
        else { return nil }
        return try register(content, email: email.text, in: write)
    }

    /// Makes an account without a password.
    private func register(_ content: PendingIdentities.Content, email: String, in write: Write) throws -> PersonID {
        guard site.configuration.registrationOpen else { throw AccountRefusal.registrationClosed }
        guard let address = EmailAddress(email) else { throw AccountRefusal.emailInvalid }
        let id = try PasswordlessAccounts(site: site).insert(
            address, name: content.identity.name ?? "", by: content.method.rawValue, in: write)
        let provider = content.method.title(site.configuration.providers[content.method.rawValue])
        try identities.add(content.identity, content.method, name: provider, to: id, isFirst: true, in: write)
        try pictures.note(content.identity.picture, of: id, in: write)
        return id
    }

    private func check(_ person: PersonID, in db: any Connection) throws {
        guard try db.first(.person(person))?.status == .active else { throw ProviderRefusal.accountClosed }
    }
}
