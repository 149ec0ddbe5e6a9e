import Core
import Web

/// One question of the searchable FAQ (LIB-145).
public struct HelpTopic: Sendable {
    /// Stable; part of the address.
    public var id: String
    /// As people ask it.
    public var question: Text
    /// Paragraphs.
    public var answer: [Text]
    /// Who sees it; nil is everybody.
    public var permission: Permission?

    /// A question with its answer.
    public init(_ id: String, _ question: Text, _ answer: Text..., permission: Permission? = nil) {
        self.id = id
        self.question = question
        self.answer = answer
        self.permission = permission
    }
}
