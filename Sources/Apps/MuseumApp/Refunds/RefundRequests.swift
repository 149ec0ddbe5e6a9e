import Accounts
import Audit
import Core
import Database
import Notifications
import Payments
import Platform
import Web

/// Takes wishes for refunds and answers them. The money itself goes back where a membership is ended.
struct RefundRequests: Sendable {
    static let kind = NotificationKind(
        "museum.refunds", "Refund requests", hint: "A member asks for a refund.", channels: [.inbox, .email], for: .museumMembers)

    let site: Site
    let memberships: Memberships
    let payments: Payments
    let notifier: Notifier
    let roles: Roles

    /// What somebody wants back, with what staff have to know of it.
    struct Wish: Sendable {
        let request: RefundRequest
        let membership: Membership
        let tier: Tier
        /// The number on the member's card.
        let number: Int64
        let payment: Payment?
        /// Of whoever asks.
        let name: String
    }

    /// The membership that somebody may ask a refund for, and what they paid for it.
    /// - Throws: a plain “not found” for anybody else's, for a gift that somebody has accepted, and for one whose money isn't here.
    func refundable(_ id: MembershipID, by person: PersonID, in db: any Connection) throws -> (membership: Membership, payment: Payment) {
        guard let membership = try db.first(.membership(id, of: person)), membership.buyer == person,
            membership.status == .active && (membership.source != .gift || membership.person == person) || membership.status == .unclaimed,
            let payment = try membership.payment.flatMap({ try payments.find($0, in: db) }), payment.isPaid
        else { throw Problem.notFound }
        return (membership, payment)
    }

    /// Asks the museum for a refund, and tells those who decide. Asking again while nobody has answered changes nothing.
    func ask(_ words: String, for id: MembershipID, by person: PersonID, in write: Write) throws {
        // A gift that somebody accepts at this moment is refused here, or waits and is refused there.
        try memberships.hold(id, in: write)
        let membership = try refundable(id, by: person, in: write).membership
        let isNew = try write.run(
            """
            INSERT INTO museum_refund_request (membership_id, person_id, words, asked_at, status, changed_at, changed_by)
            VALUES (\(id), \(person), \(words), \(write.now), 'open', \(write.now), \(person)) ON CONFLICT DO NOTHING
            """)
        guard isNew == 1, let request = try write.first(.refundRequests(for: id)), let tier = try write.first(.tier(membership.tier)) else { return }
        try write.audit(.create, request.id, ["tier": tier.name])
        let name = try People.names(of: [person], in: write)[person] ?? ""
        let notification = Notification(
            kind: Self.kind.id, title: "\(name) asks for a refund", body: "\(tier.name), \(membership.cost)", link: MuseumPaths.adminMember(id),
            key: "museum-refund-\(request.id)", actor: person)
        for holder in try roles.holders(of: .museumMembers, in: write) { try notifier.send(notification, to: holder, in: write) }
    }

    /// Takes a wish back that nobody has answered: as if it had not been asked, but for the log.
    /// - Throws: ``RefundRefusal/answered`` once somebody did, also for a wish that isn't theirs.
    func withdraw(_ id: MembershipID, by person: PersonID, in write: Write) throws {
        let withdrawn = try write.first(
            "DELETE FROM museum_refund_request WHERE membership_id = \(id) AND person_id = \(person) AND status = 'open' RETURNING id"
                as Query<ID<RefundRequest>>)
        guard let withdrawn else { throw RefundRefusal.answered }
        try write.audit(.delete, withdrawn, [String: String]())
        try settle(id, in: write)
    }

    /// Nobody else needs to answer any more.
    private func settle(_ id: MembershipID, in write: Write) throws {
        try notifier.settle(
            Self.kind.id, leadingTo: MuseumPaths.adminMember(id), for: roles.holders(of: .museumMembers, in: write), in: write)
    }

    /// Answers in words, and leaves the membership and the money as they are.
    func decline(_ id: MembershipID, _ answer: String, in write: Write) throws {
        guard let request = try write.first(.refundRequests(for: id)), request.status == .open else { throw RefundRefusal.answered }
        try write.run(
            """
            UPDATE museum_refund_request SET status = 'declined', answer = \(answer), answered_at = \(write.now), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(request.id)
            """)
        try write.audit(.update, request.id, ["to": RefundRequest.Status.declined.rawValue])
        try settle(id, in: write)
        guard let person = request.person else { return }
        let notification = Notification(
            kind: MuseumNotifier.kind.id, title: "The museum has answered your refund request", body: .verbatim(String(answer.prefix(200))),
            link: MuseumPaths.membership(id), actor: write.actor)
        try notifier.send(notification, to: person, in: write)
    }

    /// What waits for an answer, the oldest first.
    func waiting(limit: Int = 50, for reader: ReaderLanguage = .originals, in db: any Connection) throws -> [Wish] {
        let requests = try db.all(.openRefundRequests(limit: limit))
        let names = try People.names(of: Set(requests.compactMap(\.person)), in: db)
        return try requests.compactMap { request in
            guard let membership = try db.first(.membership(request.membership)), let tier = try reader(db.first(.tier(membership.tier)), in: db)
            else { return nil }
            return Wish(
                request: request, membership: membership, tier: tier, number: try MemberNumbers.number(for: membership, in: db),
                payment: try membership.payment.flatMap { try payments.find($0, in: db) },
                name: request.person.flatMap { names[$0] } ?? "")
        }
    }
}

/// Why a wish for a refund isn't answered.
enum RefundRefusal: Error, Equatable {
    case answered
}

extension RefundRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .answered:
            Problem(.conflict, "museum.refund-answered", "This refund request was already answered.", remedy: "Reload the page to see how it is now.")
        }
    }
}

/// Tells managers on the first page of the portal who asks for a refund, one tap from the member.
struct RefundAlerts: AdminAlertSource {
    let requests: RefundRequests
    var permission: Permission { .museumMembers }
    /// More than these are told of together.
    private static let most = 3

    func items(in db: any Connection) throws -> [AdminAlert] {
        let count = try RefundRequest.countOpen(in: db)
        let shown = try requests.waiting(limit: count > Self.most ? 0 : Self.most, in: db)
        guard count <= Self.most else {
            return [
                AdminAlert(
                    "\(count) refund requests wait for an answer", detail: "Refund them, or answer.", path: MuseumPaths.adminMembers() + "#refunds",
                    isForPerson: true)
            ]
        }
        return shown.map { wish in
            AdminAlert(
                wish.name.isEmpty ? "A member asks for a refund" : "\(wish.name) asks for a refund", detail: wish.words(by: requests.payments),
                path: MuseumPaths.adminMember(wish.membership.id) + "#refund", isForPerson: true)
        }
    }
}

extension RefundRequests.Wish {
    /// `Single, member number 17: US$45 by card`; a gift that nobody has accepted has no number yet.
    func words(by payments: Payments) -> Text {
        if membership.source == .gift, membership.person == nil {
            guard let payment else { return "A gift: \(tier.name), \(membership.cost)" }
            return "A gift: \(tier.name), \(payment.amount) (\(payments.name(ofProvider: payment.provider)))"
        }
        guard let payment else { return "\(tier.name), member number \(String(number)), \(membership.cost)" }
        return "\(tier.name), member number \(String(number)), \(payment.amount) (\(payments.name(ofProvider: payment.provider)))"
    }
}
