import Accounts
import Audit
import Core
import Crypto
import Database
import Foundation
import Platform
import Web

/// Names a passkey.
typealias PasskeyID = ID<PasskeyRecord>

/// A passkey in its person's list.
struct PasskeyRecord: Sendable, SQLRow {
    let id: PasskeyID
    let label: String
    let lastUsedAt: Instant?
    let createdAt: Instant
    let credentialID: [UInt8]

    /// Reads `id, label, last_used_at, created_at, credential_id`.
    init(row: inout RowReader) throws {
        id = try row.next()
        label = try row.next()
        lastUsedAt = try row.next()
        createdAt = try row.next()
        credentialID = try row.next()
    }
}

extension PasskeyRecord: Audited {
    /// The kind of thing in the audit log.
    static var auditEntity: String { "account.passkey" }
}

/// Signing in without a password (CORE-007): a key that a phone, a computer or a stick keeps, opened by a finger, a face or a PIN.
struct Passkeys: Sendable {
    let site: Site
    let emails: SecurityEmails
    let access: AccessChange
    let tokens: SealedTokens

    /// Most passkeys of a person.
    static let most = 20
    static let life: Duration = .seconds(900)

    /// What a ceremony is for; its ticket counts for nothing else.
    enum Purpose: String, Codable, Sendable {
        case register, signIn, confirm
    }

    /// The sealed note about a ceremony.
    private struct Pending: Codable, Sendable {
        var purpose: Purpose
        var challenge: [UInt8]
        var person: PersonID?
    }

    /// The answer of a browser, as the page's script writes it into the form.
    struct Answer: Decodable, Sendable {
        var id: String
        var clientDataJSON: String
        var attestationObject: String?
        var authenticatorData: String?
        var signature: String?
        var userHandle: String?
    }

    private struct Stored: SQLRow {
        let id: PasskeyID
        let person: PersonID
        let key: [UInt8]
        let signCount: Int64

        init(row: inout RowReader) throws {
            id = try row.next()
            person = try row.next()
            key = try row.next()
            signCount = try row.next()
        }
    }

    /// Whether anybody could sign in with one.
    func areInUse() async throws -> Bool {
        try await site.database.read { db in try db.first("SELECT 1 FROM account_passkey LIMIT 1" as Query<Int>) != nil }
    }

    /// A person's passkeys, the newest first.
    func list(of person: PersonID) async throws -> [PasskeyRecord] {
        try await site.database.read { db in
            try db.all(
                """
                SELECT id, label, last_used_at, created_at, credential_id FROM account_passkey
                WHERE person_id = \(person) ORDER BY id DESC LIMIT \(Self.most)
                """)
        }
    }

    /// A ceremony that makes a new passkey.
    func offerRegistration(to person: PersonRecord, _ request: Request) async throws -> PasskeyOffer {
        let party = party(request)
        let known = try await list(of: person.id)
        return try offer(.register, person.id) { challenge in
            PasskeyOptions(
                challenge: challenge, rp: .init(id: party.id, name: site.configuration.name),
                user: .init(id: handle(of: person.id).base64URL, name: person.email, displayName: person.name),
                pubKeyCredParams: PasskeyKey.algorithms.map { .init(alg: $0) },
                excludeCredentials: known.map { .init(id: $0.credentialID.base64URL) }, authenticatorSelection: .init(), attestation: "none")
        }
    }

    /// A ceremony in which somebody shows a passkey: anybody's at the door, a person's own to confirm that it is them.
    func offer(_ purpose: Purpose, of person: PersonID? = nil, _ request: Request) async throws -> PasskeyOffer {
        let party = party(request)
        var own: [PasskeyRecord] = []
        if let person { own = try await list(of: person) }
        return try offer(purpose, person) { challenge in
            PasskeyOptions(
                challenge: challenge, rpId: party.id, allowCredentials: own.map { .init(id: $0.credentialID.base64URL) }, userVerification: "required"
            )
        }
    }

    /// Keeps the passkey that a ceremony made.
    /// - Throws: ``AccountRefusal``.
    func register(_ answer: String, ticket: String, label: String, for person: PersonRecord, _ request: Request) async throws {
        let pending = try open(ticket, .register)
        guard pending.payload.person == person.id else { throw AccountRefusal.pageTooOld }
        let answer = try read(answer)
        let made = try judge { () throws(PasskeyFault) in
            let ceremony = PasskeyCeremony(party: party(request), challenge: pending.payload.challenge)
            return try ceremony.registration(clientData: Self.bytes(answer.clientDataJSON), attestation: Self.bytes(answer.attestationObject))
        }
        let words = label.tidied(limit: 60)
        let label = words.isEmpty ? person.name.tidied(limit: 60) : words
        do {
            try await site.write(by: person.id) { write in
                guard try tokens.spend(pending, in: write) else { throw AccountRefusal.pageTooOld }
                let count = try write.one("SELECT COUNT(*) FROM account_passkey WHERE person_id = \(person.id)" as Query<Int>)
                guard count < Self.most else { throw AccountRefusal.tooManyPasskeys(Self.most) }
                let id: PasskeyID = try write.insert(
                    """
                    INSERT INTO account_passkey (person_id, credential_id, public_key, sign_count, label, created_at, changed_at, changed_by)
                    VALUES (\(person.id), \(made.credential.id), \(made.credential.key), \(Int64(made.signCount)), \(label),
                        \(write.now), \(write.now), \(person.id))
                    """)
                try write.audit(.create, id, ["label": label])
                try emails.send(.passkeyAdded(label), to: person, in: write)
            }
        } catch DatabaseError.constraint(.unique, _) {
            throw AccountRefusal.passkeyKnown
        }
    }

