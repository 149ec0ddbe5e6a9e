import Audit
import Core
import Database
import Payments

/// The identity of a membership.
typealias MembershipID = ID<Membership>

/// Where a membership came from.
enum MembershipSource: String, Sendable, Codable, CaseIterable, SQLConvertible {
    /// Bought by the member here.
    case app
    /// Bought by somebody else for the member.
    case gift
    /// Bought at the museum before there was an account.
    case desk
    /// Given by a manager.
    case granted

    var name: Text {
        switch self {
        case .app: "Bought here"
        case .gift: "A gift"
        case .desk: "Bought at the desk"
        case .granted: "Granted"
        }
    }
}

/// One term of being a member: a tier from a day to a day. A renewal is another term that begins where this one ends.
struct Membership: Sendable, Equatable {
    /// Its name among things that are paid for.
    static let kind = "museum.membership"
    /// How long it can be paid on the spot: as long as a session of Clover’s checkout lasts.
    private static let timeToPay = Duration.seconds(900)
    /// How long it waits for somebody who pays at the desk.
    private static let timeToPayAtDesk = Duration.days(7)

    /// How long it can be paid by a way.
    static func timeToPay(with provider: String) -> Duration { provider == "cash" ? timeToPayAtDesk : timeToPay }

    let id: MembershipID
    let tier: TierID
    /// Whose it is; nil until somebody claims it, and once the account is gone.
    let person: PersonID?
    /// Who pays; somebody else for a gift.
    let buyer: PersonID?
    let status: MembershipStatus
    let source: MembershipSource
    /// What was agreed on.
    let price: Int
    let currency: String
    /// nil until it is paid.
    let startsAt: Instant?
    /// nil for life, and until it is paid.
    let expiresAt: Instant?
    let payableUntil: Instant
    let createdAt: Instant
    /// Ours in the museum's record, and never another's.
    let reference: String
    /// What it was paid with; nil where nobody paid, or not yet.
    let payment: PaymentID?

    var cost: Money { Money(minor: price, currency: currency) }
    var subject: PaymentSubject { PaymentSubject(Self.kind, id.number) }
    /// The topic of its changes.
    var topic: String { Self.topic(id) }
    static func topic(_ id: MembershipID) -> String { "museum.membership-\(id)" }

    /// Whether it counts at a moment.
    func isValid(at moment: Instant) -> Bool {
        guard status == .active, let startsAt, startsAt <= moment else { return false }
        return expiresAt.map { moment < $0 } ?? true
    }
}

extension Membership: Audited {
    static var auditEntity: String { "museum.membership" }
}

extension Membership: SQLRow {
    static let columns: SQL = """
        m.id, m.tier_id, m.person_id, m.buyer_id, m.status, m.source, m.price, m.currency, m.starts_at, m.expires_at, m.payable_until, \
        m.created_at, m.reference, m.payment_id
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        tier = try row.next()
        person = try row.next()
        buyer = try row.next()
        status = try row.next()
        source = try row.next()
        price = try row.next()
        currency = try row.next()
        startsAt = try row.next()
        expiresAt = try row.next()
        payableUntil = try row.next()
        createdAt = try row.next()
        reference = try row.next()
        payment = try row.next()
    }
}

extension Query where Row == Membership {
    static func membership(_ id: MembershipID) -> Self { "SELECT \(Membership.columns) FROM museum_membership m WHERE m.id = \(id)" }

    /// Of somebody who is a member by it or paid for it; anybody else's is not found.
    static func membership(_ id: MembershipID, of person: PersonID) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m WHERE m.id = \(id) AND (m.person_id = \(person) OR m.buyer_id = \(person))
        """
    }

    /// Somebody's own, newest first.
    static func memberships(of person: PersonID) -> Self {
        "SELECT \(Membership.columns) FROM museum_membership m WHERE m.person_id = \(person) ORDER BY m.id DESC LIMIT 100"
    }

    /// What somebody paid for others, newest first.
    static func gifts(by person: PersonID) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m WHERE m.buyer_id = \(person) AND m.source = 'gift' AND m.status <> 'cancelled'
        ORDER BY m.id DESC LIMIT 100
        """
    }

    /// The one that counts for somebody at a moment: of the highest tier, and of those the one that lasts longest.
    static func current(of person: PersonID, at moment: Instant) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m JOIN museum_tier t ON t.id = m.tier_id
        WHERE m.person_id = \(person) AND m.status = 'active' AND m.starts_at <= \(moment) AND (m.expires_at IS NULL OR m.expires_at > \(moment))
        ORDER BY t.level DESC, CASE WHEN m.expires_at IS NULL THEN 0 ELSE 1 END, m.expires_at DESC, m.id DESC LIMIT 1
        """
    }

    /// Those that nobody paid in time.
    static func unpaid(before moment: Instant) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m WHERE m.status = 'pending' AND m.payable_until <= \(moment) ORDER BY m.id LIMIT 200
        """
    }
}
