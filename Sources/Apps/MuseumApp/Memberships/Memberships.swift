import Accounts
import Audit
import Core
import Crypto
import Database
import Events
import Foundation
import Jobs
import Payments
import Platform

/// Begins, confirms and ends memberships, each in one transaction with what follows from it.
struct Memberships: Sendable {
    let site: Site
    let payments: Payments
    let notifier: MuseumNotifier

    /// Ends a membership that nobody paid.
    static let deadline = Job<Payload>("museum.deadline")

    struct Payload: Codable, Sendable {
        let membership: MembershipID
    }

    func find(_ id: MembershipID, in db: any Connection) throws -> Membership {
        guard let membership = try db.first(.membership(id)) else { throw Problem.notFound }
        return membership
    }

    /// What somebody is a member by now; nil for everybody else.
    func current(of person: PersonID, in db: any Connection) throws -> (membership: Membership, tier: Tier)? {
        guard let membership = try db.first(.current(of: person, at: site.clock.now())), let tier = try db.first(.tier(membership.tier)) else {
            return nil
        }
        return (membership, tier)
    }

    // MARK: Steps

    /// Chooses a tier, in the transaction that asks for its payment; one that costs nothing is active at once.
    /// - Throws: ``MembershipRefusal/notSold``, ``MembershipRefusal/isForLife``, ``PaymentRefusal``.
    func buy(
        _ tier: Tier, by person: PersonID, with provider: String, as source: MembershipSource = .app, in write: Write
    ) throws -> MembershipID {
        if let current = try write.first(.current(of: person, at: write.now)), current.tier == tier.id, current.expiresAt == nil {
            throw MembershipRefusal.isForLife
        }
        // One choice at a time: whoever chooses again has dropped what isn't paid.
        for earlier in try write.all(.memberships(of: person)) where earlier.status == .pending { try cancel(earlier.id, in: write) }
        let id = try begin(tier, for: person, by: person, with: provider, as: source, in: write)
        if tier.price == 0 { try activate(id, in: write) }
        return id
    }

    /// Puts down what somebody chose, and asks for its payment where it costs something.
    /// - Throws: ``MembershipRefusal/notSold``, ``PaymentRefusal``.
    func begin(
        _ tier: Tier, for person: PersonID?, by buyer: PersonID, with provider: String, as source: MembershipSource, in write: Write
    ) throws -> MembershipID {
        guard tier.isSold, !tier.isRetired else { throw MembershipRefusal.notSold }
        let end = write.now + Membership.timeToPay(with: provider)
        let id = try add(tier, for: person, paidBy: buyer, as: source, payableUntil: end, in: write)
        if tier.price > 0 {
            try payments.begin(PaymentSubject(Membership.kind, id.number), by: buyer, with: provider, in: write)
            try write.enqueue(Self.deadline, Payload(membership: id), at: end, key: id.description)
        }
        return id
    }

    /// Another attempt to pay, also while one is open.
    func pay(_ membership: Membership, by person: PersonID, with provider: String, in write: Write) throws {
        let end = max(membership.payableUntil, write.now + Membership.timeToPay(with: provider))
        try write.run("UPDATE museum_membership SET payable_until = \(end), changed_at = \(write.now) WHERE id = \(membership.id)")
        try payments.beginAgain(membership.subject, by: person, with: provider, in: write)
        try write.withdraw(Self.deadline, key: membership.id.description)
        try write.enqueue(Self.deadline, Payload(membership: membership.id), at: end, key: membership.id.description)
    }

    /// Gives a tier without a payment (MUS-011).
    /// - Parameter end: the last moment; nil takes what the tier says.
    func grant(_ tier: Tier, to person: PersonID, until end: Instant? = nil, in write: Write) throws -> MembershipID {
        let id = try add(tier, for: person, paidBy: nil, as: .granted, payableUntil: write.now, in: write)
        try activate(id, until: end, in: write)
        return id
    }

    private func add(
        _ tier: Tier, for person: PersonID?, paidBy buyer: PersonID?, as source: MembershipSource, payableUntil end: Instant, in write: Write
    ) throws -> MembershipID {
        let id: MembershipID = try write.insert(
            """
            INSERT INTO museum_membership (tier_id, person_id, buyer_id, status, source, price, currency, payable_until, created_at, reference,
                changed_at, changed_by)
            VALUES (\(tier.id), \(person), \(buyer), 'pending', \(source.rawValue), \(source == .granted ? 0 : tier.price), \(tier.currency),
                \(end), \(write.now), \("stoa-" + randomBytes(12).hex), \(write.now), \(write.actor))
            """)
        try write.audit(.create, id, ["tier": tier.name, "source": source.rawValue])
        return id
    }

