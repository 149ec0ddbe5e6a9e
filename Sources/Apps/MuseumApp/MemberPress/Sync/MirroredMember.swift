import Accounts
import Audit
import Core
import Database
import Platform

/// How it was shown that an account and a member of MemberPress are one person.
enum LinkProof: String, Sendable, Codable, SQLConvertible {
    /// The account's confirmed address is the member's, and nobody else's.
    case email
    /// Somebody signed in with the member's password.
    case login
    /// A code that was sent to the member's address was entered.
    case code
    /// Staff decided it.
    case staff
}

/// A member of MemberPress as it was read last.
struct MirroredMember: Sendable, Equatable, SQLRow {
    let id: Int64
    /// In lower case.
    let email: String
    let name: String
    let person: PersonID?
    let proof: LinkProof?
    let isGone: Bool

    static let auditEntity = "museum.memberpress-member"

    static let columns: SQL = "m.id, m.email, m.name, m.person_id, m.proof, CASE WHEN m.gone_at IS NULL THEN 0 ELSE 1 END"

    init(row: inout RowReader) throws {
        id = try row.next()
        email = try row.next()
        name = try row.next()
        person = try row.next()
        proof = try row.next()
        isGone = try row.next()
    }
}

extension Query where Row == MirroredMember {
    static func mirroredMember(_ id: Int64) -> Self { "SELECT \(MirroredMember.columns) FROM museum_memberpress_member m WHERE m.id = \(id)" }

    /// Those that an account is linked to, the oldest first.
    static func mirroredMembers(of person: PersonID) -> Self {
        """
        SELECT \(MirroredMember.columns) FROM museum_memberpress_member m WHERE m.person_id = \(person) AND m.gone_at IS NULL ORDER BY m.id LIMIT 20
        """
    }

    static func mirroredMembers(withEmail email: String) -> Self {
        """
        SELECT \(MirroredMember.columns) FROM museum_memberpress_member m WHERE m.email = \(email.trimmed.lowercased()) AND m.gone_at IS NULL
        ORDER BY m.id LIMIT 20
        """
    }
}

/// Keeps members as they were read.
enum MemberMirror {
    /// Takes over what was read.
    /// - Parameter run: the moment at which reading everything began; what is read later is read as well.
    /// - Returns: how many of them this run had not read yet.
    @discardableResult
    static func take(_ members: [MemberPressMember], run: Instant, in write: Write) throws -> Int {
        var new = 0
        for member in members {
            let email = String(member.email.trimmed.lowercased().prefix(254))
            let name = String("\(member.firstName) \(member.lastName)".tidied().prefix(200))
            let before = try write.first("SELECT read_at FROM museum_memberpress_member WHERE id = \(member.id)" as Query<Instant>)
            if before.map({ $0 < run }) ?? true { new += 1 }
            try write.run(
                """
                INSERT INTO museum_memberpress_member (id, email, name, read_at, changed_at, changed_by)
                VALUES (\(member.id), \(email), \(name), \(max(run, write.now)), \(write.now), \(write.actor))
                ON CONFLICT (id) DO UPDATE SET email = excluded.email, name = excluded.name, read_at = excluded.read_at, gone_at = NULL,
                    changed_at = excluded.changed_at
                """)
        }
        return new
    }

    /// Notes that WordPress has a member no more; what was read of them is settled anew.
    static func lose(_ id: Int64, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_member SET gone_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id) AND gone_at IS NULL
            """)
        try write.run(
            """
            UPDATE museum_memberpress_transaction SET gone_at = \(write.now), is_settled = 0, changed_at = \(write.now)
            WHERE member_id = \(id) AND gone_at IS NULL
            """)
    }

    /// Ties a member to an account.
    /// - Returns: whether it is tied to that account now; one that is another's stays theirs.
    @discardableResult
    static func link(_ id: Int64, to person: PersonID, by proof: LinkProof, in write: Write) throws -> Bool {
        guard let known = try write.first(.mirroredMember(id)), !known.isGone else { return false }
        if let owner = known.person {
            guard owner == person else { return false }
            // A stronger proof takes the place of a weaker one.
            guard known.proof == .email || proof == .code, known.proof != proof else { return true }
        }
        try write.run(
            """
            UPDATE museum_memberpress_member SET person_id = \(person), proof = \(proof.rawValue), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        try write.run("UPDATE museum_memberpress_transaction SET is_settled = 0, changed_at = \(write.now) WHERE member_id = \(id)")
        try write.audit(.update, AuditName(MirroredMember.auditEntity, id), ["person": person.description, "proof": proof.rawValue])
        return true
    }

    /// In one transaction.
    static let mostTied = 200

    /// Ties every member to the one account that has the same confirmed address. Where an address is not one member's alone, nobody knows
    /// whose membership it is, so nothing is tied (MUS-018).
    /// - Returns: how many were tied; there may be more where it is ``mostTied``.
    static func linkByEmail(in write: Write) throws -> Int {
        let pairs = try write.all(
            """
            SELECT m.id, p.id FROM museum_memberpress_member m JOIN account_person p ON p.email = m.email
            WHERE m.person_id IS NULL AND m.gone_at IS NULL AND p.email_verified_at IS NOT NULL AND p.status = 'active'
                AND NOT EXISTS (
                    SELECT 1 FROM museum_memberpress_member o WHERE o.email = m.email AND o.id <> m.id AND o.gone_at IS NULL)
            ORDER BY m.id LIMIT \(mostTied)
            """ as Query<Row2<Int64, PersonID>>)
        return try pairs.count { try link($0.first, to: $0.second, by: .email, in: write) }
    }
}
