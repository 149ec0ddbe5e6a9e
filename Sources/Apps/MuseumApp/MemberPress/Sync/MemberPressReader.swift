import Core
import Database
import Platform

/// Reads everything from MemberPress, page by page. Each page and where it was are kept in one transaction, so that whoever comes after a crash,
/// or after MemberPress was away, goes on there.
struct MemberPressReader: Sendable {
    let site: Site
    let client: MemberPressClient
    /// How long the right to talk to MemberPress lasts from one page to the next.
    let patience: Duration

    /// A run that stopped longer ago begins anew: pages have moved since.
    private static let oldest = Duration.seconds(6 * 3600)
    /// So many members with an account here may go between two runs without anybody being asked; more only up to a quarter of them.
    private static let usualLoss = 10
    /// How many that no page had are asked for in one step.
    private static let batch = 50

    /// - Throws: ``MemberPressFailure``; what was read until then stays.
    func readAll() async throws {
        var cursor = try await begin()
        while let current = cursor { cursor = try await step(current) }
    }

    private func begin() async throws -> SyncState.Cursor? {
        let state = try await site.database.read { try SyncState.read(in: $0) }
        if let cursor = state?.cursor, site.clock.now() - cursor.begunAt < Self.oldest { return cursor }
        let offered = try await client.memberships()
        let mirror = TierMirror(currency: MuseumSettings.currency(site))
        return try await site.write(by: nil, once: nil) { [patience] write in
            _ = try mirror.take(offered, in: write)
            let cursor = SyncState.Cursor(begunAt: write.now, step: .members, page: 1)
            try SyncState.move(to: cursor, for: patience, in: write)
            return cursor
        }
    }

    private func step(_ cursor: SyncState.Cursor) async throws -> SyncState.Cursor? {
        switch cursor.step {
        case .members:
            let (members, isLast) = try await client.page(cursor.page, of: "members", MemberPressMember.init)
            return try await keep(cursor, isLast, then: .transactions) { write in try MemberMirror.take(members, run: cursor.begunAt, in: write) > 0 }
        case .transactions:
            let (transactions, isLast) = try await client.page(cursor.page, of: "transactions", MemberPressTransaction.init)
            return try await keep(cursor, isLast, then: .missingMembers) { write in
                try TransactionMirror.take(transactions, run: cursor.begunAt, in: write) > 0
            }
        case .missingMembers:
            let missing = try await missing(from: "museum_memberpress_member", since: cursor.begunAt)
            let (found, lost) = try await ask(missing) { id throws(MemberPressFailure) in try await client.member(id) }
            try await brake(lost, from: "museum_memberpress_member", where: "person_id IS NOT NULL", since: cursor.begunAt)
            return try await keep(cursor, missing.count < Self.batch, then: .missingTransactions) { write in
                try MemberMirror.take(found, run: cursor.begunAt, in: write)
                for id in lost { try lose(id, in: write) }
                return true
            }
        case .missingTransactions:
            let missing = try await missing(from: "museum_memberpress_transaction", since: cursor.begunAt)
            let (found, lost) = try await ask(missing) { id throws(MemberPressFailure) in try await client.transaction(id) }
            try await brake(lost, from: "museum_memberpress_transaction", where: "membership_id IS NOT NULL", since: cursor.begunAt)
            return try await keep(cursor, missing.count < Self.batch, then: nil) { write in
                try TransactionMirror.take(found, run: cursor.begunAt, in: write)
                for id in lost { try TransactionMirror.lose(id, in: write) }
                return true
            }
        }
    }

    /// Keeps a page, and where to go on. A page on which nothing was new says that the server repeats itself, and ends the list.
    private func keep(
        _ cursor: SyncState.Cursor, _ isLast: Bool, then next: SyncState.Step?, _ take: @escaping @Sendable (Write) throws -> Bool
    ) async throws -> SyncState.Cursor? {
        try await site.write(by: nil, once: nil) { [patience] write -> SyncState.Cursor? in
            let wentOn = try take(write)
            var following: SyncState.Cursor? = cursor
            if isLast || !wentOn {
                following = next.map { SyncState.Cursor(begunAt: cursor.begunAt, step: $0, page: 1) }
            } else {
                following?.page += 1
            }
            try SyncState.move(to: following, for: patience, in: write)
            return following
        }
    }

    private func missing(from table: SQL, since begun: Instant) async throws -> [Int64] {
        try await site.database.readInBackground { db in
            try db.all(
                """
                SELECT id FROM \(sql: table) WHERE gone_at IS NULL AND read_at < \(begun) ORDER BY id LIMIT \(Self.batch)
                """ as Query<Int64>)
        }
    }

    private func ask<Entity>(
        _ ids: [Int64], _ one: (Int64) async throws(MemberPressFailure) -> Entity
    ) async throws(MemberPressFailure) -> (found: [Entity], lost: [Int64]) {
        var found: [Entity] = []
        var lost: [Int64] = []
        for id in ids {
            do { found.append(try await one(id)) } catch {
                guard error == .notFound else { throw error }
                lost.append(id)
            }
        }
        return (found, lost)
    }

    /// Stops before many people lose what they have at once: an emptied or another database answers like that.
    /// - Parameter tied: which rows somebody here has something from.
    private func brake(_ lost: [Int64], from table: SQL, where tied: SQL, since begun: Instant) async throws {
        guard lost.count > Self.usualLoss else { return }
        let (isAccepted, missing, all) = try await site.database.read { db in
            (
                try SyncState.read(in: db)?.acceptsLoss ?? false,
                try db.one("SELECT count(*) FROM \(sql: table) WHERE gone_at IS NULL AND \(sql: tied) AND read_at < \(begun)" as Query<Int>),
                try db.one("SELECT count(*) FROM \(sql: table) WHERE gone_at IS NULL AND \(sql: tied)" as Query<Int>)
            )
        }
        if !isAccepted, missing > Self.usualLoss, missing * 4 > all { throw MassLoss() }
    }

    /// A member that WordPress has no more, whose membership counted here, is something that staff should know.
    private func lose(_ id: Int64, in write: Write) throws {
        if let member = try write.first(.mirroredMember(id)), member.person != nil, !member.isGone {
            try MemberPressConflicts.raise(.memberGone, about: id, member.name.isEmpty ? member.email : member.name, in: write)
        }
        try MemberMirror.lose(id, in: write)
    }
}
