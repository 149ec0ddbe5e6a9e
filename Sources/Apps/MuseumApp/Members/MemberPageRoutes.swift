import Accounts
import Core
import Database
import Interface
import Mail
import Payments
import Platform
import Web

/// A member in the portal, and ending a membership (MUS-011, MUS-046).
struct MemberPageRoutes: Sendable {
    let services: MuseumServices

    private var site: Site { services.site }
    private var zone: DayZone { DayZone(zone: site.configuration.zone) }

    var routes: [Route] {
        [
            .get(MuseumPaths.adminMember, allow: .permission(.museumMembers), use: show),
            .get(MuseumPaths.adminMemberCard, allow: .permission(.museumMembers), use: card),
            .get(MuseumPaths.adminEndMember, allow: .permission(.museumMembers), use: confirmEnd),
            .post(MuseumPaths.adminEndMember, allow: .permission(.museumMembers), use: end),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> MemberPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, zone, now = site.clock.now()] db in
            let membership = try services.memberships.find(id, in: db)
            let tiers = try tiers(for: reader, in: db)
            guard let tier = tiers[membership.tier] else { throw Problem.notFound }
            let buyer = membership.buyer == membership.person ? nil : membership.buyer
            let others = try membership.person.map { try db.all(.memberships(of: $0)) } ?? []
            return MemberPage(
                membership: membership, tier: tier, name: try Holders.name(of: membership, in: db),
                person: try membership.person.flatMap { try db.first(.person($0)) },
                buyer: try buyer.flatMap { try People.names(of: [$0], in: db)[$0] }, payment: try paid(for: membership, in: db),
                number: try MemberNumbers.number(for: membership, in: db), refund: try db.first(.refundRequests(for: id)),
                receipts: try services.payments.receiptLinks(of: membership.subject, in: db),
                others: others.compactMap { other in
                    other.id == id || other.status == .cancelled ? nil : tiers[other.tier].map { (membership: other, tier: $0) }
                }, now: now, zone: zone)
        }
    }

    /// The card of one that was granted, or sold at the desk, to somebody without an account, to print. A gift's is its giver's.
    func card(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> MemberCardPage {
        let reader = ReaderLanguage(request, site)
        return try await site.database.read { [services, site] db in
            let membership = try services.memberships.find(id, in: db)
            guard membership.hasCard, let tier = try reader(db.first(.tier(membership.tier)), in: db),
                let card = try PrintedCard(
                    membership, tier, MemberNumbers.number(for: membership, in: db), services.gifts.link, on: site, in: db)
            else { throw Problem.notFound }
            return MemberCardPage(card: card, isSent: site.configuration.mail != nil && !card.gift.email.isEmpty)
        }
    }

    /// All tiers, in the words of a reader.
    private func tiers(for reader: ReaderLanguage, in db: any Connection) throws -> [TierID: Tier] {
        Dictionary(try reader(db.all(.tiers(withRetired: true)), in: db).map { ($0.id, $0) }) { first, _ in first }
    }

    /// What was paid for it and hasn't gone back.
    private func paid(for membership: Membership, in db: any Connection) throws -> Payment? {
        try membership.payment.flatMap { try services.payments.find($0, in: db) }.flatMap { $0.isPaid ? $0 : nil }
    }

    func confirmEnd(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let terms = request.query["terms"].flatMap { EndPage.Terms(rawValue: $0) }
        let reader = ReaderLanguage(request, site)
        let question = try await site.database.read { [services, zone, now = site.clock.now()] db -> EndPage? in
            let membership = try services.memberships.find(id, in: db)
            let tiers = try tiers(for: reader, in: db)
            guard membership.status == .active || membership.status == .unclaimed, let tier = tiers[membership.tier] else { return nil }
            func named(_ one: Membership) -> (membership: Membership, tier: Tier)? { tiers[one.tier].map { (one, $0) } }
            return EndPage(
                membership: membership, tier: tier, name: .person(named: try Holders.name(of: membership, in: db)),
                paid: try paid(for: membership, in: db)?.amount, before: try db.first(.replaced(by: id)).flatMap(named),
                next: try following(membership, in: db).compactMap { one in
                    try named(one).map { ($0.membership, $0.tier, try paid(for: one, in: db)?.amount) }
                }, terms: terms, now: now, zone: zone)
        }
        guard let question else { return .seeOther(MuseumPaths.adminMember(id)) }
        return try await question.response(for: request)
    }

    /// What the member has paid or been granted and that begins later, where this one counts now.
    private func following(_ membership: Membership, in db: any Connection) throws -> [Membership] {
        let now = site.clock.now()
        guard let person = membership.person, membership.isValid(at: now) else { return [] }
        return try db.all(.upcoming(of: person, at: now))
    }

    private struct EndForm: Decodable {
        let confirmed: Bool
        var refund: String?
        var next: String?
    }

    /// Ends a membership, and what begins later where the form says so; what was paid goes back unless the form says otherwise.
    func end(_ request: Request, _ member: Member, _ id: MembershipID) async throws -> Response {
        let form = try request.form(EndForm.self)
        guard form.confirmed else { return .seeOther(link(MuseumPaths.adminEndMember(id), query: request.query)) }
        let refunded = try await site.write(by: member.id) { [services] write -> [Money] in
            let membership = try services.memberships.find(id, in: write)
            let next = form.next == "end" ? try following(membership, in: write) : []
            return try ([membership] + next).compactMap { try end($0, withRefund: form.refund != "false", in: write) }
        }
        let sum = refunded.first.map { first in Money(minor: refunded.reduce(0) { $0 + $1.minor }, currency: first.currency) }
        return .seeOther(
            MuseumPaths.adminMember(id),
            flash: sum.map { "The membership has ended. \($0) is being refunded." } ?? "The membership has ended. No money was refunded.")
    }

    /// - Returns: what goes back.
    private func end(_ membership: Membership, withRefund: Bool, in write: Write) throws -> Money? {
        let memberships = services.memberships
        if withRefund, let payment = try paid(for: membership, in: write) {
            try services.payments.refund(payment.id, because: "The museum ended the membership.", in: write)
            return payment.amount
        }
        if withRefund, membership.credit > 0, membership.payment == nil {
            try memberships.takeBack(membership.id, because: "The museum ended the membership.", in: write)
        } else {
            try memberships.revoke(membership.id, in: write)
        }
        return nil
    }
}
