import Audit
import Core
import Database
import Platform

/// Somebody's wish to have a membership refunded, and what became of it.
struct RefundRequest: Sendable, Equatable {
    static let longest = 1_000
    static let untilAnswered: Text = "Don’t use the membership until the museum answers: only one that wasn’t used can be refunded."
    static let rule: Text = "You can ask for a refund within 14 days if you haven’t used the membership."

    enum Status: String, Sendable, SQLConvertible {
        /// Nobody has answered.
        case open
        case refunded
        /// Answered in words, without money.
        case declined
    }

    let id: ID<RefundRequest>
    let membership: MembershipID
    /// Who paid, and asks; nil once the account is gone.
    let person: PersonID?
    /// Why; may be empty.
    let words: String
    let askedAt: Instant
    let status: Status
    /// What the museum wrote; empty until then, and where it just refunded.
    let answer: String
    let answeredAt: Instant?
}

extension RefundRequest: Audited {
    static var auditEntity: String { "museum.refund-request" }
}

extension RefundRequest: SQLRow {
    static let columns: SQL = "r.id, r.membership_id, r.person_id, r.words, r.asked_at, r.status, r.answer, r.answered_at"

    init(row: inout RowReader) throws {
        id = try row.next()
        membership = try row.next()
        person = try row.next()
        words = try row.next()
        askedAt = try row.next()
        status = try row.next()
        answer = try row.next()
        answeredAt = try row.next()
    }
}

extension Query where Row == RefundRequest {
    /// Those for a membership, newest first.
    static func refundRequests(for membership: MembershipID) -> Self {
        "SELECT \(RefundRequest.columns) FROM museum_refund_request r WHERE r.membership_id = \(membership) ORDER BY r.id DESC LIMIT 20"
    }

    static func refundRequests(by person: PersonID) -> Self {
        "SELECT \(RefundRequest.columns) FROM museum_refund_request r WHERE r.person_id = \(person) ORDER BY r.id DESC LIMIT 100"
    }

    /// Those that nobody has answered, the oldest first.
    static func openRefundRequests(limit: Int) -> Self {
        "SELECT \(RefundRequest.columns) FROM museum_refund_request r WHERE r.status = 'open' ORDER BY r.id LIMIT \(limit)"
    }
}

extension RefundRequest {
    /// Whether somebody asked for a refund and nobody has answered.
    static func isOpen(for membership: MembershipID, in db: any Connection) throws -> Bool {
        try db.one("SELECT count(*) FROM museum_refund_request WHERE membership_id = \(membership) AND status = 'open'") > 0
    }

    /// Those of a person's memberships for which that is so.
    static func open(among memberships: [MembershipID], in db: any Connection) throws -> Set<MembershipID> {
        guard !memberships.isEmpty else { return [] }
        let found: [MembershipID] = try db.all(
            "SELECT membership_id FROM museum_refund_request WHERE status = 'open' AND membership_id IN \(list: memberships) LIMIT \(memberships.count)"
        )
        return Set(found)
    }

    static func countOpen(in db: any Connection) throws -> Int { try db.one("SELECT count(*) FROM museum_refund_request WHERE status = 'open'") }

    /// The money is on its way back.
    /// - Returns: who asked for it.
    static func settle(_ membership: MembershipID, in write: Write) throws -> [PersonID] {
        try write.all(
            """
            UPDATE museum_refund_request SET status = 'refunded', answered_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE membership_id = \(membership) AND status = 'open' RETURNING person_id
            """ as Query<PersonID?>
        ).compactMap(\.self)
    }
}

extension MuseumMigrations {
    static let refundRequests = Migration("museum-052-refund-requests") { d in
        """
        CREATE TABLE museum_refund_request (
            id \(d.id),
            membership_id \(d.integer) NOT NULL REFERENCES museum_membership (id),
            person_id \(d.integer),
            words TEXT NOT NULL CHECK (length(words) <= 1000),
            asked_at \(d.integer) NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('open', 'refunded', 'declined')),
            answer TEXT NOT NULL DEFAULT '' CHECK (length(answer) <= 1000),
            answered_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        CREATE UNIQUE INDEX museum_refund_request_open ON museum_refund_request (membership_id) WHERE status = 'open';
        CREATE INDEX museum_refund_request_membership ON museum_refund_request (membership_id, id);
        CREATE INDEX museum_refund_request_person ON museum_refund_request (person_id, id) WHERE person_id IS NOT NULL;
        """
    }
}
