import Core
import Database
import Payments

/// What ended for a better membership, and counts again where that one is refunded.
struct Restored: Sendable {
    let tier: Tier
    /// nil for life.
    let end: Instant?
    /// Whether something was paid for it, which can be asked for once it counts again.
    let isPaid: Bool
}

extension ReaderLanguage {
    /// What counts again, or would, once a membership is refunded; nil where nothing ended for it, or what did is over.
    func restored(for membership: Membership, at now: Instant, in db: any Connection) throws -> Restored? {
        let parts = try db.all(.exchanged(for: membership.id)).filter { one in
            (one.replacedBy == membership.id || one.status == .active) && one.expiresAt.map { $0 > now } ?? true
        }
        guard let first = parts.first, let tier = try self(db.first(.tier(first.tier)), in: db) else { return nil }
        return Restored(
            tier: tier, end: parts.contains { $0.expiresAt == nil } ? nil : parts.compactMap(\.expiresAt).max(),
            isPaid: parts.contains { $0.payment != nil })
    }
}

extension MembershipPage {
    /// How the money comes or came back; nil where that failed.
    func back(of paid: Payment) -> Text? {
        if paid.refund?.receipt != nil { return "You got \(paid.amount) back." }
        if paid.status == .refundFailed { return nil }
        return paid.isCash ? "You get \(paid.amount) back at the desk." : "You get \(paid.amount) back."
    }

    /// What has ended with a refund, and what counts again.
    var ended: Text {
        if membership.source == .gift, membership.startsAt == nil { return "The gift can no longer be accepted." }
        guard let before else { return "\(tier.name) has ended." }
        return "\(tier.name) has ended, and \(before.tier.name) counts again until \(zone.end(before.end))."
    }
}