    /// Whose passkey was shown.
    /// - Throws: ``AccountRefusal/passkeyRefused`` whatever is wrong with it; the log says what.
    func check(_ answer: String, ticket: String, for purpose: Purpose, _ request: Request) async throws -> PersonID {
        let pending = try open(ticket, purpose)
        let answer = try read(answer)
        let credential = try judge { () throws(PasskeyFault) in try Self.bytes(answer.id) }
        let stored: Stored? = try await site.database.read { db in
            try db.first("SELECT id, person_id, public_key, sign_count FROM account_passkey WHERE credential_id = \(credential)")
        }
        guard let stored else { throw AccountRefusal.passkeyRefused }
        let count = try judge { () throws(PasskeyFault) in
            if let person = pending.payload.person, person != stored.person { throw .wrongPerson }
            if let shown = answer.userHandle, !shown.isEmpty, try Self.bytes(shown) != handle(of: stored.person) { throw .wrongPerson }
            let ceremony = PasskeyCeremony(party: party(request), challenge: pending.payload.challenge)
            return try ceremony.assertion(
                clientData: Self.bytes(answer.clientDataJSON), data: Self.bytes(answer.authenticatorData), signature: Self.bytes(answer.signature),
                key: PasskeyKey(stored: stored.key), lastCount: UInt32(truncatingIfNeeded: stored.signCount))
        }
        let isFirst = try await site.write(by: stored.person, once: nil) { write -> Bool in
            guard try tokens.spend(pending, in: write) else { return false }
            // Of two answers with the same counter one is a copy: the second finds no row.
            return try write.run(
                """
                UPDATE account_passkey SET sign_count = \(Int64(count)), last_used_at = \(write.now), changed_at = \(write.now)
                WHERE id = \(stored.id) AND sign_count = \(stored.signCount)
                """) > 0
        }
        guard isFirst else { throw AccountRefusal.pageTooOld }
        return stored.person
    }

    /// Takes a passkey away.
    func remove(_ id: PasskeyID, of person: PersonRecord) async throws {
        try await site.write(by: person.id) { write in
            let label: String? = try write.first("SELECT label FROM account_passkey WHERE id = \(id) AND person_id = \(person.id)")
            guard let label else { return }
            try write.run("DELETE FROM account_passkey WHERE id = \(id) AND person_id = \(person.id)")
            try write.audit(.delete, id, ["label": label])
            try emails.send(.passkeyRemoved(label), to: person, in: write)
            try access.refresh(after: write)
        }
    }

    private func offer(_ purpose: Purpose, _ person: PersonID?, _ options: (_ challenge: String) -> PasskeyOptions) throws -> PasskeyOffer {
        let challenge = randomBytes(32)
        let json = try JSONWriter.encode(options(challenge.base64URL))
        let ticket = try tokens.issue(
            Pending(purpose: purpose, challenge: challenge, person: person), purpose: Self.ticketPurpose, life: Self.life)
        return PasskeyOffer(options: String(decoding: json, as: UTF8.self), ticket: ticket)
    }

    private func open(_ ticket: String, _ purpose: Purpose) throws(AccountRefusal) -> SealedTokens.Opened<Pending> {
        guard let pending = tokens.open(ticket, purpose: Self.ticketPurpose, as: Pending.self), pending.payload.purpose == purpose
        else {
            throw .pageTooOld
        }
        return pending
    }

    private func read(_ text: String) throws(AccountRefusal) -> Answer {
        guard text.utf8.count <= 65_536, let answer = try? JSONDecoder().decode(Answer.self, from: Data(text.utf8)) else { throw .passkeyRefused }
        return answer
    }

    private func judge<T>(_ body: () throws(PasskeyFault) -> T) throws(AccountRefusal) -> T {
        do {
            return try body()
        } catch {
            site.log(.warning, "accounts.passkey-refused", ["fault": .string(error.rawValue)])
            throw .passkeyRefused
        }
    }

    /// What the authenticator calls the person: nothing about them can be read from it.
    private func handle(of person: PersonID) -> [UInt8] {
        hmacSHA256(Array(person.description.utf8), key: site.key.derived(for: "account.passkey-user"))
    }

    private func party(_ request: Request) -> RelyingParty { RelyingParty(baseURL: site.configuration.baseURL, request: request) }

    private static func bytes(_ text: String?) throws(PasskeyFault) -> [UInt8] {
        guard let text, let bytes = [UInt8](base64URL: text) else { throw .malformed }
        return bytes
    }

    private static let ticketPurpose = "passkey"
}