    /// Begins a term that is paid or granted: now, or where a term of the same tier ends (MUS-014).
    func activate(_ id: MembershipID, until end: Instant? = nil, in write: Write) throws {
        let membership = try find(id, in: write)
        guard membership.status.next.contains(.active), let tier = try write.first(.tier(membership.tier)) else {
            throw MembershipRefusal.notAllowed(from: membership.status, to: .active)
        }
        let start = try membership.person.flatMap { try latestEnd(of: $0, tier.id, in: write) } ?? write.now
        let last = end ?? (tier.isForLife ? nil : Self.end(of: tier.months, from: start, in: site.configuration.zone))
        try write.run(
            """
            UPDATE museum_membership SET status = 'active', starts_at = \(start), expires_at = \(last), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        try write.withdraw(Self.deadline, key: id.description)
        try changed(id, .active, tier, in: write)
    }

    /// A gift that is paid waits to be accepted.
    func wait(_ id: MembershipID, in write: Write) throws {
        let membership = try find(id, in: write)
        guard membership.status != .unclaimed else { return }
        try move(membership, to: .unclaimed, in: write)
        try write.withdraw(Self.deadline, key: id.description)
    }

    /// When the last term of a tier ends that somebody has already; nil where none reaches beyond now.
    func latestEnd(of person: PersonID, _ tier: TierID, in db: any Connection) throws -> Instant? {
        let now = site.clock.now()
        return try db.first(
            """
            SELECT expires_at FROM museum_membership WHERE person_id = \(person) AND tier_id = \(tier) AND status = 'active' AND expires_at > \(now)
            ORDER BY expires_at DESC LIMIT 1
            """ as Query<Instant>)
    }

    /// The same day and time so many months later, by the museum's clock; the last of the month where it has no such day.
    static func end(of months: Int, from start: Instant, in zone: TimeZone) -> Instant {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        return calendar.date(byAdding: .month, value: months, to: start.date).map { Instant($0) } ?? start + .days(31 * months)
    }

    /// Drops one that isn't paid; whatever comes in for it later goes back.
    func cancel(_ id: MembershipID, in write: Write) throws {
        let membership = try find(id, in: write)
        guard membership.status == .pending else { throw MembershipRefusal.cannotCancel }
        try move(membership, to: .cancelled, in: write)
        try write.withdraw(Self.deadline, key: id.description)
        try payments.abandon(membership.subject, in: write)
    }

    /// Ends one that counts, without money.
    func revoke(_ id: MembershipID, in write: Write) throws { try move(find(id, in: write), to: .revoked, in: write) }

    /// What was paid has gone back.
    func refunded(_ id: MembershipID, in write: Write) throws {
        let membership = try find(id, in: write)
        if membership.status.next.contains(.refunded) { try move(membership, to: .refunded, in: write) }
    }

    private func move(_ membership: Membership, to status: MembershipStatus, in write: Write) throws {
        guard membership.status.next.contains(status), let tier = try write.first(.tier(membership.tier)) else {
            throw MembershipRefusal.notAllowed(from: membership.status, to: status)
        }
        try write.run(
            """
            UPDATE museum_membership SET status = \(status.rawValue), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(membership.id)
            """)
        try Passes.revoke(of: membership.id, in: write)
        try changed(membership.id, status, tier, in: write)
    }

    /// Tells the log, open screens and the member (MUS-015).
    private func changed(_ id: MembershipID, _ status: MembershipStatus, _ tier: Tier, in write: Write) throws {
        let membership = try find(id, in: write)
        try write.audit(.update, id, ["to": status.rawValue, "tier": tier.name])
        for person in Set([membership.person, membership.buyer].compactMap(\.self)) {
            try write.emit(Membership.topic(id), to: .person(person), kind: "membership", [String: String]())
        }
        if let person = membership.person { try notifier.tell(person, membership, tier, status, in: write) }
    }

    /// The work of ``deadline``.
    var deadlineJob: JobKind {
        JobKind(Self.deadline) { work, _ in
            try await site.write(by: nil, once: nil) { [self] write in
                let membership = try find(work.membership, in: write)
                guard membership.status == .pending, membership.payableUntil <= write.now else { return }
                try cancel(membership.id, in: write)
            }
        }
    }
}
