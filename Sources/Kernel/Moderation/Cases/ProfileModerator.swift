import Core
import Database
import Platform

/// What profiles ask of moderation: their words have kinds of their own, and an author may go back to those from before.
extension Moderation {
    /// What the filter says to words that nobody has seen yet. Nothing is kept of the answer.
    public func verdict(on words: String, language: Language, app: String, in db: any Connection) throws -> SubjectDecision {
        SubmissionRule(verdict: try filter(in: db).judge(words, language: language, app: app)).decision
    }

    /// Takes the latest version of a ``ModeratedSubject`` into its case; its `apply` has been called when this returns.
    /// - Parameters:
    ///   - hasPublic: whether others see an earlier version, which may never have been in a case.
    ///   - doubt: why people look at it first, although the filter may find nothing.
    public func submit(
        _ id: Int64, of kind: String, author: PersonID, words: String, language: Language, hasPublic: Bool, doubt: Text?, in write: Write
    ) throws -> SubjectDecision {
        try submit(
            SubjectKey(kind: kind, id: id), author: author, text: [words], language: language, hasPublic: hasPublic, doubt: doubt, in: write)
    }

    /// Whether words say one of these phrases, as a reader sees them: in other letters that look alike, spelled out, or plain. A star
    /// at the end of a phrase stands for any ending.
    public func finds(_ phrases: [String], in words: String) -> Bool {
        // A phrase without letters of our alphabet, or of one letter, is found nowhere.
        let patterns = phrases.compactMap { try? WordPattern(lookingLike: $0) }
        return !WordMatcher(patterns, innocents: []).hits(in: GlyphText(words).glyphs).isEmpty
    }

    /// Takes the latest version out of the queue again: its author wants something else.
    /// - Parameter hasPublic: whether others go on seeing an earlier version.
    public func withdraw(_ id: Int64, of kind: String, hasPublic: Bool, in write: Write) throws {
        try withdraw(SubjectKey(kind: kind, id: id), hasPublic: hasPublic, in: write)
    }
}
