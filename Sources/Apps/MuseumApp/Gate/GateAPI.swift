import Core
import Database
import Platform
import Web

/// What the gate page asks, and what programs at a turnstile do.
struct GateAPI: Sendable {
    /// How many scans of a gate that was offline are taken at once.
    static let mostScans = 500

    let services: MuseumServices

    private var site: Site { services.site }
    /// Codes that aren't ours, from one device: whoever guesses is slowed down, and a queue of members isn't.
    private var guesses: RateLimiter { site.rateLimiter("museum.unknown-codes", capacity: 30, per: .seconds(60)) }

    var routes: [Route] {
        [
            .post(MuseumPaths.apiScans, allow: .permission(.museumDesk), body: .json, use: scan)
                .summary("Admits who shows a code, or one by number. A nonce counts once at a gate; again it sets the guests.").accepts(NewScan.self),
            .post(MuseumPaths.apiScanUndo, allow: .permission(.museumDesk), body: .json, use: undo)
                .summary("Takes back an admission for 15 minutes, by the nonce of its look. Sent again, it changes nothing more.").accepts(
                    UndoneScan.self),
            .post(MuseumPaths.apiScanBatch, allow: .permission(.museumDesk), body: .json(limit: 1_048_576), use: upload)
                .summary("Takes in what a gate decided while it was offline, in any order and as often as it is sent.").accepts(ScanBatch.self),
            .get(MuseumPaths.apiGate, allow: .permission(.museumDesk), use: snapshot)
                .summary("What a gate needs to decide by itself: keys, tiers, ends and revocations, and no names."),
            .get(MuseumPaths.apiGateMembers, allow: .permission(.museumDesk), use: search)
                .summary("Members by name, email or number, for somebody without a code.").query(
                    "q", .text(most: 100), "Words of the name, the email, or the number."),
        ]
    }

    /// A look at a code or a member.
    struct NewScan: Codable, Sendable {
        var code: String?
        var membership: MembershipID?
        var gate: String
        var place: String?
        var nonce: String
        var again: Bool?
        /// How many come along.
        var guests: Int?
    }

    /// An admission that is taken back.
    struct UndoneScan: Codable, Sendable {
        var gate: String
        /// Of the look that admitted.
        var nonce: String
    }

    /// What a gate decided by itself.
    struct QueuedScan: Codable, Sendable {
        var code: String?
        var membership: MembershipID?
        var nonce: String
        var again: Bool?
        var guests: Int?
        var scannedAt: Instant
        var letIn: Bool
    }

    struct ScanBatch: Codable, Sendable {
        var gate: String
        var place: String?
        var scans: [QueuedScan]
    }

    func scan(_ request: Request, _ member: Member) async throws -> ScanAnswer {
        let new = try request.json(NewScan.self)
        let look = Gate.Look(
            showing: Self.showing(new.code, new.membership), gate: new.gate, place: new.place ?? "", nonce: new.nonce, again: new.again ?? false,
            guests: new.guests)
        return ScanAnswer(try await answer(look, by: member, for: ReaderLanguage(request, site)))
    }

    /// Looks, and counts what isn't ours.
    func answer(_ look: Gate.Look, by member: Member, for reader: ReaderLanguage) async throws -> ScanOutcome {
        let device = "\(member.id) \(look.gate)"
        guard !guesses.isEmpty(device) else { throw GateRefusal.tooManyUnknown }
        let outcome = try await services.gate.look(look, by: member.id)
        if outcome.result == .invalid { _ = guesses.take(device) }
        return try await translated(outcome, for: reader)
    }

    func undo(_ request: Request, _ member: Member) async throws -> ScanAnswer {
        let undone = try request.json(UndoneScan.self)
        return ScanAnswer(try await undo(undone.nonce, at: undone.gate, by: member, for: ReaderLanguage(request, site)))
    }

    func undo(_ nonce: String, at gate: String, by member: Member, for reader: ReaderLanguage) async throws -> ScanOutcome {
        try await translated(services.gate.undo(nonce, at: gate, by: member.id), for: reader)
    }

    private func translated(_ outcome: ScanOutcome, for reader: ReaderLanguage) async throws -> ScanOutcome {
        guard reader.language != nil, let id = outcome.membership else { return outcome }
        var translated = outcome
        translated.tier = try await site.database.read { db in
            try reader(db.first(.membership(id)).flatMap { try db.first(.tier($0.tier)) }, in: db)?.name ?? outcome.tier
        }
        return translated
    }

