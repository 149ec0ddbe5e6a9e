import Core
import Database

/// The identity of a scan.
typealias ScanID = ID<Scan>

/// What a gate found out about somebody who wants in.
enum ScanResult: String, Sendable, Codable, CaseIterable, SQLConvertible {
    case admitted
    /// Let in once more on the same day, by the choice of whoever stands at the gate.
    case reentry
    case used
    case expired
    /// It is paid, and begins on a later day.
    case upcoming
    /// Of a phone that was left behind for another one.
    case revoked
    case refunded
    /// Taken away by the museum.
    case ended
    /// It waits for its payment.
    case unpaid
    /// A gift card that nobody has accepted.
    case gift
    /// The card of a gift that somebody has accepted: they show their own code.
    case giftTaken
    /// Of a tier without free entry.
    case tier
    /// The time in the code is too far from the gate's: an old picture, or a phone whose clock is wrong.
    case clock
    case unknown
    /// Not one of our codes, or altered.
    case invalid
    /// Admitted by a slip and taken back: it let nobody in.
    case undone

    var letsIn: Bool { self == .admitted || self == .reentry }
}

/// One look at a code, or at a member who was found by name.
struct Scan: Sendable, Equatable {
    let id: ScanID
    /// The device that scanned.
    let gate: String
    /// Where it stands, as its people call it.
    let place: String
    let nonce: String
    let membership: MembershipID?
    let result: ScanResult
    let isFirst: Bool
    let isLetIn: Bool
    let wasOffline: Bool
    let scannedAt: Instant
    /// Who came along, and how many of them are more than the tier allows.
    let guests: Int, guestsOver: Int
}

extension Scan: SQLRow {
    static let columns: SQL = """
        s.id, s.gate, s.place, s.nonce, s.membership_id, s.result, s.is_first, s.is_let_in, s.was_offline, s.scanned_at, \
        s.guests, s.guests_over
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        gate = try row.next()
        place = try row.next()
        nonce = try row.next()
        membership = try row.next()
        result = try row.next()
        isFirst = try row.next()
        isLetIn = try row.next()
        wasOffline = try row.next()
        scannedAt = try row.next()
        guests = try row.next()
        guestsOver = try row.next()
    }
}

extension Query where Row == Scan {
    static func scan(_ nonce: String, at gate: String) -> Self {
        "SELECT \(Scan.columns) FROM museum_scan s WHERE s.gate = \(gate) AND s.nonce = \(nonce)"
    }

    /// The admission of a day by one membership; ``first(of:on:)`` finds the one of its holder.
    static func first(by membership: MembershipID, on day: Day) -> Self {
        """
        SELECT \(Scan.columns) FROM museum_scan s WHERE s.membership_id = \(membership) AND s.day = \(day.description) AND s.is_first = 1
        """
    }

    /// The admission on a day of whoever holds a membership, by whichever of theirs: who changes to another one was here already.
    static func first(of membership: Membership, on day: Day) -> Self {
        """
        SELECT \(Scan.columns) FROM museum_scan s
        WHERE s.membership_id IN (\(sql: Holders.memberships(with: membership))) AND s.day = \(day.description) AND s.is_first = 1
        ORDER BY s.scanned_at, s.id LIMIT 1
        """
    }

    /// The earliest of those who were let in on a day beside its admission.
    static func next(of membership: Membership, on day: Day) -> Self {
        """
        SELECT \(Scan.columns) FROM museum_scan s
        WHERE s.membership_id IN (\(sql: Holders.memberships(with: membership))) AND s.day = \(day.description) AND s.is_first = 0
            AND s.is_let_in = 1 AND s.result IN ('reentry', 'used')
        ORDER BY s.scanned_at, s.id LIMIT 1
        """
    }

    /// Whoever was let in though they shouldn't have been, or with more guests than they may bring, as was found when the gate was connected again; those that nobody has looked at yet.
    static var conflicts: Self {
        """
        SELECT \(Scan.columns) FROM museum_scan s
        WHERE s.is_let_in = 1 AND s.seen_at IS NULL AND (s.result NOT IN ('admitted', 'reentry') OR s.guests_over > 0) ORDER BY s.id DESC LIMIT 200
        """
    }
}
