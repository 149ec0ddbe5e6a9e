import Core

/// Why moderation did not do what was asked. Every case is safe to show.
public enum ModerationRefusal: Error, Equatable {
    case unknownSubject
    case notYours
    case nothingToAppeal
    case decidedByPerson
    case alreadyAppealed
    case appealTooLong
    case ownSubject
    case alreadyReported
    case reportTooLong
    case tooManyReports(seconds: Int)
    case changedMeanwhile
    case decidedMeanwhile
    case claimed
    case nothingToDecide
    case tooLate
    case ownCase
    /// An appeal against what they decided themselves.
    case ownDecision
    /// The moderator can still undo what the author appeals against.
    case decisionNotFinal
    case reasonMissing
    case reportReasonMissing
    /// Another kind of content is decided for it.
    case reasonUnknown
    /// Another kind of content may be reported for it.
    case reportReasonUnknown
    case reasonTooLong
}

extension ModerationRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .unknownSubject: .notFound
        case .notYours: .notFound
        case .nothingToAppeal:
            Problem(.conflict, "moderation.nothing-to-appeal", "There’s no rejection to appeal against.", remedy: "Look at its present status.")
        case .decidedByPerson:
            Problem(
                .conflict, "moderation.decided-by-person", "Another moderator has looked at it, and the decision is final.",
                remedy: "You can edit your text and send it again.")
        case .alreadyAppealed:
            Problem(.conflict, "moderation.already-appealed", "A moderator will look at it; you asked already.", remedy: "Wait for the answer.")
        case .appealTooLong:
            Problem(
                .invalid, "moderation.appeal-too-long", "An appeal has at most \(Moderation.longestWords) characters.", remedy: "Shorten it.",
                fields: ["message": "Write at most \(Moderation.longestWords) characters."])
        case .ownSubject:
            Problem(.conflict, "moderation.own-subject", "This is your own.", remedy: "You can change or delete it instead.")
        case .alreadyReported:
            Problem(.conflict, "moderation.already-reported", "You have reported this already.", remedy: "A moderator will look at it.")
        case .reportTooLong:
            Problem(
                .invalid, "moderation.report-too-long", "A report has at most \(Moderation.longestWords) characters.", remedy: "Shorten it.",
                fields: ["words": "Write at most \(Moderation.longestWords) characters."])
        case .tooManyReports(let seconds):
            Problem(
                .tooManyRequests, "moderation.too-many-reports", "You’ve sent many reports in a short time.", remedy: "Try again later.",
                retryAfter: seconds)
        case .changedMeanwhile:
            Problem(
                .conflict, "moderation.changed", "Its author changed it while you were reading.", remedy: "Read the new version and decide then.")
        case .decidedMeanwhile:
            Problem(
                .conflict, "moderation.decided", "Another moderator decided on this while you were reading.",
                remedy: "Check the decision, and change it if needed.")
        case .claimed:
            Problem(.conflict, "moderation.claimed", "Another moderator is looking at this.", remedy: "Take another case, or wait until it is free.")
        case .nothingToDecide:
            Problem(.conflict, "moderation.nothing-to-decide", "This decision doesn’t fit the case.", remedy: "Look at its present status.")
        case .tooLate:
            Problem(
                .conflict, "moderation.too-late", "This decision can no longer be undone.",
                remedy: "Check the case, and decide again if needed.")
        case .ownCase:
            Problem(.conflict, "moderation.own-case", "You can’t decide on what you wrote yourself.", remedy: "Another moderator decides.")
        case .ownDecision:
            Problem(
                .conflict, "moderation.own-decision", "You made the decision that this appeal is about.", remedy: "Another moderator decides.")
        case .decisionNotFinal:
            Problem(
                .conflict, "moderation.not-final", "The moderator can still undo this for a few minutes.",
                remedy: "After that you can ask for another look.")
        case .reasonMissing:
            Problem(
                .invalid, "moderation.reason-missing", "The author needs to know why.", remedy: "Choose a reason.",
                fields: ["reason": "Choose a reason."])
        case .reportReasonMissing:
            Problem(
                .invalid, "moderation.reason-missing", "The report wasn’t sent.", remedy: "Choose what’s wrong.",
                fields: ["reason": "Choose what’s wrong."])
        case .reasonUnknown: Problem(.conflict, "moderation.reason-unknown", "The author needs to know why.", remedy: "Choose a reason.")
        case .reportReasonUnknown:
            Problem(.conflict, "moderation.reason-unknown", "The report wasn’t sent.", remedy: "Choose what’s wrong.")
        case .reasonTooLong:
            Problem(
                .invalid, "moderation.reason-too-long", "A reason has at most \(Moderation.longestWords) characters.", remedy: "Shorten it.",
                fields: ["words": "Write at most \(Moderation.longestWords) characters."])
        }
    }
}
