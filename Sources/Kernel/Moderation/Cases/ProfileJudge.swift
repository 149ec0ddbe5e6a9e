import Core
import Database
import Platform

extension Moderation: WordJudge {
    /// What the filter says to words that nobody has seen yet.
    public func verdict(on words: String, language: Language, app: String, in db: any Connection) throws -> SubjectDecision {
        SubmissionRule(verdict: try filter(in: db).judge(words, language: language, app: app)).decision
    }

    /// Takes the latest version of a subject into its case.
    public func submit(
        _ id: Int64, of kind: String, author: PersonID, words: String, language: Language, hasPublic: Bool, in db: any Connection
    ) throws -> SubjectDecision {
        try submit(SubjectKey(kind: kind, id: id), author: author, text: [words], language: language, hasPublic: hasPublic, in: db)
    }

    /// Takes a subject out of the queue.
    public func withdraw(_ id: Int64, of kind: String, hasPublic: Bool, in db: any Connection) throws {
        try withdraw(SubjectKey(kind: kind, id: id), hasPublic: hasPublic, in: db)
    }
}
