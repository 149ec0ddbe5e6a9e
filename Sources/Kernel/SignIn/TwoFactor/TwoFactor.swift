import Accounts
import Audit
import Core
import Crypto
import Database
import Platform

/// The second step at the door: codes of an authenticator app, with recovery codes for the day it is lost (CORE-016).
struct TwoFactor: Sendable {
    let site: Site
    let emails: SecurityEmails
    let devices: Devices
    let attempts: Attempts
    let refusals: SignInRefusals
    let recovery: RecoveryCodes
    let access: AccessChange
    let tokens: SealedTokens

    /// A secret that waits for its first code; the person's browser carries it, sealed.
    struct Draft: Codable, Sendable {
        var person: PersonID
        var secret: [UInt8]
    }

    /// What the person enters or scans.
    struct Enrolment: Sendable {
        let ticket: String
        let base32: String
        let address: String
    }

    private struct Enrolled: SQLRow {
        let sealed: [UInt8]
        let lastStep: Int64

        init(row: inout RowReader) throws {
            sealed = try row.next()
            lastStep = try row.next()
        }
    }

    /// Whether somebody's sign-in has a second step.
    func isOn(for person: PersonID) async throws -> Bool {
        try await site.database.read {
            try $0.first("SELECT person_id FROM account_totp WHERE person_id = \(person)" as Query<Int64>) != nil
        }
    }

    /// How many recovery codes somebody has left; nil without a second step.
    func codesLeft(of person: PersonID) async throws -> Int? {
        guard try await isOn(for: person) else { return nil }
        return try await site.database.read { try recovery.left(of: person, in: $0) }
    }

    /// A new secret. Nothing is stored until ``confirm(_:ticket:of:in:)`` has seen a code made from it.
    func begin(for person: PersonRecord, ticket kept: String? = nil) throws -> Enrolment {
        let known = kept.flatMap { tokens.open($0, purpose: Self.purpose, as: Draft.self)?.payload }
        let draft = known.flatMap { $0.person == person.id ? $0 : nil } ?? Draft(person: person.id, secret: randomBytes(20))
        let code = OneTimeCode(secret: draft.secret)
        return Enrolment(
            ticket: try tokens.issue(draft, purpose: Self.purpose, life: .seconds(1800)), base32: code.base32,
            address: code.address(account: person.email, issuer: site.configuration.name))
    }

    /// Turns the second step on when `code` was made from the ticket's secret; answers the recovery codes, shown this once.
    /// All browsers are strangers' to it but the one in which that was said, of the digest `browser`.
    /// - Throws: ``AccountRefusal/wrongFirstCode``, or ``AccountRefusal/pageTooOld``.
    func confirm(_ code: String, ticket: String, of person: PersonRecord, in browser: [UInt8]?) async throws -> [String] {
        let draft = tokens.open(ticket, purpose: Self.purpose, as: Draft.self)?.payload
        guard let draft, draft.person == person.id else { throw AccountRefusal.pageTooOld }
        let now = site.clock.now()
        guard let step = OneTimeCode(secret: draft.secret).step(of: Self.digits(code), at: now.milliseconds / 1000, after: 0) else {
            throw AccountRefusal.wrongFirstCode
        }
        let sealed = site.key.seal(draft.secret, context: Self.context(person.id))
        return try await site.write(by: person.id, once: nil) { write in
            try write.run(
                """
                INSERT INTO account_totp (person_id, sealed_secret, last_step, changed_at, changed_by)
                VALUES (\(person.id), \(sealed), \(step), \(write.now), \(person.id))
                ON CONFLICT (person_id) DO UPDATE
                    SET sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, changed_at = excluded.changed_at
                """)
            try devices.beginCodes(of: person.id, provedIn: browser, in: write)
            try write.audit(.create, Self.subject(person.id))
            try emails.send(.secondStepOn, to: person, in: write)
            return try recovery.replace(of: person.id, in: write)
        }
    }

    /// Whether `code` is a fresh code of the person's app or an unused recovery code; it is used up, and wrong ones count.
    /// - Throws: ``AccountRefusal/wrongCode`` or ``AccountRefusal/codesLocked(minutes:)``.
    func check(_ code: String, of person: PersonID, from place: Attempts.Place) async throws {
        let subject = Attempts.Subject.code(person, place)
        let claim = try await attempts.claim(subject)
        let isRight = try await site.write(by: person, once: nil) { write -> Bool in
            if try spend(code, of: person, in: write) {
                try attempts.succeed(subject, in: write)
                return true
            }
            if claim.beganLock, let known = try write.first(.person(person)) { try emails.send(.wrongCodes, to: known, in: write) }
            return false
        }
        guard isRight else {
            try await site.write(by: nil, once: nil) { try refusals.note(.code, of: person, claim, in: $0) }
            throw claim.lock.map(subject.refusal) ?? .wrongCode
        }
    }

    private func spend(_ code: String, of person: PersonID, in write: Write) throws -> Bool {
        guard let enrolled: Enrolled = try write.first("SELECT sealed_secret, last_step FROM account_totp WHERE person_id = \(person)") else {
            return false
        }
        let secret = try site.key.open(enrolled.sealed, context: Self.context(person))
        let step = OneTimeCode(secret: secret).step(of: Self.digits(code), at: write.now.milliseconds / 1000, after: enrolled.lastStep)
        if let step {
            try write.run("UPDATE account_totp SET last_step = \(step), changed_at = \(write.now) WHERE person_id = \(person)")
            return true
        }
        guard try recovery.spend(code, of: person, in: write) else { return false }
        try write.audit(.update, Self.subject(person), ["recoveryCodesLeft": try recovery.left(of: person, in: write)])
        return true
    }

    /// New recovery codes instead of the old ones; shown this once.
    func newCodes(for person: PersonRecord) async throws -> [String] {
        return try await site.write(by: person.id, once: nil) { write in
            try write.audit(.update, Self.subject(person.id), ["changed": "recovery codes"])
            try emails.send(.newRecoveryCodes, to: person, in: write)
            return try recovery.replace(of: person.id, in: write)
        }
    }

    /// Takes the second step away.
    func turnOff(for person: PersonRecord) async throws {
        try await site.write(by: person.id) { write in
            guard try write.run("DELETE FROM account_totp WHERE person_id = \(person.id)") > 0 else { return }
            try write.run("DELETE FROM account_recovery_code WHERE person_id = \(person.id)")
            try write.audit(.delete, Self.subject(person.id))
            try emails.send(.secondStepOff, to: person, in: write)
            try access.refresh(after: write)
        }
    }

    /// Somebody's second step in the audit log.
    static func subject(_ person: PersonID) -> AuditName { AuditName("account.second-step", person) }

    private static let purpose = "totp-draft"
    private static func context(_ person: PersonID) -> String { "account_totp:\(person)" }
    /// Apps show codes in two groups; people type the gap.
    private static func digits(_ typed: String) -> String { typed.filter { !$0.isWhitespace } }
}
