import Accounts
import Audit
import Core
import Database
import Mail
import Platform
import Web

/// What becomes of an account when a provider says that its person comes through it no more.
///
/// The person is signed out everywhere, since it cannot be told which session the provider opened. The identity goes, unless it is the
/// only way in and can still be used: nobody is locked out by what a provider says. The account itself stays; it is the person's.
struct ProviderEvents: Sendable {
    let mailer: Mailer
    let identities: Identities
    let access: AccessChange

    /// Why an identity is taken away.
    enum Cause: String, Sendable {
        /// The person withdrew what they had allowed; they can allow it again.
        case withdrawn
        /// The account at the provider is gone for good.
        case deleted
    }

    /// What was done about it.
    enum Outcome: String, Codable, Sendable {
        /// Nobody here has that identity.
        case unknown
        case removed
        /// It is the only way in, so it stays for when the person comes back.
        case kept
    }

    private struct Known: SQLRow {
        let identity: IdentityRecord
        let createdAt: Instant

        init(row: inout RowReader) throws {
            identity = try IdentityRecord(row: &row)
            createdAt = try row.next()
        }
    }

    /// Takes over that somebody no longer comes through a provider, as of `moment`; what is older than the identity is about another one.
    func end(_ subject: String, of issuer: String, provider name: String, _ cause: Cause, at moment: Instant, in write: Write) throws -> Outcome {
        guard let identity = try find(subject, of: issuer, before: moment, in: write) else { return .unknown }
        let isOnlyWay = try identities.isOnlyWay(identity, in: write)
        try access.hold(for: identity.person, in: write)
        try access.signOut(identity.person, in: write)
        let outcome = cause == .withdrawn && isOnlyWay ? Outcome.kept : .removed
        if outcome == .removed {
            try write.run("DELETE FROM account_identity WHERE id = \(identity.id)")
        } else {
            try write.run("UPDATE account_identity SET sealed_refresh_token = NULL WHERE id = \(identity.id)")
        }
        try write.audit(.revoke, identity.id, ["provider": identity.provider, "cause": cause.rawValue, "outcome": outcome.rawValue])
        if let person = try write.first(.person(identity.person)), person.isVerified {
            try tell(person, provider: name, cause, outcome, isOnlyWay: isOnlyWay, in: write)
        }
        return outcome
    }

    /// Notes whether emails to the address that a provider gave are forwarded.
    func setForwarding(_ isOn: Bool, for subject: String, of issuer: String, at moment: Instant, in write: Write) throws {
        guard let identity = try find(subject, of: issuer, before: moment, in: write) else { return }
        let now = write.now
        try write.run(
            "UPDATE account_identity SET mail_stopped_at = \(isOn ? nil : now as Instant?), changed_at = \(now) WHERE id = \(identity.id)")
        try write.audit(.update, identity.id, ["provider": identity.provider, "forwarding": isOn ? "on" : "off"])
    }

    /// The identity, if it was here when the notification was written; clocks differ a little.
    private func find(_ subject: String, of issuer: String, before moment: Instant, in db: any Connection) throws -> IdentityRecord? {
        let known: Known? = try db.first(
            "SELECT \(IdentityRecord.columns), created_at FROM account_identity WHERE issuer = \(issuer) AND subject = \(subject)")
        return known.flatMap { $0.createdAt <= moment + IDToken.leeway ? $0.identity : nil }
    }

    private func tell(
        _ person: PersonRecord, provider: String, _ cause: Cause, _ outcome: Outcome, isOnlyWay: Bool, in write: Write
    ) throws {
        var paragraphs: [Text] = ["Hello \(person.name),"]
        switch cause {
        case .withdrawn: paragraphs.append("\(provider) tells us that you don’t sign in through it any more. You’re signed out on all devices.")
        case .deleted: paragraphs.append("\(provider) tells us that your account there is deleted. You’re signed out on all devices.")
        }
        if outcome == .kept {
            paragraphs.append("It’s your only way in. You can allow it again at \(provider), or set a password here.")
        } else if isOnlyWay {
            paragraphs.append("It was your only way in. Set a password to keep using your account here.")
        } else {
            paragraphs.append("You keep your account here and sign in to it in another way.")
        }
        let email = Email(
            subject: "Signing in through \(provider) has ended", paragraphs: paragraphs,
            action: isOnlyWay ? EmailAction("Set a password", path: AccountsPaths.forgotten()) : nil)
        try mailer.send(email, to: person.email, language: person.language, person: person.id, in: write)
    }
}
