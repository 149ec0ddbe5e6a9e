import Core
import Database
import Interface
import Markup
import Platform
import Web

extension Desk {
    /// A membership that lets somebody in now.
    struct Admission: Sendable {
        let membership: MembershipID
        /// When the day's admission was.
        let usedAt: Instant?
        /// How many guests came today, and how many still can.
        let brought: Int, guests: Int
        /// For one tap, however often it is sent.
        let nonce: String
    }

    /// Nil where the membership doesn't count now, or its tier has no free entry.
    func admission(_ membership: Membership, _ tier: Tier, in db: any Connection) throws -> Admission? {
        let now = site.clock.now()
        guard membership.isValid(at: now), tier.includesEntry(on: site) else { return nil }
        let day = Day(now, in: site.configuration.zone)
        let brought = try Gate.guests(of: membership, on: day, in: db)
        return Admission(
            membership: membership.id, usedAt: try db.first(.first(of: membership, on: day))?.scannedAt, brought: brought,
            guests: max(0, tier.guests - brought), nonce: GateRoutes.nonce())
    }

    /// The same after a sale: where what was sold begins later, what they have until then lets them in.
    func admission(after sold: Membership, _ tier: Tier, in db: any Connection) throws -> Admission? {
        if let admission = try admission(sold, tier, in: db) { return admission }
        let now = site.clock.now()
        guard sold.status == .active, sold.startsAt.map({ $0 > now }) ?? false else { return nil }
        if let person = sold.person {
            return try memberships.current(of: person, in: db).flatMap { try admission($0.membership, $0.tier, in: db) }
        }
        let current = try MemberNumbers.term(onCardOf: sold, at: now, in: db)
        return try db.first(.tier(current.tier)).flatMap { try admission(current, $0, in: db) }
    }
}

/// Lets somebody in from the desk, without sending them to the gate.
struct DeskAdmit: HTML {
    let admission: Desk.Admission
    /// Whether going on is likelier.
    var isSecond = false

    var body: some HTML {
        div(.class("desk-admit")) {
            AdmitForm(
                membership: admission.membership, nonce: admission.nonce, again: admission.usedAt != nil, guests: admission.guests,
                isFromDesk: true, isSecond: isSecond)
        }
    }
}
