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
        case .granted: "Granted by the museum"
        }
    }
}

/// One term of being a member: a tier from a day to a day. A renewal is another term that begins where this one ends.
struct Membership: Sendable, Equatable {
    /// Its name among things that are paid for.
    static let kind = "museum.membership"
    /// The provider that is the desk itself.
    static let cash = "cash"
    /// How long it can be paid on the spot: as long as a session of Clover’s checkout lasts.
    private static let timeToPay = Duration.seconds(900)
    /// How long it waits for somebody who pays at the desk.
    private static let timeToPayAtDesk = Duration.days(daysToPayAtDesk)
    static let daysToPayAtDesk = 7
    /// How long before its end it is likely to be renewed.
    static let timeToRenew = Duration.days(60)

    /// How long it can be paid by a way.
    static func timeToPay(with provider: String) -> Duration { provider == cash ? timeToPayAtDesk : timeToPay }

    let id: MembershipID
    let tier: TierID
    /// Whose it is; nil until somebody claims it, and once the account is gone.
    let person: PersonID?
    /// Who pays; somebody else for a gift.
    let buyer: PersonID?
    let status: MembershipStatus
    let source: MembershipSource
    /// What the tier cost when it was chosen.
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
    /// What is taken off the price because another membership ends for it, see ``Exchange``.
    let credit: Int
    /// The one that it ended for; nil for all others.
    let replacedBy: MembershipID?
    /// When it was refunded, taken away or changed for another one; nil while it wasn't.
    let endedAt: Instant?
    /// Whether it was sold by a slip that was undone: it is in the records, and nobody's history.
    let isUndone: Bool

    /// What is paid for it.
    var cost: Money { Money(minor: price - credit, currency: currency) }
    var takenOff: Money { Money(minor: credit, currency: currency) }
    var subject: PaymentSubject { PaymentSubject(Self.kind, id.number) }
    /// The topic of its changes.
    var topic: String { Self.topic(id) }
    static func topic(_ id: MembershipID) -> String { "museum.membership-\(id)" }

    /// Whether somebody can still make it theirs by its link: a gift, or what was bought at the desk without an account.
    var isClaimable: Bool { status == .unclaimed || status == .active && person == nil }

    /// Whether staff may hand out its link: it counts already, and isn't somebody's gift.
    var hasCard: Bool { status == .active && person == nil && source != .gift }

    /// Until when it counts or counted; empty before it is paid.
    func lastDay(_ zone: DayZone) -> Text { startsAt == nil ? "" : endedAt.map { zone.day($0) } ?? zone.end(expiresAt) }

    /// Whether it came to an end that one tells of: not by a slip, nor by going over into another one.
    var hasEnded: Bool { endedAt != nil && replacedBy == nil && !isUndone }

    /// Whether its last day has passed.
    func isOver(at moment: Instant) -> Bool { status == .active && expiresAt.map { $0 <= moment } ?? false }

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
        m.created_at, m.reference, m.payment_id, m.credit, m.replaced_by, m.ended_at, m.is_undone
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
        credit = try row.next()
        replacedBy = try row.next()
        endedAt = try row.next()
        isUndone = try row.next()
    }
}

extension Query where Row == Membership {
    static func membership(_ id: MembershipID) -> Self { "SELECT \(Membership.columns) FROM museum_membership m WHERE m.id = \(id)" }

    static func memberships(_ ids: [MembershipID]) -> Self {
        "SELECT \(Membership.columns) FROM museum_membership m WHERE m.id IN \(list: ids) LIMIT \(ids.count)"
    }

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

    /// Those that are paid or granted and begin later, the next one first.
    static func upcoming(of person: PersonID, at moment: Instant) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m WHERE m.person_id = \(person) AND m.status = 'active' AND m.starts_at > \(moment)
        ORDER BY m.starts_at, m.id LIMIT 20
        """
    }

    /// What ended for another one.
    static func replaced(by membership: MembershipID) -> Self {
        "SELECT \(Membership.columns) FROM museum_membership m WHERE m.replaced_by = \(membership) ORDER BY m.id LIMIT 20"
    }

    /// What ended for another one, also where it counts again.
    static func exchanged(for membership: MembershipID) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_exchange e JOIN museum_membership m ON m.id = e.replaced_id
        WHERE e.membership_id = \(membership) ORDER BY m.id LIMIT 20
        """
    }

    /// Those that aren't paid yet and for which another one would end.
    static func waiting(toReplace membership: MembershipID) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_exchange e JOIN museum_membership m ON m.id = e.membership_id
        WHERE e.replaced_id = \(membership) AND m.status = 'pending' ORDER BY m.id LIMIT 20
        """
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

    /// What somebody without an account has or had by a card, newest first.
    /// - Parameter card: their first membership.
    static func held(byCard card: MembershipID) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m
        WHERE m.id IN (SELECT c.membership_id FROM museum_gift c WHERE (c.membership_id = \(card) OR c.renews_id = \(card)) AND c.name <> '')
            AND m.person_id IS NULL AND m.status IN ('active', 'refunded', 'revoked') AND m.is_undone = 0
        ORDER BY m.id DESC LIMIT 100
        """
    }

    /// The one that counts at a moment by a card, as ``current(of:at:)``, also where it is in an account by now; else the one that begins next.
    static func current(onCard card: MembershipID, at moment: Instant) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m JOIN museum_tier t ON t.id = m.tier_id
            JOIN museum_gift c ON c.membership_id = m.id
        WHERE (m.id = \(card) OR c.renews_id = \(card)) AND m.status = 'active' AND (m.expires_at IS NULL OR m.expires_at > \(moment))
        ORDER BY CASE WHEN m.starts_at <= \(moment) THEN 0 ELSE m.starts_at END, t.level DESC, CASE WHEN m.expires_at IS NULL THEN 0 ELSE 1 END,
            m.expires_at DESC, m.id DESC LIMIT 1
        """
    }

    /// Those that nobody paid in time.
    static func unpaid(before moment: Instant) -> Self {
        """
        SELECT \(Membership.columns) FROM museum_membership m WHERE m.status = 'pending' AND m.payable_until <= \(moment) ORDER BY m.id LIMIT 200
        """
    }
}
