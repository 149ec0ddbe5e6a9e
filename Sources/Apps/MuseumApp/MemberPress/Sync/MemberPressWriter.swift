import Accounts
import Audit
import Core
import Database
import Platform

/// Writes to MemberPress what was bought and refunded here. What waits to be written follows from the memberships themselves, so that nothing is
/// lost while MemberPress is away; each is written once, by its own number (MUS-048, MUS-049).
struct MemberPressWriter: Sendable {
    let site: Site
    let client: MemberPressClient
    let patience: Duration

    private static let batch = 50

    /// What waits, the oldest first.
    struct Waiting: Sendable {
        /// Bought here, and not in MemberPress yet; also what ended for another one before it was written.
        static let purchases: SQL = """
            FROM museum_membership m JOIN museum_tier r ON r.id = m.tier_id AND r.record_id IS NOT NULL
            JOIN account_person p ON p.id = m.person_id AND p.email_verified_at IS NOT NULL
            WHERE m.reference LIKE 'stoa-%' AND (m.status = 'active' OR m.replaced_by IS NOT NULL)
                AND NOT EXISTS (SELECT 1 FROM museum_memberpress_transaction x WHERE x.membership_id = m.id)
            """
        /// The same for people who haven't confirmed their address: it might be another member's.
        static let unconfirmed: SQL = """
            FROM museum_membership m JOIN museum_tier r ON r.id = m.tier_id AND r.record_id IS NOT NULL
            JOIN account_person p ON p.id = m.person_id AND p.email_verified_at IS NULL
            WHERE m.reference LIKE 'stoa-%' AND m.status = 'active'
                AND NOT EXISTS (SELECT 1 FROM museum_memberpress_transaction x WHERE x.membership_id = m.id)
            """
        /// Ended here, and still granted in MemberPress.
        static let endings: SQL = """
            FROM museum_membership m JOIN museum_memberpress_transaction t ON t.membership_id = m.id
            WHERE m.status IN ('refunded', 'revoked') AND m.replaced_by IS NULL AND \(standing)
            """
        /// Ended here for another one, and not yet there; or counting again here, and not yet there. The money stays as it was paid.
        static let moves: SQL = """
            FROM museum_membership m JOIN museum_memberpress_transaction t ON t.membership_id = m.id
            WHERE (m.replaced_by IS NOT NULL AND t.cut_at IS NULL OR m.status = 'active' AND t.cut_at IS NOT NULL) AND \(standing)
            """
        /// Granted in MemberPress, as was settled last.
        private static let standing: SQL = """
            t.gone_at IS NULL AND t.status IN ('complete', 'confirmed') AND t.settled_status IN ('complete', 'confirmed') AND t.is_settled = 1
            """

        let purchases: Int
        let unconfirmed: Int
        /// Those that end or begin again there included.
        let endings: Int

        static func count(in db: any Connection) throws -> Waiting {
            Waiting(
                purchases: try db.one("SELECT count(*) \(purchases)" as Query<Int>),
                unconfirmed: try db.one("SELECT count(*) \(unconfirmed)" as Query<Int>),
                endings: try db.one("SELECT count(*) \(endings)" as Query<Int>) + db.one("SELECT count(*) \(moves)" as Query<Int>))
        }
    }

    /// Writes everything that waits.
    /// - Throws: ``MemberPressFailure`` where MemberPress is away; the rest waits.
    func writeAll() async throws {
        var last = MembershipID(0)
        while true {
            let from = last
            let waiting = try await site.database.readInBackground { db in
                try db.all(
                    "SELECT \(Membership.columns) \(Waiting.purchases) AND m.id > \(from) ORDER BY m.id LIMIT \(Self.batch)" as Query<Membership>)
            }
            guard let end = waiting.last else { break }
            for membership in waiting { try await write(membership) }
            last = end.id
        }
        let ended = try await site.database.readInBackground { db in
            try db.all(
                "SELECT \(MirroredTransaction.columns) \(Waiting.endings) ORDER BY t.id LIMIT 500" as Query<MirroredTransaction>)
        }
        for one in ended { try await refund(one) }
        let moved = try await site.database.readInBackground { db in
            try db.all("SELECT \(MirroredTransaction.columns) \(Waiting.moves) ORDER BY t.id LIMIT 500" as Query<MirroredTransaction>)
        }
        for one in moved { try await move(one) }
    }

    /// When a membership ends, as MemberPress is told: one that was replaced when the other one began.
    private static func end(of membership: Membership, in db: any Connection) throws -> (end: Instant?, isCut: Bool) {
        guard let other = membership.replacedBy else { return (membership.expiresAt, false) }
        return (try db.one(.membership(other)).startsAt ?? membership.expiresAt, true)
    }

    private static func noteCut(_ isCut: Bool, of transaction: Int64, in write: Write) throws {
        try write.run(
            "UPDATE museum_memberpress_transaction SET cut_at = \(isCut ? write.now : nil as Instant?), changed_at = \(write.now) WHERE id = \(transaction)"
        )
    }

