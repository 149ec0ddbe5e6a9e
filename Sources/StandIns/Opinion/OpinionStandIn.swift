import Core
import Foundation
import Synchronization
public import Web

/// Plays a language model that speaks OpenAI's chat completions. It wants a moderator to read what has the word that it was told to watch for.
public final class OpinionStandIn: StandIn {
    /// `opinion`.
    public let name = "opinion"
    /// What opens it.
    public static let key = "sk-stand-in"
    private let address: String
    private let state = Mutex(State())

    private struct State {
        var fault = "none"
        var watched = "submarine"
        var asked: [String] = []
    }

    /// A model at the house's address.
    public init(at address: String) { self.address = address }

    /// What comes before `/chat/completions`.
    public var base: String { address + "/opinion/v1" }

    /// What it was asked about, in order.
    public var asked: [String] { state.withLock { $0.asked } }

    /// The one address of it.
    public var routes: [Route] { [.post(Path("/opinion/v1/chat/completions"), allow: .everyone, body: .bytes(limit: 65_536), use: complete)] }

    /// `error` answers 500, `nonsense` something else than JSON, `silence` nothing in time; the value `watch` is the word to hold.
    public func control(_ order: ControlOrder) async -> Bool {
        let fault = order.faultMode ?? "none"
        guard ["none", "error", "nonsense", "silence"].contains(fault) else { return false }
        state.withLock {
            $0.fault = fault
            if let word = order.values?["watch"] { $0.watched = word }
        }
        return true
    }

    private struct Question: Decodable {
        struct Message: Decodable {
            let role: String
            let content: String
        }

        let model: String
        let messages: [Message]
    }

    func complete(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard request.headers["Authorization"] == "Bearer \(Self.key)" else { return Self.answer(#"{"error":{"message":"Incorrect API key"}}"#, 401) }
        guard case .bytes(let bytes) = request.body, let question = try? JSONDecoder().decode(Question.self, from: Data(bytes)) else {
            return Self.answer(#"{"error":{"message":"Malformed request"}}"#, 400)
        }
        let text = question.messages.last { $0.role == "user" }?.content ?? ""
        let (fault, watched) = state.withLock { state in
            state.asked.append(text)
            return (state.fault, state.watched)
        }
        switch fault {
        case "error": return Self.answer(#"{"error":{"message":"Overloaded"}}"#, 503)
        case "nonsense": return Self.answer("<html>", 200)
        case "silence": try await Task.sleep(for: .seconds(6))
        default: break
        }
        let word = text.lowercased().contains(watched) ? "HOLD" : "OK"
        return Self.answer(
            #"{"object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"\#(word)"},"finish_reason":"stop"}]}"#, 200)
    }

    private static func answer(_ json: String, _ status: Int) -> Response {
        .bytes(Array(json.utf8), type: "application/json", status: Status(rawValue: status))
    }
}
