import Core

/// What a gate is told.
struct ScanOutcome: Codable, Sendable {
    let nonce: String
    let result: ScanResult
    var membership: MembershipID?
    var tier: String?
    /// Whom the member may bring along.
    var guests: Int?
    /// How many of them can still come today, those of this look included; absent for somebody who isn't let in.
    var guestsLeft: Int?
    /// How many came along with this look.
    var brought: Int?
    var name: String?
    var expiresAt: Instant?
    /// When it was refunded or taken away.
    var endedAt: Instant?
    /// Where the desk serves somebody who isn't let in; absent where it doesn't know them.
    var desk: String?
    /// Where the desk accepts the gift that was shown.
    var gift: String?
    /// Who gave it; absent where the desk sold it.
    var giver: String?
    /// When it begins, where that is on a later day.
    var startsAt: Instant?
    /// When the day's admission was.
    var usedAt: Instant?
    var usedPlace: String?
    /// Until when the admission can be undone; absent where it can't.
    var undoUntil: Instant?
    /// Seconds by which the clock of the phone is ahead; below zero where it is behind.
    var drift: Int?

    init(nonce: String, result: ScanResult) {
        self.nonce = nonce
        self.result = result
    }

    /// What is said of somebody who was found and can't be let in, or was let in today; nil for all others.
    init?(_ found: FoundMember, nonce: String) {
        guard let result = found.result ?? (found.hasEntry && found.usedAt != nil ? .used : nil) else { return nil }
        self.init(nonce: nonce, result: result)
        (name, tier, expiresAt, startsAt, endedAt) = (found.name, found.tier, found.expiresAt, found.startsAt, found.endedAt)
        (desk, gift, giver) = (found.desk, found.gift, found.giver)
        if result == .used { (membership, usedAt) = (found.membership, found.usedAt) }
    }
}