    private func move(_ one: MirroredTransaction) async throws {
        guard let id = one.membership else { return }
        let (end, isCut) = try await site.database.read { db in try Self.end(of: db.one(.membership(id)), in: db) }
        do {
            let now = try await client.setEnd(end, of: one.id)
            try await site.write(by: nil, once: nil) { write in
                _ = try TransactionMirror.take([now], run: write.now, in: write)
                if let kept = try write.first(.mirroredTransaction(one.id)) { try TransactionMirror.settle(kept, with: id, in: write) }
                try Self.noteCut(isCut, of: one.id, in: write)
                try MemberPressConflicts.drop([.rejected], about: id.number, in: write)
            }
        } catch let failure as MemberPressFailure where failure == .notFound {
            try await site.write(by: nil, once: nil) { write in try TransactionMirror.lose(one.id, in: write) }
        } catch let failure as MemberPressFailure where !failure.isWorthRetrying {
            try await reject(id, failure)
        }
    }

    private func write(_ membership: Membership) async throws {
        do {
            guard let member = try await member(for: membership) else { return }
            let (tier, end, isCut) = try await site.database.read { db in
                let (end, isCut) = try Self.end(of: membership, in: db)
                return (try db.one(.tier(membership.tier)), end, isCut)
            }
            guard let product = tier.recordID, let start = membership.startsAt else { return }
            let made = try await client.createTransaction(
                NewMemberPressTransaction(
                    member: member, membership: product, reference: membership.reference, amount: membership.cost.minor, startsAt: start,
                    expiresAt: end))
            try await site.write(by: nil, once: nil) { [patience] write in
                _ = try TransactionMirror.take([made], run: write.now, in: write)
                if let kept = try write.first(.mirroredTransaction(made.id)) { try TransactionMirror.settle(kept, with: membership.id, in: write) }
                if isCut { try Self.noteCut(true, of: made.id, in: write) }
                try MemberPressConflicts.drop([.rejected], about: membership.id.number, in: write)
                try write.audit(.exportData, membership.id, ["memberpress": String(made.id)])
                _ = try SyncState.keepClaim(for: patience, in: write)
            }
        } catch let failure as MemberPressFailure where !failure.isWorthRetrying {
            try await reject(membership.id, failure)
        }
    }

    /// Whose transaction it becomes: the member that the account is tied to, the one with its address, or a new one.
    /// - Returns: nil where nobody knows whose it is, which is a conflict.
    private func member(for membership: Membership) async throws -> Int64? {
        guard let person = membership.person else { return nil }
        let (record, tied) = try await site.database.read { db in (try db.one(.person(person)), try db.all(.mirroredMembers(of: person)).first) }
        if let tied { return tied.id }
        let found = try await client.members(withEmail: record.email)
        guard found.count < 2 else {
            try await keep(found)
            return nil
        }
        let member: MemberPressMember
        if let only = found.first {
            member = only
        } else {
            let words = record.name.split(separator: " ", maxSplits: 1).map(String.init)
            let name = String(record.email.prefix { $0 != "@" }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
            member = try await client.createMember(
                NewMemberPressMember(
                    email: record.email, username: "\(name)-\(person)", firstName: words.first ?? "", lastName: words.count > 1 ? words[1] : ""))
        }
        return try await site.write(by: nil, once: nil) { write -> Int64? in
            try MemberMirror.take([member], run: write.now, in: write)
            if try MemberMirror.link(member.id, to: person, by: .email, in: write) { return member.id }
            try MemberPressConflicts.raise(.linkedElsewhere, about: member.id, record.email, membership: membership.id, in: write)
            return nil
        }
    }

    private func keep(_ members: [MemberPressMember]) async throws {
        try await site.write(by: nil, once: nil) { write in
            try MemberMirror.take(members, run: write.now, in: write)
            try MemberPressConflicts.findDoubleEmails(in: write)
        }
    }

    private func refund(_ one: MirroredTransaction) async throws {
        do {
            let now = try await client.refund(one.id)
            try await site.write(by: nil, once: nil) { write in
                _ = try TransactionMirror.take([now], run: write.now, in: write)
                if let kept = try write.first(.mirroredTransaction(one.id)) { try TransactionMirror.settle(kept, with: one.membership, in: write) }
                if let membership = one.membership { try MemberPressConflicts.drop([.rejected], about: membership.number, in: write) }
            }
        } catch let failure as MemberPressFailure where failure == .notFound {
            try await site.write(by: nil, once: nil) { write in try TransactionMirror.lose(one.id, in: write) }
        } catch let failure as MemberPressFailure where !failure.isWorthRetrying {
            if let membership = one.membership { try await reject(membership, failure) }
        }
    }

    private func reject(_ id: MembershipID, _ failure: MemberPressFailure) async throws {
        site.log(.warning, "memberpress.rejected", ["membership": .integer(id.number), "cause": .string(failure.cause)])
        try await site.write(by: nil, once: nil) { write in
            let name = try write.first(
                "SELECT p.name FROM museum_membership m JOIN account_person p ON p.id = m.person_id WHERE m.id = \(id)" as Query<String>)
            try MemberPressConflicts.raise(.rejected, about: id.number, name ?? "", membership: id, in: write)
        }
    }
}
