import Core
import Database
import Platform

/// A transaction of MemberPress as it was read last.
struct MirroredTransaction: Sendable, Equatable, SQLRow {
    let id: Int64
    let member: Int64
    /// The membership of MemberPress that was bought.
    let product: Int64
    let reference: String
    let status: MemberPressTransaction.Status
    /// In hundredths.
    let total: Int
    let startsAt: Instant?
    /// Nil for life.
    let expiresAt: Instant?
    let isGone: Bool
    let membership: MembershipID?
    /// What the membership here was brought in line with last.
    let settledStatus: MemberPressTransaction.Status?

    static let columns: SQL = """
        t.id, t.member_id, t.product_id, t.reference, t.status, t.total, t.starts_at, t.expires_at, \
        CASE WHEN t.gone_at IS NULL THEN 0 ELSE 1 END, t.membership_id, t.settled_status
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        member = try row.next()
        product = try row.next()
        reference = try row.next()
        status = MemberPressTransaction.Status(rawValue: try row.next()) ?? .other
        total = try row.next()
        startsAt = try row.next()
        expiresAt = try row.next()
        isGone = try row.next()
        membership = try row.next()
        settledStatus = try row.next(String?.self).flatMap { MemberPressTransaction.Status(rawValue: $0) }
    }

    /// Paid, or on trial: whether it is over is a matter of its dates.
    var isGranted: Bool { !isGone && (status == .complete || status == .confirmed) }
}

extension MemberPressTransaction.Status {
    var isGranted: Bool { self == .complete || self == .confirmed }
}

extension Query where Row == MirroredTransaction {
    static func mirroredTransaction(_ id: Int64) -> Self {
        "SELECT \(MirroredTransaction.columns) FROM museum_memberpress_transaction t WHERE t.id = \(id)"
    }

    /// Those that something may follow from, of members who have an account here or of memberships that are kept here.
    static func unsettled(after id: Int64, limit: Int) -> Self {
        """
        SELECT \(MirroredTransaction.columns) FROM museum_memberpress_transaction t
            LEFT JOIN museum_memberpress_member m ON m.id = t.member_id
        WHERE t.is_settled = 0 AND t.id > \(id) AND (m.person_id IS NOT NULL OR t.membership_id IS NOT NULL OR t.reference LIKE 'stoa-%')
        ORDER BY t.id LIMIT \(limit)
        """
    }
}

/// Keeps transactions as they were read.
enum TransactionMirror {
    /// Takes over what was read; what is as before needs no settling.
    /// - Returns: how many of them this run had not read yet.
    @discardableResult
    static func take(_ transactions: [MemberPressTransaction], run: Instant, in write: Write) throws -> Int {
        var new = 0
        for one in transactions {
            let known = try write.first(.mirroredTransaction(one.id))
            let before = try write.first("SELECT read_at FROM museum_memberpress_transaction WHERE id = \(one.id)" as Query<Instant>)
            if before.map({ $0 < run }) ?? true { new += 1 }
            let reference = String(one.reference.prefix(100))
            let isSame =
                known.map {
                    ($0.member, $0.product, $0.reference, $0.status, $0.isGone) == (one.member, one.membership, reference, one.status, false)
                        && $0.expiresAt == one.expiresAt && $0.total == one.total
                } ?? false
            if isSame {
                try write.run("UPDATE museum_memberpress_transaction SET read_at = \(max(run, write.now)) WHERE id = \(one.id)")
                continue
            }
            try write.run(
                """
                INSERT INTO museum_memberpress_transaction
                    (id, member_id, product_id, reference, status, total, starts_at, expires_at, read_at, changed_at, changed_by)
                VALUES (\(one.id), \(one.member), \(one.membership), \(reference), \(one.status.rawValue), \(one.total), \(one.createdAt),
                    \(one.expiresAt), \(max(run, write.now)), \(write.now), \(write.actor))
                ON CONFLICT (id) DO UPDATE SET member_id = excluded.member_id, product_id = excluded.product_id, reference = excluded.reference,
                    status = excluded.status, total = excluded.total, starts_at = excluded.starts_at, expires_at = excluded.expires_at,
                    read_at = excluded.read_at, gone_at = NULL, is_settled = 0, changed_at = excluded.changed_at
                """)
        }
        return new
    }

    /// Notes that WordPress has a transaction no more.
    static func lose(_ id: Int64, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_transaction SET gone_at = \(write.now), is_settled = 0, changed_at = \(write.now)
            WHERE id = \(id) AND gone_at IS NULL
            """)
    }

    /// Notes that a membership here is as the transaction says.
    static func settle(_ one: MirroredTransaction, with membership: MembershipID?, in write: Write) throws {
        try write.run(
            """
            UPDATE museum_memberpress_transaction SET is_settled = 1, settled_status = \(one.isGone ? nil : one.status.rawValue),
                membership_id = \(membership), changed_at = \(write.now)
            WHERE id = \(one.id)
            """)
    }
}
