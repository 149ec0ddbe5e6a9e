import Core
import Notifications
import Platform
import Web

/// Tells members what became of their memberships.
struct MuseumNotifier: Sendable {
    static let kind = NotificationKind(
        "museum.membership", "Your membership", hint: "Your membership has begun, ends soon or was refunded.", channels: [.inbox, .push, .email])

    let site: Site
    let notifier: Notifier

    func tell(_ person: PersonID, _ membership: Membership, _ tier: Tier, _ status: MembershipStatus, in write: Write) throws {
        guard let (title, body) = words(membership, tier, status) else { return }
        try notifier.send(
            Notification(kind: Self.kind.id, title: title, body: body, link: MuseumPaths.profile(), actor: write.actor), to: person, in: write)
    }

    private func words(_ membership: Membership, _ tier: Tier, _ status: MembershipStatus) -> (Text, Text)? {
        switch status {
        case .active:
            guard let end = membership.expiresAt else { return ("Welcome, \(tier.name)", "Your membership is for life.") }
            return ("Welcome, \(tier.name)", "Your membership is valid until \(Day(end, in: site.configuration.zone)).")
        case .refunded: return ("Membership refunded", "\(membership.cost) was refunded, and your membership has ended.")
        case .revoked: return ("Membership ended", "Contact the museum if you have questions.")
        case .pending, .unclaimed, .cancelled: return nil
        }
    }
}
