import Accounts
import Audit
import Core
import Database
import Platform

/// Names an appeal against a ban.
public typealias BanAppealID = ID<BanAppeal>

/// What somebody who is banned wrote to have it looked at again, and what a moderator answered.
public struct BanAppeal: SQLRow, Audited, Sendable {
    public static var auditEntity: String { "moderation.ban-appeal" }

    /// Where an appeal stands.
    enum State: String, SQLConvertible, CaseIterable {
        case open, lifted, kept
    }

    let id: BanAppealID
    let ban: BanID
    let person: PersonID
    let app: String
    let words: String
    let state: State
    let answer: String?
    let sentAt: Instant
    let decidedAt: Instant?
    let decidedBy: PersonID?
    /// The new end of a ban that stays.
    let shortenedTo: Instant?

    /// What was answered; nil while it waits.
    var outcome: BanAppealOutcome? {
        switch state {
        case .open: nil
        case .lifted: .lifted
        case .kept: shortenedTo.map(BanAppealOutcome.shortened) ?? .kept
        }
    }

    static let columns: SQL = "id, ban_id, person_id, app, words, state, answer, sent_at, decided_at, decided_by, shortened_to"

    public init(row: inout RowReader) throws {
        id = try row.next()
        ban = try row.next()
        person = try row.next()
        app = try row.next()
        words = try row.next()
        state = try row.next()
        answer = try row.next()
        sentAt = try row.next()
        decidedAt = try row.next()
        decidedBy = try row.next()
        shortenedTo = try row.next()
    }

    /// When the same ban can be appealed again after an answer.
    var nextAllowed: Instant? { decidedAt.map { $0 + .days(BanAppeals.pauseInDays) } }
}

/// What becomes of a ban after an appeal.
enum BanAppealOutcome: Equatable, Sendable {
    case lifted
    /// It ends then, earlier than it would have.
    case shortened(Instant)
    case kept

    /// As moderators see it in a word.
    var label: Text {
        switch self {
        case .lifted: "Ban lifted"
        case .shortened: "Ban shortened"
        case .kept: "Ban kept"
        }
    }
}

/// Why an appeal was not sent or not answered.
enum BanAppealRefusal: Error, Equatable {
    case wordsMissing
    case wordsTooLong
    case alreadyOpen
    case tooSoon(Instant)
    case banEnded
    case answerMissing
    case answerTooLong
    case notShorter
    case decided
    case ownAppeal
}

extension BanAppealRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .wordsMissing: .at("words", "moderation.appeal-empty", "Write why the ban should be lifted.")
        case .wordsTooLong: .at("words", "moderation.appeal-too-long", "Write at most \(Moderation.longestWords) characters.")
        case .alreadyOpen:
            Problem(
                .conflict, "moderation.already-appealed", "A moderator will look at it; you asked already.", remedy: "Wait for the answer.")
        case .tooSoon(let next):
            Problem(.conflict, "moderation.appeal-too-soon", "Your appeal was answered.", remedy: "You can appeal again on \(day: next).")
        case .banEnded: Problem(.conflict, "moderation.ban-ended", "This ban has ended.", remedy: "There’s nothing left to appeal.")
        case .answerMissing: .at("answer", "moderation.answer-missing", "Write an answer to the person.")
        case .answerTooLong: .at("answer", "moderation.answer-too-long", "Write at most \(Moderation.longestWords) characters.")
        case .notShorter: .at("days", "moderation.ban-not-shorter", "Choose a length that ends before the ban does.")
        case .decided:
            Problem(.conflict, "moderation.appeal-decided", "This appeal has been answered already.", remedy: "The answer is shown below.")
        case .ownAppeal:
            Problem(.conflict, "moderation.own-appeal", "You can’t answer your own appeal.", remedy: "Another moderator decides.")
        }
    }
}

extension Problem {
    fileprivate static func at(_ field: String, _ code: String, _ sentence: Text) -> Problem {
        Problem(.invalid, code, sentence, fields: [field: sentence])
    }
}
