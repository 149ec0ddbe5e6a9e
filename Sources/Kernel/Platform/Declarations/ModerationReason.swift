public import Core

/// Why something people wrote can be reported or refused. What is written differs from app to app, so each ``ModeratedSubject``
/// states its own; reports and decisions keep the ``code``.
public struct ModerationReason: Sendable, Equatable {
    /// Stable, at most 40 characters; one that an app alone has begins with its id: `stories.copied`.
    public let code: String
    /// What a list of reasons calls it.
    public let label: Text
    /// A sentence for people who report, where the label leaves a doubt.
    public let hint: Text?
    /// What the author is told (VOL-040).
    public let sentence: Text
    /// What somebody is told who is banned for it: of them, and not of one text.
    public let sentenceOfPerson: Text

    /// A reason by its words.
    public init(_ code: String, _ label: Text, hint: Text? = nil, told sentence: Text, ofPerson sentenceOfPerson: Text) {
        self.code = code
        self.label = label
        self.hint = hint
        self.sentence = sentence
        self.sentenceOfPerson = sentenceOfPerson
    }
}
