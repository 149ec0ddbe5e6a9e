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
    /// Words that people type when they look for it and that the answer calls otherwise; never shown.
    public var searchedAs: Text
    /// Who sees it; nil is everybody.
    public var permission: Permission?
    /// Whether it is for sites that can send email, or for those that can't; nil is for both.
    public var withMail: Bool?
    /// Where to do what the answer says.
    public var link: Problem.Link?

    /// A question with its answer.
    public init(
        _ id: String, _ question: Text, _ answer: Text..., searchedAs: Text = "", permission: Permission? = nil, withMail: Bool? = nil,
        link: Problem.Link? = nil
    ) {
        self.id = id
        self.question = question
        self.answer = answer
        self.searchedAs = searchedAs
        self.permission = permission
        self.withMail = withMail
        self.link = link
    }
}
