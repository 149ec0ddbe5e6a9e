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
                .summary("Admits whoever shows a code, or a member by number. The same nonce of the same gate counts once.").accepts(NewScan.self),
            .post(MuseumPaths.apiScanBatch, allow: .permission(.museumDesk), body: .json(limit: 1_048_576), use: upload)
                .summary("Takes in what a gate decided while it was offline, in any order and as often as it is sent.").accepts(ScanBatch.self),
            .get(MuseumPaths.apiGate, allow: .permission(.museumDesk), use: snapshot)
                .summary("What a gate needs to decide by itself: keys, tiers, ends and revocations, and no names."),
            .get(MuseumPaths.apiGateMembers, allow: .permission(.museumDesk), use: search)
                .summary("Members by name or number, for somebody without a code.").query("q", .text(most: 100), "Words of the name, or the number."),
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
    }

    /// What a gate decided by itself.
    struct QueuedScan: Codable, Sendable {
        var code: String?
        var membership: MembershipID?
        var nonce: String
        var again: Bool?
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
            showing: Self.showing(new.code, new.membership), gate: new.gate, place: new.place ?? "", nonce: new.nonce, again: new.again ?? false)
        return ScanAnswer(try await answer(look, by: member))
    }

    /// Looks, and counts what isn't ours.
    func answer(_ look: Gate.Look, by member: Member) async throws -> ScanOutcome {
        let device = "\(member.id) \(look.gate)"
        guard !guesses.isEmpty(device) else { throw GateRefusal.tooManyUnknown }
        let outcome = try await services.gate.look(look, by: member.id)
        if outcome.result == .invalid { _ = guesses.take(device) }
        return outcome
    }

    func upload(_ request: Request, _ member: Member) async throws -> BatchAnswer {
        let batch = try request.json(ScanBatch.self)
        var outcomes: [ScanOutcome] = []
        for scan in batch.scans {
            let look = Gate.Look(
                showing: Self.showing(scan.code, scan.membership), gate: batch.gate, place: batch.place ?? "", nonce: scan.nonce,
                again: scan.again ?? false, decided: .init(at: scan.scannedAt, letIn: scan.letIn))
            outcomes.append(try await services.gate.look(look, by: member.id))
        }
        let open = try await site.database.read { [services] db in try services.gate.conflicts(in: db).count }
        return BatchAnswer(outcomes: outcomes, conflicts: open)
    }

    /// A code counts before a number that comes with it; neither is a code that can't be read.
    private static func showing(_ code: String?, _ membership: MembershipID?) -> Gate.Showing {
        if code == nil, let membership { return .membership(membership) }
        return .code((code ?? "").trimmed)
    }

    func snapshot(_ request: Request, _ member: Member) async throws -> GateSnapshot { try await services.gate.snapshot() }

    func search(_ request: Request, _ member: Member) async throws -> FoundMembers {
        let words = request.query["q"] ?? ""
        return try await site.database.read { [services] db in FoundMembers(members: try services.gate.search(words, in: db)) }
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
        ]
    }
}

extension GateAPI.QueuedScan: LimitedMembers {
    static var limits: [String: Schema] { ["code": .text(least: 1, most: 400), "nonce": .text(least: 1, most: 40)] }
}

extension GateAPI.ScanBatch: LimitedMembers {
    static var limits: [String: Schema] { ["gate": .text(least: 1, most: 40), "place": .text(most: 40)] }
}

/// Why a gate isn't answered.
enum GateRefusal: Error, Equatable {
    case nothingShown
    case tooManyUnknown
}

extension GateRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nothingShown:
            Problem(.invalid, "museum.nothing-scanned", "Scan a code, or choose a member.", remedy: "Send either a code or a membership.")
        case .tooManyUnknown:
            Problem(
                .tooManyRequests, "museum.too-many-unknown-codes", "Too many unknown codes.",
                remedy: "Wait a minute, or find the member by name.", retryAfter: 60)
        }
    }
}
