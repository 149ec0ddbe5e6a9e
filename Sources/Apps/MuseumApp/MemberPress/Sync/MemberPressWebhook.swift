import Core
import Crypto
import Jobs
import Platform
import Web

/// Where MemberPress tells of what happened. Nothing of it is believed: it says whom to ask about.
struct MemberPressWebhook: Sendable {
    let sync: MemberPressSync
    /// Guesses of one network, and floods of MemberPress' own.
    let pace: RateLimiter

    private var site: Site { sync.site }
    /// What several webhooks say of one payment is asked about once.
    private static let pause = Duration.seconds(3)

    var routes: [Route] {
        [.post(MuseumPaths.memberPressHook, allow: .everyone, body: .bytes(limit: 262_144), use: receive).fromOtherSites()]
    }

    private struct Taken: Encodable, JSONAnswer {
        let received = true
    }

    func receive(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> Response {
        if let seconds = pace.take(request.network) {
            throw Problem(.tooManyRequests, "museum.too-many", "Too many in a short time.", remedy: "Wait a moment.", retryAfter: seconds)
        }
        guard sync.isOn, constantTimeEquals(Array(token.utf8), Array(sync.hookToken.utf8)), case .bytes(let body) = request.body else {
            throw Problem.notFound
        }
        // An answer of any kind is the last word to MemberPress, so what can't be read is left to the next run.
        if let question = try? Self.question(body) {
            let name = "\(question.member.map(String.init) ?? "-").\(question.transaction.map(String.init) ?? "-")"
            try await site.write(by: nil, once: nil) { write in
                _ = try write.enqueue(MemberPressSync.question, question, at: write.now + Self.pause, key: name)
            }
        }
        return try await Taken().response(for: request)
    }

    /// Whom a webhook is about; nil where it is about nothing that is kept here.
    static func question(_ body: [UInt8]) throws(MemberPressFailure) -> MemberPressSync.Question? {
        let hook = try PHPValue(body)
        let data = hook["data"]
        guard let id = data["id"].id else { return nil }
        return switch hook["type"].text {
        case "member": MemberPressSync.Question(member: id)
        case "transaction": MemberPressSync.Question(member: data["member"].id, transaction: id)
        case "subscription": data["member"].id.map { MemberPressSync.Question(member: $0) }
        default: nil
        }
    }
}
