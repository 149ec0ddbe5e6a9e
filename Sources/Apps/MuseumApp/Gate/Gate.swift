import Accounts
import Core
import Database
import Foundation
import Platform

/// Decides who is let in, and remembers it (MUS-022, MUS-024).
struct Gate: Sendable {
    let site: Site
    let keys: PassKeys

    /// What somebody shows at a gate.
    enum Showing: Sendable {
        case code(String)
        /// Found by name or number.
        case membership(MembershipID)
    }

    /// A look at it.
    struct Look: Sendable {
        let showing: Showing
        let gate: String
        var place = ""
        /// Made by the gate once for each look, so that asking again never counts twice.
        let nonce: String
        /// Whether whoever stands at the gate lets a member in once more.
        var again = false
        /// What the gate decided by itself, and when; nil where it asks.
        var decided: Decision?
    }

    struct Decision: Sendable {
        let at: Instant
        let letIn: Bool
    }

    private var zone: TimeZone { site.configuration.zone }

    /// Admits whoever shows a good code, at most once a day.
    ///
    /// Signatures are checked before the database is asked for anything, and a code that isn't ours leaves no row. The admission is one
    /// insertion under a unique index, so of two gates that ask at once one is told that the pass is used.
    func look(_ look: Look, by person: PersonID) async throws -> ScanOutcome {
        let now = site.clock.now()
        // Nobody scans in the future; a gate's clock that runs ahead must not open another day.
        let moment = min(look.decided?.at ?? now, now)
        switch look.showing {
        case .membership(let id): return try await enter(id, nil, look, at: moment, by: person)
        case .code(let text):
            let code: EntryCode
            do throws(CodeFault) { code = try EntryCode(text) } catch { return ScanOutcome(nonce: look.nonce, result: .invalid) }
            guard let key = try await keys.key(code.key), code.isSigned(by: key) else { return ScanOutcome(nonce: look.nonce, result: .invalid) }
            return try await enter(code.membership, code, look, at: moment, by: person)
        }
    }

    private func enter(
        _ id: MembershipID, _ code: EntryCode?, _ look: Look, at moment: Instant, by person: PersonID
    ) async throws -> ScanOutcome {
        try await site.write(by: person) { [self] write in
            if let earlier = try write.first(.scan(look.nonce, at: look.gate)) { return try again(earlier, look, in: write) }
            let found = try standing(of: id, code, at: moment, in: write)
            let day = Day(moment, in: zone)
            var result = found.fault ?? .admitted
            if result == .admitted, try !insert(look, found, .admitted, isFirst: true, day, moment, in: write) {
                result = look.again ? .reentry : .used
            }
            if result != .admitted { _ = try insert(look, found, result, isFirst: false, day, moment, in: write) }
            return try outcome(of: look.nonce, result, found, code, at: moment, in: write)
        }
    }

    /// What was found out about a membership, before whether it was here today.
    private struct Standing {
        var membership: Membership?
        var tier: Tier?
        var fault: ScanResult?
    }

    private func standing(of id: MembershipID, _ code: EntryCode?, at moment: Instant, in db: any Connection) throws -> Standing {
        guard let membership = try db.first(.membership(id)), let tier = try db.first(.tier(membership.tier)) else {
            return Standing(fault: .unknown)
        }
        var standing = Standing(membership: membership, tier: tier)
        standing.fault = try fault(of: membership, tier, code, at: moment, in: db)
        return standing
    }

    private func fault(of membership: Membership, _ tier: Tier, _ code: EntryCode?, at moment: Instant, in db: any Connection) throws -> ScanResult? {
        if membership.status == .pending || membership.status == .cancelled { return .unknown }
        if membership.status != .active { return .revoked }
        if let code, code.form == .device {
            let revoked = try db.first(
                "SELECT CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END FROM museum_pass WHERE code = \(code.pass) AND membership_id = \(membership.id)"
                    as Query<Int>)
            guard let revoked else { return .unknown }
            if revoked == 1 { return .revoked }
        }
        if let end = membership.expiresAt, end <= moment { return .expired }
        if let end = code?.expiresAt, end <= moment { return .expired }
        if let start = membership.startsAt, start > moment { return .expired }
        if tier.level < site.value(of: MuseumSettings.entryLevel) { return .tier }
        return code?.drift(at: moment) == nil ? nil : .clock
    }

