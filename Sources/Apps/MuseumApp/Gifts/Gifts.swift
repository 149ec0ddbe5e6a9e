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
    /// What one person may have sent in a day, and what one address may get of it all: anybody can buy a gift, and choose where its words go.
    private let emails: RateLimiter
    private let addresses: RateLimiter
    /// Codes that one network may type.
    let codes: RateLimiter

    init(site: Site, memberships: Memberships, mailer: Mailer) {
        (self.site, self.memberships, self.mailer) = (site, memberships, mailer)
        emails = site.rateLimiter("museum.gift-emails", capacity: 10, per: .days(1))
        addresses = site.rateLimiter("museum.gift-addresses", capacity: 3, per: .days(1))
        codes = site.rateLimiter("museum.gift-codes", capacity: 20, per: .seconds(3600))
    }

    var link: GiftLink { GiftLink(key: site.key) }

    /// Counts an email that somebody wants sent.
    /// - Throws: ``MembershipRefusal/tooManyEmails(seconds:)``.
    func count(_ email: EmailAddress?, by person: PersonID) throws(MembershipRefusal) {
        guard let email, let seconds = emails.take(person.description) ?? addresses.take(email.text) else { return }
        throw .tooManyEmails(seconds: seconds)
    }

    /// Chooses a tier for somebody else, in the transaction that asks for its payment.
    /// - Throws: ``MembershipRefusal``, `PaymentRefusal`.
    /// - Parameter person: nil for somebody at the desk who has no account.
    func buy(_ tier: Tier, _ draft: GiftDraft, by person: PersonID?, with provider: String, in write: Write) throws -> MembershipID {
        let id = try memberships.begin(tier, for: nil, by: person, with: provider, as: .gift, in: write)
        try write.run(
            """
            INSERT INTO museum_gift (membership_id, email, name, message, changed_at, changed_by)
            VALUES (\(id), \(draft.email?.text ?? ""), \(draft.name), \(draft.message), \(write.now), \(write.actor))
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
            paragraphs: [
                "Hello \(gift.name),",
                giver.isEmpty ? "You’ve been given a membership: \(tier.name)." : "\(giver) gives you a membership: \(tier.name).",
            ]
                + (gift.message.isEmpty ? [] : [.verbatim(gift.message)]) + ["Press the button to accept it. It begins when you do."],
            action: EmailAction("Accept the gift", path: link.path(of: membership)))
        try mailer.send(email, to: gift.email, language: nil, key: "museum.gift.\(gift.membership).\(gift.email)", in: write)
    }

    /// Sends a gift that nobody has claimed to another address.
    func redirect(_ id: MembershipID, to email: EmailAddress, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        if membership.status != .pending, let refusal = try refusal(of: membership, in: write) { throw refusal }
        guard try write.first(.gift(id))?.claimedAt == nil else { throw MembershipRefusal.giftClaimed }
        try write.run(
            "UPDATE museum_gift SET email = \(email.text), changed_at = \(write.now), changed_by = \(write.actor) WHERE membership_id = \(id)")
        guard membership.status == .unclaimed else { return }
        try fulfil(id, in: write)
    }

    /// Why nobody can make a membership theirs by its link; nil where somebody can.
    func refusal(of membership: Membership, in db: any Connection) throws -> MembershipRefusal? {
        let isGift = membership.source == .gift
        switch membership.status {
        case .unclaimed: return try RefundRequest.isOpen(for: membership.id, in: db) ? .giftRefundRequested : nil
        case .active: return membership.person == nil ? nil : isGift ? .giftClaimed : .cardClaimed
        case .refunded: return isGift ? .giftRefunded : .cardEnded
        case .pending, .cancelled, .revoked: return isGift ? .giftEnded : .cardEnded
        }
    }

    /// Takes a gift by its link.
    /// - Throws: what ``refusal(of:in:)`` says.
    func claim(_ id: MembershipID, by person: PersonID, in write: Write) throws {
        let membership = try MemberNumbers.term(onCardOf: memberships.find(id, in: write), at: write.now, in: write)
        if let refusal = try refusal(of: membership, in: write) { throw refusal }
        guard let gift = try write.first(.gift(membership.id)), gift.claimedAt == nil else { throw MembershipRefusal.giftClaimed }
        try take(gift, by: person, in: write)
    }

    private func take(_ gift: Gift, by person: PersonID, in write: Write) throws {
        // With all terms that go by the same card.
        let card = try MemberNumbers.cards(of: [gift.membership], in: write)[gift.membership] ?? gift.membership
        let all: SQL = """
            (SELECT c.membership_id FROM museum_gift c
            WHERE c.membership_id = \(gift.membership) OR c.membership_id = \(card) OR c.renews_id = \(card))
            """
        try write.run("UPDATE museum_membership SET person_id = \(person) WHERE person_id IS NULL AND id IN \(sql: all)")
        try write.run(
            "UPDATE museum_gift SET claimed_at = \(write.now), changed_at = \(write.now) WHERE claimed_at IS NULL AND membership_id IN \(sql: all)")
        if try memberships.find(gift.membership, in: write).status != .active { try memberships.activate(gift.membership, in: write) }
    }

    // MARK: At the desk

    /// What a printed card is about, by the address in its picture or by the code to type; nil for any other text.
    func membership(onCard text: String, in db: any Connection) throws -> Membership? {
        if let (id, token) = GiftLink.token(in: text) {
            return try db.first(.membership(id)).flatMap { link.fits(token, $0) ? $0 : nil }
        }
        guard let (id, code) = GiftLink.membership(in: text) else { return nil }
        return try db.first(.membership(id)).flatMap { link.fits(code: code, $0) ? $0 : nil }
    }

    /// Where the desk accepts a gift.
    func deskPath(of membership: Membership) -> String? {
        GiftLink.token(in: link.path(of: membership)).map { MuseumPaths.deskGift($0.id, $0.token) }
    }

    /// The same for whoever stands at the entrance, and goes on there.
    func gatePath(of membership: Membership) -> String? {
        deskPath(of: membership).map { Web.link($0, query: [DeskOrigin.name: DeskOrigin.gate.rawValue]) }
    }

    /// Sells a membership to somebody who has no account: it counts at once, by the number on its card, and becomes theirs by its link.
    /// - Parameter card: the first membership of whoever has one already: its number stays theirs, and a term of the same tier begins when the last ends.
    /// - Throws: ``MembershipRefusal``, `PaymentRefusal`.
    /// - Parameter exchange: what ends for it.
    func sell(
        _ tier: Tier, _ draft: GiftDraft, renewing card: MembershipID? = nil, exchange: Exchange? = nil, in write: Write
    ) throws -> MembershipID {
        let id = try memberships.begin(tier, for: nil, by: nil, with: Membership.cash, as: .desk, exchange: exchange, in: write)
        try write.run(
            """
            INSERT INTO museum_gift (membership_id, email, name, message, renews_id, changed_at, changed_by)
            VALUES (\(id), \(draft.email?.text ?? ""), \(draft.name), '', \(card), \(write.now), \(write.actor))
            """)
        if tier.price <= exchange?.credit ?? 0 { try memberships.activate(id, in: write) }
        return id
    }

    /// Grants a membership to somebody who has no account: as one that is sold at the desk, without money.
    func grant(_ tier: Tier, _ draft: GiftDraft, in write: Write) throws -> MembershipID {
        let id = try memberships.grant(tier, to: nil, in: write)
        try write.run(
            """
            INSERT INTO museum_gift (membership_id, email, name, message, changed_at, changed_by)
            VALUES (\(id), \(draft.email?.text ?? ""), \(draft.name), \(draft.message), \(write.now), \(write.actor))
            """)
        try welcome(id, in: write)
        return id
    }

    /// Writes to whoever got a membership without an account how it gets onto their phone.
    func welcome(_ id: MembershipID, in write: Write) throws {
        guard let gift = try write.first(.gift(id)), !gift.email.isEmpty, site.configuration.mail != nil,
            let membership = try write.first(.membership(id)), membership.isClaimable, let tier = try write.first(.tier(membership.tier))
        else { return }
        let email = Email(
            subject: "Your membership: \(tier.name)",
            paragraphs: [
                "Hello \(gift.name),", membership.source == .granted ? "The museum has made you a member." : "Thank you. You’re a member.",
            ] + (gift.message.isEmpty ? [] : [.verbatim(gift.message)]) + ["With an account you have the code for the entrance on your phone."],
            action: EmailAction("Put it on my phone", path: link.path(of: membership)))
        try mailer.send(email, to: gift.email, language: nil, key: "museum.desk.\(id)", in: write)
    }
}
