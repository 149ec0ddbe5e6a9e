import Core
import Database
import Events
import Payments
import Platform
import Web

/// Memberships as things that are paid for (MUS-013, MUS-015).
struct PayableMemberships: Payable {
    let memberships: Memberships
    let gifts: Gifts
    let kind = Membership.kind
    let name: Text = "Museum membership"
    var receiptReaders: Permission? { .museumDesk }

    func staffPath(of id: Int64) -> String? { MuseumPaths.deskSold(MembershipID(id)) }

    func quote(for id: Int64, in db: any Connection) throws -> Quote? {
        guard let membership = try db.first(.membership(MembershipID(id))), membership.status == .pending,
            let tier = try db.first(.tier(membership.tier))
        else { return nil }
        return Quote(cost: membership.cost, line: "Membership: \(tier.name)", payableUntil: membership.payableUntil)
    }

    /// Whoever waits for the page sees it, and why a card was declined.
    func payable(_ payment: Payment, for id: Int64, in write: Write) throws { try tell(payment, in: write) }

    func sale(of id: Int64, in db: any Connection) throws -> Sale? {
        guard let membership = try db.first(.membership(MembershipID(id))), let tier = try db.first(.tier(membership.tier)) else { return nil }
        let before = try db.first(.replaced(by: membership.id)).flatMap { try db.first(.tier($0.tier)) }
        return Sale(
            "Membership: \(tier.name)", path: MuseumPaths.membership(membership.id), lines: [Sale.Line(tier.name, amount: membership.price)],
            discounts: membership.credit > 0 ? [Sale.Discount("Taken off for \(before?.name ?? "")", amount: membership.credit)] : [],
            currency: membership.currency)
    }

    var seller: PayableSeller? {
        PayableSeller(name: memberships.site.museumName, address: memberships.site.value(of: MuseumSettings.address))
    }

    /// Those who bought at the desk without an account.
    func customers(of ids: Set<Int64>, in db: any Connection) throws -> [Int64: String] {
        let all = try ids.compactMap { try db.first(.membership(MembershipID($0))) }.filter { $0.source == .desk }
        return Dictionary(try Holders.names(of: all, in: db).map { ($0.key.number, $0.value) }) { first, _ in first }
    }

    func isCancelled(_ id: Int64, in db: any Connection) throws -> Bool {
        guard let membership = try db.first(.membership(MembershipID(id))) else { return false }
        return membership.status == .refunded || membership.status == .revoked && membership.replacedBy == nil
    }

    func receive(_ payment: Payment, for id: Int64, in write: Write) throws -> Reception {
        let membership = try memberships.find(MembershipID(id), in: write)
        switch membership.status {
        case .pending:
            try write.run("UPDATE museum_membership SET payment_id = \(payment.id) WHERE id = \(membership.id)")
            if membership.source == .gift {
                try gifts.fulfil(membership.id, in: write)
            } else {
                try memberships.activate(membership.id, in: write)
            }
            try memberships.payments.abandon(membership.subject, in: write)
            return .keep
        case .cancelled: return .sendBack("The payment came after the membership was cancelled.")
        case .unclaimed, .active: return .sendBack("The membership was paid already.")
        case .refunded, .revoked: return .sendBack("The membership has ended.")
        }
    }

    func conclude(_ outcome: PaymentOutcome, of payment: Payment, for id: Int64, in write: Write) throws {
        let membership = try memberships.find(MembershipID(id), in: write)
        if case .refundRequested = outcome, membership.payment == payment.id, membership.replacedBy != nil {
            throw MembershipRefusal.countsTowardsAnother
        }
        // Another payment for the same membership goes back without ending it.
        if case .refundRequested = outcome {
            if membership.payment == payment.id {
                try memberships.refunded(membership.id, in: write)
            } else if let person = payment.person {
                try memberships.notifier.tellOfMoneyBack(person, payment.amount, in: write)
            }
        }
        try tell(payment, in: write)
    }

    private func tell(_ payment: Payment, in write: Write) throws {
        guard let person = payment.person else { return }
        try write.emit(Membership.topic(MembershipID(payment.subject.id)), to: .person(person), kind: "payment", [String: String]())
    }
}
