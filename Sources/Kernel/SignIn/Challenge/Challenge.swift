import Core
import Crypto
import Platform
import Web

/// A puzzle that a browser solves in a moment and a machine that guesses passwords has to solve again and again: a number that gives
/// a digest with so many zero bits in front (CORE-012). It asks nothing of the person, and nobody outside.
struct Challenge: Codable, Sendable, JSONAnswer {
    /// The puzzle; it is sent back with the solution.
    let challenge: String
    /// Zero bits that SHA-256 of `challenge:solution` begins with.
    let bits: Int
    /// After this many seconds it counts as passed without a solution: for browsers without scripts.
    let wait: Int
}

/// What came back with a form or a call.
struct ChallengeAnswer: Sendable {
    var challenge: String?
    var solution: String?
}

/// Gives puzzles out and checks them: each is signed, expires, and counts once.
struct Challenges: Sendable {
    let site: Site
    let tickets: SealedTokens

    /// About 65,000 digests: a blink on a desk, a few seconds on a ten-year-old phone.
    static let bits = 16
    /// How long a puzzle is good for.
    static let life: Duration = .seconds(900)
    /// Seconds to wait without scripts.
    static let wait = 20
    /// Longest solution, in bytes.
    private static let longest = 32
    private static let purpose = "challenge"

    private struct Puzzle: Codable, Sendable {
        var bits: Int
    }

    func make() throws -> Challenge {
        let ticket = try tickets.issue(Puzzle(bits: Self.bits), purpose: Self.purpose, life: Self.life)
        return Challenge(challenge: ticket, bits: Self.bits, wait: Self.wait)
    }

    /// Whether an answer is right, or waited long enough where `mayWait` allows that; it is used up.
    func accept(_ answer: ChallengeAnswer, mayWait: () -> Bool) async throws -> Bool {
        guard let text = answer.challenge, let ticket = tickets.open(text, purpose: Self.purpose, as: Puzzle.self) else { return false }
        if let solution = answer.solution, !solution.isEmpty {
            guard solution.utf8.count <= Self.longest else { return false }
            guard Self.zeroBits(sha256(Array("\(text):\(solution)".utf8))) >= ticket.payload.bits else { return false }
        } else {
            guard site.clock.continuous() - ticket.issuedAt >= .seconds(Int64(Self.wait)), mayWait() else { return false }
        }
        return try await site.write(by: nil, once: nil) { write in try tickets.spend(ticket, in: write) }
    }

    /// Zero bits in front.
    static func zeroBits(_ bytes: [UInt8]) -> Int {
        guard let first = bytes.firstIndex(where: { $0 != 0 }) else { return bytes.count * 8 }
        return first * 8 + bytes[first].leadingZeroBitCount
    }
}