    func upload(_ request: Request, _ member: Member) async throws -> BatchAnswer {
        let batch = try request.json(ScanBatch.self)
        guard batch.scans.count <= Self.mostScans else { throw GateRefusal.tooManyScans }
        let looks = batch.scans.map { scan in
            Gate.Look(
                showing: Self.showing(scan.code, scan.membership), gate: batch.gate, place: batch.place ?? "", nonce: scan.nonce,
                again: scan.again ?? false, guests: scan.guests, decided: .init(at: scan.scannedAt, letIn: scan.letIn))
        }
        let outcomes = try await services.gate.look(all: looks, by: member.id)
        let open = try await site.database.read { [services] db in try services.gate.conflicts(in: db).count }
        return BatchAnswer(outcomes: outcomes, conflicts: open)
    }

    /// A code counts before a number that comes with it; neither is a code that can't be read.
    private static func showing(_ code: String?, _ membership: MembershipID?) -> Gate.Showing {
        if code == nil, let membership { return .membership(membership) }
        return .code((code ?? "").trimmed)
    }

    func snapshot(_ request: Request, _ member: Member) async throws -> GateSnapshot {
        try await services.gate.snapshot(for: ReaderLanguage(request, site))
    }

    func search(_ request: Request, _ member: Member) async throws -> FoundMembers {
        let (words, reader) = (request.query["q"] ?? "", ReaderLanguage(request, site))
        return try await site.database.read { [services] db in FoundMembers(members: try services.gate.search(words, for: reader, in: db)) }
    }
}

/// An outcome as it is sent.
struct ScanAnswer: JSONAnswer, Codable {
    let outcome: ScanOutcome
    init(_ outcome: ScanOutcome) { self.outcome = outcome }
}

/// What became of scans that were queued.
struct BatchAnswer: JSONAnswer, Codable {
    let outcomes: [ScanOutcome]
    /// How many conflicts nobody has looked at yet, of all gates.
    let conflicts: Int
}

/// Members who were found.
struct FoundMembers: JSONAnswer, Codable {
    let members: [FoundMember]
}

extension GateAPI.NewScan: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "code": .text(least: 1, most: 400), "gate": .text(least: 1, most: 40), "place": .text(most: 40), "nonce": .text(least: 1, most: 40),
            "guests": .integer(in: 0...Tier.mostGuests),
        ]
    }
}

extension GateAPI.UndoneScan: LimitedMembers {
    static var limits: [String: Schema] { ["gate": .text(least: 1, most: 40), "nonce": .text(least: 1, most: 40)] }
}

extension GateAPI.QueuedScan: LimitedMembers {
    static var limits: [String: Schema] {
        ["code": .text(least: 1, most: 400), "nonce": .text(least: 1, most: 40), "guests": .integer(in: 0...Tier.mostGuests)]
    }
}

extension GateAPI.ScanBatch: LimitedMembers {
    static var limits: [String: Schema] { ["gate": .text(least: 1, most: 40), "place": .text(most: 40)] }
}

/// Why a gate isn't answered.
enum GateRefusal: Error, Equatable {
    case nothingShown
    case tooManyUnknown
    /// In one upload.
    case tooManyScans
    /// More than the tier allows on a day.
    case tooManyGuests
    /// Also of a look that let nobody in.
    case tooLateToUndo
}

extension GateRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nothingShown:
            Problem(.invalid, "museum.nothing-scanned", "Scan a code, or choose a member.", remedy: "Send either a code or a membership.")
        case .tooManyScans:
            Problem(
                .invalid, "museum.too-many-scans", "Too many scans at once.", remedy: "Send at most \(GateAPI.mostScans) at a time.")
        case .tooManyGuests:
            Problem(
                .conflict, "museum.too-many-guests", "That’s more guests than the membership includes today.",
                remedy: "Choose a smaller number. Other guests buy a ticket.")
        case .tooLateToUndo:
            Problem(
                .conflict, "museum.too-late-to-undo", "This admission can’t be undone any more.",
                remedy: "An admission can be undone for 15 minutes.")
        case .tooManyUnknown:
            Problem(
                .tooManyRequests, "museum.too-many-unknown-codes", "Too many unknown codes.",
                remedy: "Wait a minute, or find the member by name.", retryAfter: 60)
        }
    }
}
