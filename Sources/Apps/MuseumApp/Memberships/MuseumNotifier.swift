import Core
import Database
import Notifications
import Platform
import Web

/// Tells members what became of their memberships.
struct MuseumNotifier: Sendable {
    static let kind = NotificationKind(
        "museum.membership", "Your membership", hint: "Your membership has begun, ends soon or was refunded.", channels: [.inbox, .push, .email])

    static let gifts = NotificationKind(
        "museum.gift", "Gifts you gave", hint: "Someone accepted your gift, or it was refunded.", channels: [.inbox, .push, .email])

    let site: Site
    let notifier: Notifier

    /// - Parameters:
    ///   - left: what they are a member by without this one.
    ///   - isRenewal: whether it follows on another one of its tier.
    ///   - waiting: the same, which isn't paid: after a refund because paying it was a slip.
    func tell(
        _ person: PersonID, _ membership: Membership, _ tier: Tier, _ status: MembershipStatus, left: (membership: Membership, tier: Tier)?,
        isRenewal: Bool, waiting: Membership?, in write: Write
    ) throws {
        var told = words(membership, tier, status, left, isRenewal)
        if status == .refunded, let waiting {
            told = ("Your reservation is back: \(tier.name)", "The payment at the desk was undone. You can pay \(waiting.cost) there as before.")
        }
        guard let (title, body) = told else { return }
        try send(Self.kind, title, body, link: MuseumPaths.profile(), to: person, in: write)
    }

    /// Tells whoever gave a gift that it was accepted.
    func tellGiver(_ giver: PersonID, _ membership: Membership, _ tier: Tier, in write: Write) throws {
        let name = try write.first(.gift(membership.id))?.name ?? ""
        try send(
            Self.gifts, name.isEmpty ? "Your gift has been accepted" : "\(name) has accepted your gift", "The membership has begun: \(tier.name).",
            link: MuseumPaths.membership(membership.id), to: giver, in: write)
    }

    /// Tells whoever asked for the money of a gift that they get it; for their own membership ``tell(_:_:_:_:left:isRenewal:waiting:in:)`` does.
    func tellOfGiftRefund(_ giver: PersonID, _ membership: Membership, _ tier: Tier, in write: Write) throws {
        try send(
            Self.gifts, "Your gift was refunded", "You get \(membership.cost) back: \(tier.name).", link: MuseumPaths.membership(membership.id),
            to: giver, in: write)
    }

    private func send(_ kind: NotificationKind, _ title: Text, _ body: Text, link: String, to person: PersonID, in write: Write) throws {
        try notifier.send(Notification(kind: kind.id, title: title, body: body, link: link, actor: write.actor), to: person, in: write)
    }

    /// Of a payment that came when nothing was to be paid any more, such as a card's after somebody paid at the desk.
    func tellOfMoneyBack(_ person: PersonID, _ amount: Money, in write: Write) throws {
        try notifier.send(
            Notification(
                kind: Self.kind.id, title: "\(amount) goes back to you", body: "It came when nothing was left to pay. You needn’t do anything.",
                link: MuseumPaths.profile(), actor: nil), to: person, in: write)
    }

    private func words(
        _ membership: Membership, _ tier: Tier, _ status: MembershipStatus, _ left: (membership: Membership, tier: Tier)?,
        _ isRenewal: Bool
    ) -> (Text, Text)? {
        let zone = DayZone(zone: site.configuration.zone)
        switch status {
        case .active where isRenewal && membership.expiresAt != nil:
            return ("Renewed: \(tier.name)", "Your membership is valid until \(zone.end(membership.expiresAt)).")
        case .active:
            if let start = membership.startsAt, start > site.clock.now() {
                return ("Your membership: \(tier.name)", "It begins on \(Day(start, in: site.configuration.zone)).")
            }
            guard membership.expiresAt != nil else { return ("You’re a member: \(tier.name)", "Your membership is for life.") }
            return ("You’re a member: \(tier.name)", "Your membership is valid until \(zone.end(membership.expiresAt)).")
        case .refunded where membership.startsAt.map { $0 > site.clock.now() } ?? false:
            return ("Membership refunded", "\(membership.cost) was refunded. The term that was to begin later won’t begin.")
        case .refunded where left != nil:
            return ("Membership refunded", "\(membership.cost) was refunded. You’re still a member: \(left?.tier.name ?? "").")
        case .refunded: return ("Membership refunded", "\(membership.cost) was refunded, and your membership has ended.")
        case .revoked where left != nil: return ("Membership ended: \(tier.name)", "You’re still a member: \(left?.tier.name ?? "").")
        case .revoked: return ("Membership ended", "Contact the museum if you have questions.")
        case .pending, .unclaimed, .cancelled: return nil
        }
    }
}