    /// Whether a row was added; nothing happens where the day's admission is taken.
    private func insert(
        _ look: Look, _ found: Standing, _ result: ScanResult, isFirst: Bool, _ day: Day, _ moment: Instant, in write: Write
    ) throws -> Bool {
        try write.run(
            """
            INSERT INTO museum_scan (gate, place, nonce, membership_id, day, result, is_first, is_let_in, was_offline, scanned_at, received_at,
                changed_at, changed_by)
            VALUES (\(look.gate), \(look.place), \(look.nonce), \(found.membership?.id), \(day.description), \(result), \(isFirst),
                \(look.decided?.letIn ?? result.letsIn), \(look.decided != nil), \(moment), \(write.now), \(write.now), \(write.actor))
            ON CONFLICT DO NOTHING
            """) == 1
    }

    /// The answer to a look that was answered before. A gate that didn't hear it, and let somebody in by itself, says so now.
    private func again(_ scan: Scan, _ look: Look, in write: Write) throws -> ScanOutcome {
        if let decision = look.decided, decision.letIn, !scan.isLetIn {
            try write.run(
                """
                UPDATE museum_scan SET is_let_in = \(true), was_offline = \(true), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(scan.id)
                """)
        }
        var found = Standing()
        found.membership = try scan.membership.flatMap { try write.first(.membership($0)) }
        found.tier = try found.membership.flatMap { try write.first(.tier($0.tier)) }
        return try outcome(of: scan.nonce, scan.result, found, nil, at: scan.scannedAt, in: write)
    }

    private func outcome(
        of nonce: String, _ result: ScanResult, _ found: Standing, _ code: EntryCode?, at moment: Instant, in db: any Connection
    ) throws -> ScanOutcome {
        var outcome = ScanOutcome(nonce: nonce, result: result)
        guard let membership = found.membership else { return outcome }
        outcome.membership = membership.id
        outcome.tier = found.tier?.name
        outcome.guests = found.tier?.guests
        outcome.expiresAt = membership.expiresAt
        outcome.name = try membership.person.flatMap { try People.names(of: [$0], in: db)[$0] }
        if result == .clock { outcome.drift = code?.drift(at: moment).map { Int($0.components.seconds) } }
        if result == .used || result == .reentry, let first = try db.first(.first(of: membership.id, on: Day(moment, in: zone))) {
            outcome.usedAt = first.scannedAt
            outcome.usedPlace = first.place
        }
        return outcome
    }

    // MARK: Conflicts

    /// Whoever was let in by a gate that was offline and shouldn't have been, with what is known now.
    func conflicts(in db: any Connection) throws -> [Conflict] {
        try db.all(Query<Scan>.conflicts).map { scan in
            let membership = try scan.membership.flatMap { try db.first(.membership($0)) }
            return Conflict(
                scan: scan, name: try membership?.person.flatMap { try People.names(of: [$0], in: db)[$0] },
                tier: try membership.flatMap { try db.first(.tier($0.tier)) }?.name,
                first: try membership.flatMap { try db.first(.first(of: $0.id, on: Day(scan.scannedAt, in: zone))) })
        }
    }

    /// Somebody has looked at a conflict.
    func markSeen(_ id: ScanID, by person: PersonID) async throws {
        try await site.write(by: person) { write in
            try write.run(
                """
                UPDATE museum_scan SET seen_at = \(write.now), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(id) AND seen_at IS NULL
                """)
        }
    }
}

/// Somebody who was let in offline, and what speaks against it.
struct Conflict: Sendable {
    let scan: Scan
    let name: String?
    let tier: String?
    /// The admission of the day, at another gate.
    let first: Scan?
}

/// What a gate is told.
struct ScanOutcome: Codable, Sendable {
    let nonce: String
    let result: ScanResult
    var membership: MembershipID?
    var tier: String?
    /// Whom the member may bring along.
    var guests: Int?
    var name: String?
    var expiresAt: Instant?
    /// When the day's admission was.
    var usedAt: Instant?
    var usedPlace: String?
    /// Seconds by which the clock of the phone is ahead; below zero where it is behind.
    var drift: Int?

    init(nonce: String, result: ScanResult) {
        self.nonce = nonce
        self.result = result
    }
}
