import Core
import Database
import Platform

/// Something about MemberPress that a person has to decide, because nothing here may guess it.
struct MemberPressConflict: Sendable, SQLRow {
    enum Kind: String, Sendable, Codable, CaseIterable {
        /// Two members of MemberPress have one address, with which somebody has an account here. The subject is the older one.
        case doubleEmail = "double-email"
        /// Somebody holds a membership that no tier here stands for. The subject is the transaction.
        case unknownTier = "unknown-tier"
        /// MemberPress says refunded, and the money is still here. The subject is the transaction.
        case refundedThere = "refunded-there"
        /// What was paid here isn't in MemberPress any more. The subject is the transaction.
        case goneThere = "gone-there"
        /// What was paid here counts as unpaid in MemberPress. The subject is the transaction.
        case unpaidThere = "unpaid-there"
        /// A membership was moved to somebody else's member. The subject is the transaction.
        case movedThere = "moved-there"
        /// A member was deleted whose membership counted here. The subject is the member.
        case memberGone = "member-gone"
        /// The member with somebody's address is another account's. The subject is the member.
        case linkedElsewhere = "linked-elsewhere"
        /// MemberPress doesn't take what was bought or refunded here. The subject is the membership.
        case rejected
        /// Somebody deleted their account here, and is still a member there. The subject is the member.
        case erased
        /// A picture of the gallery is another one in WordPress now. The subject is the file.
        case pictureChanged = "picture-changed"
    }

    let id: ID<MemberPressConflict>
    let kind: Kind
    let subject: Int64
    let membership: MembershipID?
    /// Whom or what it is about: a name or an address.
    let words: String
    let createdAt: Instant

    static let columns: SQL = "c.id, c.kind, c.subject, c.membership_id, c.words, c.created_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        let name: String = try row.next()
        guard let kind = Kind(rawValue: name) else { throw DatabaseError.unreadable("\(name) is no conflict") }
        self.kind = kind
        subject = try row.next()
        membership = try row.next()
        words = try row.next()
        createdAt = try row.next()
    }
}

extension Query where Row == MemberPressConflict {
    /// What nobody has decided yet, the oldest first.
    static func openConflicts(limit: Int = 100) -> Self {
        """
        SELECT \(MemberPressConflict.columns) FROM museum_memberpress_conflict c WHERE c.solved_at IS NULL ORDER BY c.id LIMIT \(limit)
        """
    }

    static func conflict(_ id: ID<MemberPressConflict>) -> Self {
        "SELECT \(MemberPressConflict.columns) FROM museum_memberpress_conflict c WHERE c.id = \(id)"
    }
}

enum MemberPressConflicts {
    static func count(in db: any Connection) throws -> Int {
        try db.one("SELECT count(*) FROM museum_memberpress_conflict WHERE solved_at IS NULL")
    }

    /// Notes a conflict once; one that staff have seen to stays so.
    static func raise(
        _ kind: MemberPressConflict.Kind, about subject: Int64, _ words: String, membership: MembershipID? = nil, in write: Write
    ) throws {
        try write.run(
            """
            INSERT INTO museum_memberpress_conflict (kind, subject, membership_id, words, created_at, changed_at, changed_by)
            VALUES (\(kind.rawValue), \(subject), \(membership), \(String(words.prefix(300))), \(write.now), \(write.now), \(write.actor))
            ON CONFLICT (kind, subject) DO UPDATE SET words = excluded.words
            """)
    }

    /// What was decided elsewhere, or has passed.
    static func drop(_ kinds: [MemberPressConflict.Kind], about subject: Int64, in write: Write) throws {
        try write.run(
            """
            DELETE FROM museum_memberpress_conflict WHERE subject = \(subject) AND kind IN \(list: kinds.map(\.rawValue)) AND solved_at IS NULL
            """)
    }

    /// Staff have seen to it.
    static func solve(_ id: ID<MemberPressConflict>, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_conflict SET solved_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(id) AND solved_at IS NULL
            """)
    }

    /// Notes each address that two members share and somebody has an account with, and drops those that they share no more.
    static func findDoubleEmails(in write: Write) throws {
        let found = try write.all(
            """
            SELECT m.email, min(m.id) FROM museum_memberpress_member m JOIN account_person p ON p.email = m.email
            WHERE m.gone_at IS NULL AND p.email_verified_at IS NOT NULL GROUP BY m.email
            HAVING count(*) > 1 AND count(m.person_id) < count(*) ORDER BY m.email LIMIT 200
            """ as Query<Row2<String, Int64>>)
        for one in found { try raise(.doubleEmail, about: one.second, one.first, in: write) }
        let kind = MemberPressConflict.Kind.doubleEmail.rawValue
        let kept = found.map(\.second) + [0]
        try write.run(
            "DELETE FROM museum_memberpress_conflict WHERE kind = \(kind) AND solved_at IS NULL AND subject NOT IN \(list: kept)")
    }
}
