import Accounts
import Core
import Crypto
import Database
import Mail
import Platform
import Web

/// Ties a membership to an account whose address is another one: by a code that is sent to the address that the museum knows (MUS-004, MUS-018).
///
/// Whoever asks learns nothing about who is a member: the answer is the same, whether somebody has the address or the number, or not.
struct MembershipLinking: Sendable {
    let sync: MemberPressSync
    let mailer: Mailer
    private let byNetwork: RateLimiter
    private let byPerson: RateLimiter
    private let byAddress: RateLimiter

    static let life = Duration.seconds(1800)
    private static let mostWrong = 5

    private var site: Site { sync.site }

    init(sync: MemberPressSync, mailer: Mailer) {
        self.sync = sync
        self.mailer = mailer
        let site = sync.site
        byNetwork = site.rateLimiter("museum.link-codes-of-network", capacity: 20, per: .seconds(3600))
        byPerson = site.rateLimiter("museum.link-codes-of-person", capacity: 5, per: .seconds(3600))
        byAddress = site.rateLimiter("museum.link-codes", capacity: 5, per: .seconds(3600))
    }

    private struct Pending: SQLRow {
        let email: String
        let hash: [UInt8]
        let wrong: Int

        init(row: inout RowReader) throws {
            email = try row.next()
            hash = try row.next()
            wrong = try row.next()
        }
    }

    /// Whether somebody has asked for a code that is still good.
    func isPending(for person: PersonID, in db: any Connection) throws -> Bool { try pending(person, in: db) != nil }

    private func pending(_ person: PersonID, in db: any Connection) throws -> Pending? {
        let now = site.clock.now()
        return try db.first(
            "SELECT email, code_hash, wrong FROM museum_memberpress_code WHERE person_id = \(person) AND expires_at > \(now)" as Query<Pending>)
    }

    /// Sends a code to the member who has this address or number, if there is one.
    /// - Throws: ``LinkRefusal``, ``MemberPressFailure`` where MemberPress has to be asked and can't be.
    func ask(_ words: String, by person: PersonID, from network: String, in language: Language) async throws {
        let typed = words.trimmed
        guard EmailAddress(typed) != nil || Int64(typed) != nil else { throw LinkRefusal.nothingTyped }
        guard site.configuration.mail != nil else { throw LinkRefusal.noMail }
        guard byNetwork.take(network) == nil, byPerson.take(person.description) == nil else { throw LinkRefusal.tooMany }
        let email = try await address(of: typed)
        let code = Self.newCode()
        // An address that is written to too often gets no more, and nobody hears of it.
        let mayWrite = email.map { byAddress.take($0) == nil } ?? false
        let message = Email(
            subject: "Your code is \(code)",
            paragraphs: [
                "Someone, probably you, wants to link your museum membership to their account.",
                "Enter this code on the page to continue: \(code)", "It’s valid for half an hour. If it wasn’t you, ignore this email.",
            ])
        let hash = hash(of: code, person)
        try await site.write(by: person, once: nil) { [mailer] write in
            try write.run(
                """
                INSERT INTO museum_memberpress_code (person_id, email, code_hash, expires_at, changed_at, changed_by)
                VALUES (\(person), \(mayWrite ? email ?? "" : ""), \(hash), \(write.now + Self.life), \(write.now), \(person))
                ON CONFLICT (person_id) DO UPDATE SET email = excluded.email, code_hash = excluded.code_hash, wrong = 0,
                    expires_at = excluded.expires_at, changed_at = excluded.changed_at
                """)
            if mayWrite, let email { try mailer.send(message, to: email, language: language, in: write) }
        }
    }

    /// The address of a member, as MemberPress has it; nil where there is none.
    private func address(of typed: String) async throws -> String? {
        let email = EmailAddress(typed)?.text
        let kept = try await site.database.read { db in
            try email.map { try db.all(.mirroredMembers(withEmail: $0)) }
                ?? Int64(typed).flatMap { try db.first(.mirroredMember($0)) }.map { [$0] } ?? []
        }
        if let first = kept.first(where: { !$0.isGone }) { return first.email }
        guard let client = sync.client(isQuick: true) else { return nil }
        let found: [MemberPressMember]
        if let email {
            found = try await client.members(withEmail: email)
        } else {
            do throws(MemberPressFailure) { found = [try await client.member(Int64(typed) ?? 0)] } catch {
                guard error == .notFound else { throw error }
                return nil
            }
        }
        guard let first = found.first else { return nil }
        try await site.write(by: nil, once: nil) { write in _ = try MemberMirror.take(found, run: write.now, in: write) }
        return first.email.trimmed.lowercased()
    }

    private enum Judgement: Codable, Sendable {
        case right([Int64])
        case others
        case wrong(left: Int)
        case none
    }

    /// Ties the members whose address the code was sent to.
    /// - Throws: ``LinkRefusal``.
    func confirm(_ code: String, by person: PersonID) async throws {
        let typed = hash(of: code.filter(\.isNumber), person)
        let judgement = try await site.write(by: person, once: nil) { [self] write -> Judgement in
            guard let pending = try pending(person, in: write) else { return .none }
            guard constantTimeEquals(pending.hash, typed), !pending.email.isEmpty else { return try fail(pending, person, in: write) }
            try write.run("DELETE FROM museum_memberpress_code WHERE person_id = \(person)")
            let members = try write.all(.mirroredMembers(withEmail: pending.email)).map(\.id)
            let tied = try members.filter { try MemberMirror.link($0, to: person, by: .code, in: write) }
            guard !tied.isEmpty else { return .others }
            try sync.reconciliation.settle(of: tied, in: write)
            try MemberPressConflicts.findDoubleEmails(in: write)
            try sync.askNow(readsAll: false, in: write)
            return .right(tied)
        }
        switch judgement {
        case .none: throw LinkRefusal.nothingPending
        case .wrong(let left): throw left > 0 ? LinkRefusal.wrongCode(left: left) : .nothingPending
        case .others: throw LinkRefusal.linkedElsewhere
        case .right(let members):
            // What is kept already counts; what is new there comes now, or with the next run.
            do { try await sync.read(members, of: person, by: .code) } catch let failure as MemberPressFailure {
                site.log(.warning, "memberpress.not-read", ["cause": .string(failure.cause)])
            }
        }
    }

    /// The last wrong code ends the wait.
    private func fail(_ pending: Pending, _ person: PersonID, in write: Write) throws -> Judgement {
        let left = Self.mostWrong - pending.wrong - 1
        if left <= 0 {
            try write.run("DELETE FROM museum_memberpress_code WHERE person_id = \(person)")
        } else {
            try write.run("UPDATE museum_memberpress_code SET wrong = wrong + 1, changed_at = \(write.now) WHERE person_id = \(person)")
        }
        return .wrong(left: left)
    }

    private func hash(of code: String, _ person: PersonID) -> [UInt8] {
        hmacSHA256(Array("\(person):\(code)".utf8), key: site.key.derived(for: "museum.link-code"))
    }

    /// Six digits, each as likely as any other.
    private static func newCode() -> String {
        var generator = SystemRandomNumberGenerator()
        let digits = String(Int.random(in: 0..<1_000_000, using: &generator))
        return String(repeating: "0", count: 6 - digits.count) + digits
    }
}
