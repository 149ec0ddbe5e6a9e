import Accounts
import Audit
import Core
import Database
import Events
import Mail
import Payments
import Platform
import Web

/// Gives memberships to others: to whoever has an account by the address, else by an email and a card with a link (MUS-017).
struct Gifts: Sendable {
    let site: Site
    let memberships: Memberships
    let mailer: Mailer

    var link: GiftLink { GiftLink(key: site.key) }

    /// Chooses a tier for somebody else, in the transaction that asks for its payment.
    /// - Throws: ``MembershipRefusal``, `PaymentRefusal`.
    func buy(_ tier: Tier, _ draft: GiftDraft, by person: PersonID, with provider: String, in write: Write) throws -> MembershipID {
        let id = try memberships.begin(tier, for: nil, by: person, with: provider, as: .gift, in: write)
        try write.run(
            """
            INSERT INTO museum_gift (membership_id, email, name, message, changed_at, changed_by)
            VALUES (\(id), \(draft.email?.text ?? ""), \(draft.name), \(draft.message), \(write.now), \(person))
            """)
        if tier.price == 0 { try fulfil(id, in: write) }
        return id
    }

    /// It is paid: the receiver's at once where an account has proved the address, else it waits to be claimed.
    func fulfil(_ id: MembershipID, in write: Write) throws {
        guard let gift = try write.first(.gift(id)) else { throw Problem.notFound }
        if let receiver = try EmailAddress(gift.email).flatMap({ try write.first(.person($0)) }), receiver.isVerified {
            return try take(gift, by: receiver.id, in: write)
        }
        try memberships.wait(id, in: write)
        try tell(gift, in: write)
    }

    /// Writes to the receiver, where the site can send email; one that waits for a mail server would come weeks later.
    private func tell(_ gift: Gift, in write: Write) throws {
        guard !gift.email.isEmpty, site.configuration.mail != nil, let membership = try write.first(.membership(gift.membership)),
            let tier = try write.first(.tier(membership.tier))
        else { return }
        let giver = try membership.buyer.flatMap { try People.names(of: [$0], in: write)[$0] } ?? ""
        let email = Email(
            subject: "A gift for you: \(tier.name)",
            paragraphs: ["Hello \(gift.name),", "\(giver) gives you a membership: \(tier.name)."]
                + (gift.message.isEmpty ? [] : [.verbatim(gift.message)]) + ["Press the button to accept it. It begins when you do."],
            action: EmailAction("Accept the gift", path: link.path(of: membership)))
        try mailer.send(email, to: gift.email, language: nil, key: "museum.gift.\(gift.membership).\(gift.email)", in: write)
    }

    /// Sends a gift that nobody has claimed to another address.
    func redirect(_ id: MembershipID, to email: EmailAddress, in write: Write) throws {
        guard let gift = try write.first(.gift(id)), gift.claimedAt == nil else { throw MembershipRefusal.giftClaimed }
        try write.run(
            "UPDATE museum_gift SET email = \(email.text), changed_at = \(write.now), changed_by = \(write.actor) WHERE membership_id = \(id)")
        guard try memberships.find(id, in: write).status == .unclaimed else { return }
        try fulfil(id, in: write)
    }

    /// Takes a gift by its link.
    /// - Throws: ``MembershipRefusal/giftClaimed``, also for one that is no gift any more.
    func claim(_ id: MembershipID, by person: PersonID, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        guard membership.status == .unclaimed, let gift = try write.first(.gift(id)), gift.claimedAt == nil else {
            throw MembershipRefusal.giftClaimed
        }
        try take(gift, by: person, in: write)
    }

    private func take(_ gift: Gift, by person: PersonID, in write: Write) throws {
        try write.run("UPDATE museum_membership SET person_id = \(person) WHERE id = \(gift.membership)")
        try write.run("UPDATE museum_gift SET claimed_at = \(write.now), changed_at = \(write.now) WHERE membership_id = \(gift.membership)")
        try memberships.activate(gift.membership, in: write)
    }
}
