import Accounts
import Core
import Database
import Payments
import Platform
import Web

/// Taking back what was sold by a slip.
extension Desk {
    /// How long a sale is undone with one tap: whoever was served may still be standing there.
    static let timeToUndo = Duration.seconds(900)

    /// Takes a sale back that was a slip: the money goes back from the till, the membership ends, and what was reserved before waits again.
    /// - Throws: ``MembershipRefusal/notAllowed(from:to:)`` once it is too late for that.
    func undo(_ id: MembershipID, in write: Write) throws {
        let membership = try memberships.find(id, in: write)
        guard try canUndo(membership, in: write) else { throw MembershipRefusal.notAllowed(from: membership.status, to: .refunded) }
        try memberships.restoreDropped(for: id, in: write)
        if let payment = membership.payment {
            if !isSoldHere(membership) { try memberships.reserveAgain(membership, in: write) }
            try payments.refund(payment, because: "The sale was a mistake.", in: write)
            try payments.handBackCash(payment, in: write)
        } else {
            try memberships.takeBack(id, because: "The sale was a mistake.", in: write)
        }
        try write.run("UPDATE museum_membership SET is_undone = 1 WHERE id = \(id)")
    }

    func canUndo(_ membership: Membership, in db: any Connection) throws -> Bool {
        try undoable(membership, in: db).map { site.clock.now() < $0 } ?? false
    }

    /// Until when it can be taken back; nil for what the desk didn't take the money for.
    private func undoable(_ membership: Membership, in db: any Connection) throws -> Instant? {
        guard membership.status == .active || membership.status == .unclaimed else { return nil }
        let payment = try membership.payment.flatMap { try payments.find($0, in: db) }
        if let payment, !payment.isCash || !payment.isPaid { return nil }
        guard payment != nil || isSoldHere(membership) else { return nil }
        // One that costs nothing was sold when it was made.
        return (payment?.receipt?.at ?? membership.createdAt) + Self.timeToUndo
    }

    /// Whether the desk sold it, also where it costs nothing. A gift that it sold is of nobody's account.
    private func isSoldHere(_ membership: Membership) -> Bool {
        membership.source == .desk || membership.source == .gift && membership.buyer == nil
    }

    /// What taking a sale back would do; nil where it is too late for that.
    func undoing(_ membership: Membership, for reader: ReaderLanguage, in db: any Connection) throws -> Undoing? {
        guard let until = try undoable(membership, in: db), site.clock.now() < until else { return nil }
        return Undoing(
            until: until, usedAt: try db.first(.first(by: membership.id, on: Day(site.clock.now(), in: site.configuration.zone)))?.scannedAt,
            amount: membership.payment == nil ? nil : membership.cost,
            payer: membership.source == .gift ? try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } : nil,
            isGift: membership.source == .gift, waitsAgain: !isSoldHere(membership),
            isRenewal: membership.startsAt.map { $0 > site.clock.now() } ?? false,
            counts: try reader.restored(for: membership, at: site.clock.now(), in: db)?.tier.name)
    }

    /// What becomes of a sale that is taken back.
    struct Undoing: Sendable {
        /// When it is too late.
        let until: Instant
        /// When somebody was let in by it today; nil where nobody was.
        let usedAt: Instant?
        /// What is given back; nil where nothing was paid.
        let amount: Money?
        /// Who gets it back, where that is somebody else than the member.
        let payer: String?
        let isGift: Bool
        let waitsAgain: Bool
        /// Whether it only begins when another one ends.
        let isRenewal: Bool
        /// What had ended for it and counts again; nil where nothing had.
        let counts: String?

        var words: Text {
            guard let amount else { return isGift ? "The gift ends." : "The membership ends." }
            if let payer {
                return waitsAgain
                    ? "\(payer) gets \(amount) back, and the gift waits to be paid again."
                    : "\(payer) gets \(amount) back, and the gift ends."
            }
            if isGift { return "You give back \(amount), and the gift ends." }
            return waitsAgain
                ? "You give back \(amount), and the membership waits to be paid again."
                : isRenewal
                    ? "You give back \(amount), and the renewal is cancelled."
                    : "You give back \(amount), and the membership ends."
        }
    }

    /// What is to be given back by hand after a sale was undone; nil where nothing is, or it was long ago.
    func undone(_ id: MembershipID, in db: any Connection) throws -> Undone? {
        guard let membership = try db.first(.membership(id)), membership.status == .refunded,
            let payment = try membership.payment.flatMap({ try payments.find($0, in: db) }), payment.isCash,
            let at = payment.refund?.receipt?.at, site.clock.now() - at < .days(1)
        else { return nil }
        let payer = membership.source == .gift ? try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] } : nil
        return Undone(
            sale: id, amount: payment.amount, name: try payer ?? (membership.source == .gift ? nil : Holders.name(of: membership, in: db)),
            receiver: membership.source == .gift ? try db.first(.gift(id))?.name ?? "" : nil,
            typed: membership.source == .desk && membership.person == nil
                ? try db.first(.gift(id)).map { NewcomerForm(name: $0.name, email: $0.email, tier: nil) } : nil)
    }

    /// Money that staff hold in their hand.
    struct Undone: Sendable {
        let sale: MembershipID
        let amount: Money
        /// Who gets it; nil where nobody said.
        let name: String?
        /// Whom the gift was for, empty where nobody said; nil for what wasn't one.
        let receiver: String?
        /// What was typed for the sale, to sell the right one; nil where nothing was.
        let typed: NewcomerForm?
        /// Whether whoever serves there has said that it's done.
        var isGiven = false
    }
}

/// A sale that was just undone, as the address of a page of the desk says it.
struct UndoneSale: Sendable {
    private static let (sale, given) = ("undone", "given")

    let sale: MembershipID
    /// Whether the money was given back.
    var isGiven = false

    func link(_ page: String) -> String { Web.link(page, query: [Self.sale: sale.description, Self.given: isGiven ? "true" : nil]) }
}

extension UndoneSale {
    /// Nil where the address names none.
    init?(_ request: Request) {
        guard let sale = request.query[Self.sale].flatMap({ MembershipID($0) }) else { return nil }
        self.init(sale: sale, isGiven: request.query[Self.given] == "true")
    }
}

extension Desk {
    /// What is to be given back by hand, or was; nil where nothing is.
    func undone(_ undone: UndoneSale?, in db: any Connection) throws -> Undone? {
        guard let undone, var found = try self.undone(undone.sale, in: db) else { return nil }
        found.isGiven = undone.isGiven
        return found
    }
}
