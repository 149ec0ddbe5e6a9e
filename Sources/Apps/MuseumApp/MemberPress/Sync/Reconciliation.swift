import Core
import Database
import Payments
import Platform

/// Brings memberships here in line with what MemberPress says of them. What it says decides who is a member; what it leaves open is a conflict
/// for people, and no access comes of it (MUS-003, MUS-048).
struct Reconciliation: Sendable {
    let memberships: Memberships
    let payments: Payments

    /// How many are settled in one transaction.
    private static let batch = 50

    /// Settles everything that was read and not settled yet.
    func settleAll() async throws {
        var last: Int64 = 0
        while true {
            let from = last
            let done: Int64? = try await memberships.site.write(by: nil, once: nil) { write in
                let found = try write.all(.unsettled(after: from, limit: Self.batch))
                for one in found { try settle(one, in: write) }
                return found.last?.id
            }
            guard let done else { return }
            last = done
        }
    }

    /// Settles what was read of some members.
    func settle(of members: [Int64], in write: Write) throws {
        let found = try write.all(
            """
            SELECT \(MirroredTransaction.columns) FROM museum_memberpress_transaction t WHERE t.member_id IN \(list: members) AND t.is_settled = 0
            ORDER BY t.id LIMIT 500
            """ as Query<MirroredTransaction>)
        for one in found { try settle(one, in: write) }
    }

    func settle(_ one: MirroredTransaction, in write: Write) throws {
        let member = try write.first(.mirroredMember(one.member))
        if let own = try own(one, in: write) {
            try settle(one, own, member, in: write)
        } else if let adopted = try write.first(.membership(reference: Memberships.reference(of: one.id))) {
            try settle(one, adopted: adopted, member, in: write)
        } else {
            try adopt(one, member, in: write)
        }
    }

    /// The membership that was bought here, and whose transaction it is.
    private func own(_ one: MirroredTransaction, in db: any Connection) throws -> Membership? {
        guard one.reference.hasPrefix(Memberships.ownPrefix) else { return nil }
        return try db.first(.membership(reference: one.reference))
    }

    /// What was paid here: MemberPress may end it or move its end, but money goes back only when somebody here says so.
    private func settle(_ one: MirroredTransaction, _ own: Membership, _ member: MirroredMember?, in write: Write) throws {
        let words = member.map { $0.name.isEmpty ? $0.email : $0.name } ?? own.reference
        try MemberPressConflicts.drop([.goneThere, .unpaidThere], about: one.id, in: write)
        if own.status == .active {
            if one.isGone {
                try MemberPressConflicts.raise(.goneThere, about: one.id, words, membership: own.id, in: write)
            } else if one.status == .refunded {
                try end(own, one, words, in: write)
            } else if one.isGranted {
                try follow(one, own, in: write)
            } else {
                try MemberPressConflicts.raise(.unpaidThere, about: one.id, words, membership: own.id, in: write)
            }
        } else if one.isGranted, own.status == .refunded || own.status == .revoked, one.settledStatus.map({ !$0.isGranted }) ?? false {
            // MemberPress had ended it, and grants it again.
            try memberships.restore(own, in: write)
            try MemberPressConflicts.drop([.refundedThere], about: one.id, in: write)
        }
        try TransactionMirror.settle(one, with: own.id, in: write)
    }

    /// Takes over the end and the tier, which are MemberPress' to say.
    private func follow(_ one: MirroredTransaction, _ membership: Membership, in write: Write) throws {
        if !Self.isSameEnd(one.expiresAt, membership.expiresAt) { try memberships.setEnd(one.expiresAt, of: membership, in: write) }
        if let tier = try write.first(.tier(recordID: one.product)), tier.id != membership.tier {
            try memberships.setTier(tier, of: membership, in: write)
        }
    }

    private func end(_ own: Membership, _ one: MirroredTransaction, _ words: String, in write: Write) throws {
        guard let payment = try own.payment.flatMap({ try payments.find($0, in: write) }), payment.isPaid else {
            return try memberships.refunded(own.id, in: write)
        }
        try memberships.revoke(own.id, in: write)
        try MemberPressConflicts.raise(.refundedThere, about: one.id, words, membership: own.id, in: write)
    }

    /// What was bought at the museum is here as it is there.
    private func settle(_ one: MirroredTransaction, adopted: Membership, _ member: MirroredMember?, in write: Write) throws {
        if let person = member?.person, let owner = adopted.person, person != owner, one.isGranted {
            try MemberPressConflicts.raise(.movedThere, about: one.id, member?.email ?? "", membership: adopted.id, in: write)
            return try TransactionMirror.settle(one, with: adopted.id, in: write)
        }
        switch (adopted.status, one.isGranted) {
        case (.active, false):
            if one.status == .refunded, !one.isGone {
                try memberships.refunded(adopted.id, in: write)
            } else {
                try memberships.revoke(adopted.id, in: write)
            }
        case (.active, true):
            try follow(one, adopted, in: write)
        case (.refunded, true), (.revoked, true):
            if one.settledStatus.map({ !$0.isGranted }) ?? true {
                try memberships.restore(adopted, in: write)
                try follow(one, memberships.find(adopted.id, in: write), in: write)
            }
        default: break
        }
        try TransactionMirror.settle(one, with: adopted.id, in: write)
    }

    private func adopt(_ one: MirroredTransaction, _ member: MirroredMember?, in write: Write) throws {
        guard let person = member?.person, one.isGranted else { return try TransactionMirror.settle(one, with: nil, in: write) }
        guard let tier = try write.first(.tier(recordID: one.product)) else {
            // It is looked at again at each run: a tier may come.
            if one.expiresAt.map({ $0 > write.now }) ?? true {
                try MemberPressConflicts.raise(.unknownTier, about: one.id, member.map { $0.name.isEmpty ? $0.email : $0.name } ?? "", in: write)
            }
            return
        }
        try MemberPressConflicts.drop([.unknownTier], about: one.id, in: write)
        let id = try memberships.adopt(one, tier, for: person, in: write)
        try TransactionMirror.settle(one, with: id, in: write)
    }

    /// MemberPress knows whole seconds only.
    private static func isSameEnd(_ one: Instant?, _ other: Instant?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (let one?, let other?): one.milliseconds / 1000 == other.milliseconds / 1000
        default: false
        }
    }
}

extension Query where Row == Membership {
    static func membership(reference: String) -> Self { "SELECT \(Membership.columns) FROM museum_membership m WHERE m.reference = \(reference)" }
}

extension Query where Row == Tier {
    /// The one that a membership of MemberPress is mirrored by, retired ones included.
    static func tier(recordID: Int64) -> Self { "SELECT \(Tier.columns) FROM museum_tier t WHERE t.record_id = \(recordID)" }
}
