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

    /// Chooses a tier on the terms of ``offer(of:to:in:)``, in the transaction that asks for its payment; what leaves nothing to pay is active at
    /// once.
    /// - Throws: ``MembershipRefusal/notSold``, ``MembershipRefusal/isForLife``, ``PaymentRefusal``.
    func buy(
        _ tier: Tier, by person: PersonID, with provider: String, as source: MembershipSource = .app, in write: Write
    ) throws -> MembershipID {
        // One choice at a time: whoever chooses again has dropped what isn't paid.
        let dropped = try write.all(.memberships(of: person)).filter { $0.status == .pending }
        for earlier in dropped { try cancel(earlier.id, in: write) }
        let offer = try offer(of: tier, to: person, in: write)
        if case .alreadyForLife = offer.standing { throw MembershipRefusal.isForLife }
        let id = try begin(tier, for: person, by: person, with: provider, as: source, exchange: offer.exchange, in: write)
        for earlier in dropped { try write.run("UPDATE museum_membership SET dropped_for = \(id) WHERE id = \(earlier.id)") }
        if offer.cost.minor == 0 { try activate(id, in: write) }
        return id
    }

    /// Puts down what somebody chose, and asks for its payment where it costs something.
    /// - Throws: ``MembershipRefusal/notSold``, ``PaymentRefusal``.
    func begin(
        _ tier: Tier, for person: PersonID?, by buyer: PersonID?, with provider: String, as source: MembershipSource, exchange: Exchange? = nil,
        in write: Write
    ) throws -> MembershipID {
        guard tier.isSold, !tier.isRetired else { throw MembershipRefusal.notSold }
        let end = write.now + Membership.timeToPay(with: provider)
        let id = try add(tier, for: person, paidBy: buyer, as: source, credit: exchange?.credit ?? 0, payableUntil: end, in: write)
        for part in exchange?.parts ?? [] {
            try write.run(
                """
                INSERT INTO museum_exchange (membership_id, replaced_id, amount, changed_at, changed_by)
                VALUES (\(id), \(part.membership.id), \(part.unused), \(write.now), \(write.actor))
                """)
        }
        if tier.price > exchange?.credit ?? 0 {
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
    /// - Parameters:
    ///   - person: nil for somebody without an account, who makes it theirs by its link.
    ///   - end: the last moment; nil takes what the tier says.
    func grant(_ tier: Tier, to person: PersonID?, until end: Instant? = nil, in write: Write) throws -> MembershipID {
        let id = try add(tier, for: person, paidBy: nil, as: .granted, credit: 0, payableUntil: write.now, in: write)
        try activate(id, until: end, in: write)
        return id
    }

    private func add(
        _ tier: Tier, for person: PersonID?, paidBy buyer: PersonID?, as source: MembershipSource, credit: Int, payableUntil end: Instant,
        in write: Write
    ) throws -> MembershipID {
        let id: MembershipID = try write.insert(
            """
            INSERT INTO museum_membership (tier_id, person_id, buyer_id, status, source, price, credit, currency, payable_until, created_at, reference,
                changed_at, changed_by)
            VALUES (\(tier.id), \(person), \(buyer), 'pending', \(source.rawValue), \(source == .granted ? 0 : tier.price), \(credit), \(tier.currency),
                \(end), \(write.now), \("stoa-" + randomBytes(12).hex), \(write.now), \(write.actor))
            """)
        try write.audit(.create, id, ["tier": tier.name, "source": source.rawValue])
        return id
    }

    /// Takes the row of a membership, so that two steps that exclude each other don't run beside one another.
    func hold(_ id: MembershipID, in write: Write) throws {
        try write.run("UPDATE museum_membership SET changed_at = changed_at WHERE id = \(id)")
    }

    /// Begins a term that is paid or granted: now, or where another one ends (MUS-014). What was to end for it ends.
    /// - Throws: ``MembershipRefusal/giftRefundRequested`` for a gift whose giver wants the money back.
    func activate(_ id: MembershipID, until end: Instant? = nil, in write: Write) throws {
        try hold(id, in: write)
        let membership = try find(id, in: write)
        if membership.status == .unclaimed, try RefundRequest.isOpen(for: id, in: write) { throw MembershipRefusal.giftRefundRequested }
        guard membership.status.next.contains(.active), let tier = try write.first(.tier(membership.tier)) else {
            throw MembershipRefusal.notAllowed(from: membership.status, to: .active)
        }
        let start = try beginning(of: membership, tier, in: write) ?? write.now
        let last = end ?? (tier.isForLife ? nil : Self.end(of: tier.months, from: start, in: site.configuration.zone))
        try write.run(
            """
            UPDATE museum_membership SET status = 'active', starts_at = \(start), expires_at = \(last), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(id)
            """)
        try write.withdraw(Self.deadline, key: id.description)
        try replaceWhatEnds(for: membership, in: write)
        try changed(id, .active, tier, in: write)
        // One that an account gets at once, as it is paid, waits for nobody.
        if membership.status == .unclaimed, let giver = membership.buyer { try notifier.tellGiver(giver, membership, tier, in: write) }
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
        // The payment first, as where it is confirmed: PostgreSQL ends one of two that take both in different orders, after a second in which
        // nobody gets on.
        try payments.abandon(membership.subject, in: write)
        try move(membership, to: .cancelled, in: write)
        try write.withdraw(Self.deadline, key: id.description)
    }

    /// Ends one that counts, without money. What had ended for it stays ended.
    func revoke(_ id: MembershipID, in write: Write) throws { try move(find(id, in: write), to: .revoked, in: write) }

    /// What was paid has gone back: what had ended for it counts again, until its own end.
    func refunded(_ id: MembershipID, in write: Write) throws {
        let membership = try find(id, in: write)
        try restoreReplaced(by: id, in: write)
        if membership.status.next.contains(.refunded) { try move(membership, to: .refunded, in: write) }
    }

    func move(_ membership: Membership, to status: MembershipStatus, in write: Write) throws {
        guard membership.status.next.contains(status), let tier = try write.first(.tier(membership.tier)) else {
            throw MembershipRefusal.notAllowed(from: membership.status, to: status)
        }
        try write.run(
            """
            UPDATE museum_membership SET status = \(status.rawValue), ended_at = \(status.isEnded ? write.now : nil as Instant?),
                changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(membership.id)
            """)
        try Passes.revoke(of: membership.id, in: write)
        if status == .refunded {
            let asking = try RefundRequest.settle(membership.id, in: write)
            for person in asking where person != membership.person { try notifier.tellOfGiftRefund(person, membership, tier, in: write) }
        }
        // What was taken off because of it can't be any more.
        for waiting in try write.all(.waiting(toReplace: membership.id)) { try cancel(waiting.id, in: write) }
        try changed(membership.id, status, tier, in: write)
    }

    /// Tells the log, open screens and the member (MUS-015).
    func changed(_ id: MembershipID, _ status: MembershipStatus, _ tier: Tier, in write: Write) throws {
        let membership = try find(id, in: write)
        if status == .active { try MemberNumbers.give(membership, in: write) }
        try write.audit(.update, id, ["to": status.rawValue, "tier": tier.name])
        for person in Set([membership.person, membership.buyer].compactMap(\.self)) {
            try write.emit(Membership.topic(id), to: .person(person), kind: "membership", [String: String]())
        }
        if let person = membership.person {
            let left = status == .active ? nil : try current(of: person, in: write)
            let isRenewal = status == .active ? try isRenewal(membership, in: write) : false
            let waiting = status == .refunded ? try waiting(tier.id, of: person, in: write) : nil
            try notifier.tell(person, membership, tier, status, left: left, isRenewal: isRenewal, waiting: waiting, in: write)
        }
        // What MemberPress has to know is written there at once; where it can't be, it waits.
        if site.configuration.memberPress.map({ !$0.isStopped }) ?? false { try write.enqueue(MemberPressSync.job, NoPayload(), key: "now") }
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
