import Core

/// What a look at a text found.
struct TextVerdict: Sendable, Equatable, Codable {
    enum Action: String, Sendable, Codable { case accept, hold, reject }
    var kind: String?
    var action: Action
    var reason: Text
}

/// Reads a text and says whether it may be public.
protocol TextJudge: Sendable {
    func judge(_ text: String, language: Language, app: String) -> TextVerdict
}
