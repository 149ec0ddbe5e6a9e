import Core
import Database
import Platform

extension Moderation: TextModerator {
    /// What the filter says to words that nobody has seen yet.
    public func verdict(on words: String, language: Language, app: String, in db: any Connection) throws -> SubjectDecision {
        SubmissionRule(verdict: try filter(in: db).judge(words, language: language, app: app)).decision
    }

    /// Takes the latest version of a subject into its case.
    public func submit(
        _ id: Int64, of kind: String, author: PersonID, words: String, language: Language, hasPublic: Bool, doubt: Text?, in db: any Connection
    ) throws -> SubjectDecision {
        try submit(
            SubjectKey(kind: kind, id: id), author: author, text: [words], language: language, hasPublic: hasPublic, doubt: doubt, in: db)
    }

    /// Whether words say one of these phrases, in disguise or plainly.
    public func finds(_ phrases: [String], in words: String) -> Bool {
        // A phrase without letters of our alphabet, or of one letter, is found nowhere.
        let patterns = phrases.compactMap { try? WordPattern(lookingLike: $0) }
        return !WordMatcher(patterns, innocents: []).hits(in: GlyphText(words).glyphs).isEmpty
    }

    /// Takes a subject out of the queue.
    public func withdraw(_ id: Int64, of kind: String, hasPublic: Bool, in db: any Connection) throws {
        try withdraw(SubjectKey(kind: kind, id: id), hasPublic: hasPublic, in: db)
    }
}
