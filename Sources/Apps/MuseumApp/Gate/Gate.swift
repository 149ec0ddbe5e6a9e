import Accounts
import Analytics
import Core
import Database
import Foundation
import Platform
import Web

/// Decides who is let in, and remembers it (MUS-022, MUS-024).
struct Gate: Sendable {
    let site: Site
    let keys: PassKeys
    let visits: VisitRecording
    let gifts: Gifts

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
        /// How many come along; nil where nobody said.
        var guests: Int?
        /// What the gate decided by itself, and when; nil where it asks.
        var decided: Decision?
    }

    struct Decision: Sendable {
        let at: Instant
        let letIn: Bool
    }

    var zone: TimeZone { site.configuration.zone }

    /// Admits whoever shows a good code, at most once a day.
    ///
    /// The time's signature is checked before the database is asked for anything, and a code that isn't ours leaves no row. The admission is one
    /// insertion under a unique index, so of two gates that ask at once one is told that the pass is used.
    func look(_ look: Look, by person: PersonID) async throws -> ScanOutcome {
        guard let checked = try await check(look) else { return ScanOutcome(nonce: look.nonce, result: .invalid) }
        return try await site.write(by: person) { [self] write in try enter(checked, look, in: write) }
    }

    /// The same for several looks, in their order and in one transaction: what a gate sends that was offline.
    func look(all looks: [Look], by person: PersonID) async throws -> [ScanOutcome] {
        var checked: [(look: Look, checked: Checked?)] = []
        for look in looks { checked.append((look, try await check(look))) }
        let all = checked
        return try await site.write(by: person) { [self] write in
            try all.map { look, checked in
                try checked.map { try enter($0, look, in: write) } ?? ScanOutcome(nonce: look.nonce, result: .invalid)
            }
        }
    }

    /// Whose membership is shown, when, and by which code.
    private struct Checked: Sendable {
        let membership: MembershipID
        let code: EntryCode?
        let moment: Instant
        /// Whether it is a printed card.
        var isCard = false
    }

    /// Nil for a code that isn't ours.
    private func check(_ look: Look) async throws -> Checked? {
        let now = site.clock.now()
        // Nobody scans in the future; a gate's clock that runs ahead must not open another day.
        let moment = min(look.decided?.at ?? now, now)
        switch look.showing {
        case .membership(let id): return Checked(membership: id, code: nil, moment: moment)
        case .code(let text):
            guard let code = try? EntryCode(text) else {
                let card = try await site.database.read { [gifts] db in try gifts.membership(onCard: text, in: db) }
                return card.map { Checked(membership: $0.id, code: nil, moment: moment, isCard: true) }
            }
            guard let key = try await keys.key(code.key), code.isTimeSigned(by: key) else { return nil }
            // Checking a signature costs as much as all the rest: of a pass that was given to this very key nobody has to prove it anew.
            let isOurs = try await isGiven(code)
            guard isOurs || code.isPassSigned(by: key) else { return nil }
            return Checked(membership: code.membership, code: code, moment: moment)
        }
    }

    /// Whether the site has given this pass to the key that it names, for the membership that it names.
    private func isGiven(_ code: EntryCode) async throws -> Bool {
        guard code.form == .device else { return false }
        let key = try await site.database.read { db in
            try db.first(
                "SELECT device_key FROM museum_pass WHERE code = \(code.pass) AND membership_id = \(code.membership)" as Query<[UInt8]>)
        }
        return key == code.device
    }

    private func enter(_ checked: Checked, _ look: Look, in write: Write) throws -> ScanOutcome {
        let (code, moment) = (checked.code, checked.moment)
        let found = try standing(of: checked, in: write)
        let day = Day(moment, in: zone)
        var result = found.fault ?? .admitted
        // A look that was answered before adds no row either. It is looked for only then: nearly all are new, and are let in.
        if result == .admitted, try insert(look, found, .admitted, isFirst: true, day, moment, in: write) {
            try site.counts.add(1, to: .museumEntries, at: moment, in: write)
            try visit(found, look, .admitted, at: moment, in: write)
            try bring(look, in: write)
            return try outcome(of: look, .admitted, found, code, at: moment, in: write)
        }
        if let earlier = try write.first(.scan(look.nonce, at: look.gate)) { return try again(earlier, look, in: write) }
        if result == .admitted { result = look.again ? .reentry : .used }
        _ = try insert(look, found, result, isFirst: false, day, moment, in: write)
        try visit(found, look, result, at: moment, in: write)
        try bring(look, in: write)
        return try outcome(of: look, result, found, code, at: moment, in: write)
    }

    /// Whoever goes in is here, for those who want their visits counted.
    private func visit(_ found: Standing, _ look: Look, _ result: ScanResult, at moment: Instant, in write: Write) throws {
        guard look.decided?.letIn ?? result.letsIn, let person = found.membership?.person else { return }
        try visits.enter(person, at: moment, in: write)
    }

    /// What was found out about a membership, before whether it was here today.
    private struct Standing {
        var membership: Membership?
        var tier: Tier?
        var fault: ScanResult?
    }

    private func standing(of checked: Checked, in db: any Connection) throws -> Standing {
        guard var membership = try db.first(.membership(checked.membership)) else { return Standing(fault: .unknown) }
        // A printed card stays right through renewals and changes.
        if checked.isCard { membership = try MemberNumbers.term(onCardOf: membership, at: checked.moment, in: db) }
        guard let tier = try db.first(.tier(membership.tier)) else { return Standing(fault: .unknown) }
        var standing = Standing(membership: membership, tier: tier)
        standing.fault =
            checked.isCard && membership.person != nil && membership.status == .active
            ? .giftTaken : try fault(of: membership, tier, checked.code, at: checked.moment, in: db)
        return standing
    }

    private func fault(of membership: Membership, _ tier: Tier, _ code: EntryCode?, at moment: Instant, in db: any Connection) throws -> ScanResult? {
        switch membership.status {
        case .pending: return membership.source == .gift ? .unknown : .unpaid
        case .cancelled: return .unknown
        case .unclaimed: return .gift
        case .refunded: return .refunded
        case .revoked: return .ended
        case .active: break
        }
        if let code, code.form == .device {
            let revoked = try db.first(
                "SELECT CASE WHEN revoked_at IS NULL THEN 0 ELSE 1 END FROM museum_pass WHERE code = \(code.pass) AND membership_id = \(membership.id)"
                    as Query<Int>)
            guard let revoked else { return .unknown }
            if revoked == 1 { return .revoked }
        }
        if let end = membership.expiresAt, end <= moment { return .expired }
        if let end = code?.expiresAt, end <= moment { return .expired }
        if let start = membership.startsAt, start > moment { return .upcoming }
        if !tier.includesEntry(on: site) { return .tier }
        return code?.drift(at: moment) == nil ? nil : .clock
    }

    /// Whether a row was added; nothing happens where the day's admission is taken, by this membership or by another one of its holder.
    private func insert(
        _ look: Look, _ found: Standing, _ result: ScanResult, isFirst: Bool, _ day: Day, _ moment: Instant, in write: Write
    ) throws -> Bool {
        // In the same statement: nearly everybody is admitted, and waits for no question more.
        let isFree: SQL =
            isFirst
            ? found.membership.map { one in
                """
                NOT EXISTS (SELECT 1 FROM museum_scan f WHERE f.membership_id IN (\(sql: Holders.memberships(with: one)))
                    AND f.day = \(day.description) AND f.is_first = 1)
                """
            } ?? "1 = 1" : "1 = 1"
        return try write.run(
            """
            INSERT INTO museum_scan (gate, place, nonce, membership_id, day, result, is_first, is_let_in, was_offline, scanned_at, received_at,
                changed_at, changed_by)
            SELECT \(look.gate), \(look.place), \(look.nonce), \(found.membership?.id), \(day.description), \(result), \(isFirst),
                \(look.decided?.letIn ?? result.letsIn), \(look.decided != nil), \(moment), \(write.now), \(write.now), \(write.actor)
            WHERE \(sql: isFree)
            ON CONFLICT DO NOTHING
            """) == 1
    }

    /// The answer to a look that was answered before. A gate that didn't hear it, and let somebody in by itself, says so now.
    func again(_ scan: Scan, _ look: Look, in write: Write) throws -> ScanOutcome {
        if let decision = look.decided, decision.letIn, !scan.isLetIn, scan.result != .undone {
            try write.run(
                """
                UPDATE museum_scan SET is_let_in = \(true), was_offline = \(true), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(scan.id)
                """)
        }
        try bring(look, in: write)
        var found = Standing()
        found.membership = try scan.membership.flatMap { try write.first(.membership($0)) }
        found.tier = try found.membership.flatMap { try write.first(.tier($0.tier)) }
        return try outcome(of: look, scan.result, found, nil, at: scan.scannedAt, in: write)
    }

    private func outcome(
        of look: Look, _ result: ScanResult, _ found: Standing, _ code: EntryCode?, at moment: Instant, in db: any Connection
    ) throws -> ScanOutcome {
        var outcome = ScanOutcome(nonce: look.nonce, result: result)
        guard let membership = found.membership else { return outcome }
        outcome.membership = membership.id
        outcome.tier = found.tier?.name
        outcome.guests = found.tier?.guests
        if result.letsIn {
            let scan = (found.tier?.guests ?? 0) > 0 ? try db.first(.scan(look.nonce, at: look.gate)) : nil
            (outcome.guestsLeft, outcome.brought) = try scan.map { try guests(of: $0, membership, found.tier, in: db) } ?? (0, 0)
            let end = moment + Desk.timeToUndo
            if site.clock.now() < end { outcome.undoUntil = end }
        } else {
            outcome.desk = try Holders.deskPath(of: membership, in: db)
        }
        outcome.expiresAt = membership.expiresAt
        outcome.endedAt = membership.endedAt
        if result == .gift {
            outcome.gift = gifts.gatePath(of: membership)
            outcome.giver = try membership.buyer.flatMap { try People.names(of: [$0], in: db)[$0] }
        }
        if result == .upcoming { outcome.startsAt = membership.startsAt }
        outcome.name = try Holders.name(of: membership, in: db)
        if result == .clock { outcome.drift = code?.drift(at: moment).map { Int($0.components.seconds) } }
        if [.used, .reentry, .undone].contains(result), let first = try db.first(.first(of: membership, on: Day(moment, in: zone))) {
            outcome.usedAt = first.scannedAt
            outcome.usedPlace = first.place
        }
        return outcome
    }
}
