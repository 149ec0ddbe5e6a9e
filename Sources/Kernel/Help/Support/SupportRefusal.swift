import Core

/// Why a support request was not taken.
enum SupportRefusal: ProblemConvertible {
    case wrong([String: Text])
    case tooMany
    case tooManyGuests
    case closed

    var problem: Problem {
        switch self {
        case .wrong(let fields):
            Problem(.invalid, "help.not-sent", "Nothing was sent.", remedy: "Correct what is marked and send it again.", fields: fields)
        case .tooMany:
            Problem(
                .tooManyRequests, "help.too-many", "You’ve sent many requests today.", remedy: "Wait for the answers, or add words to a request.",
                retryAfter: 3600)
        case .tooManyGuests:
            Problem(
                .tooManyRequests, "help.too-many-guests", "There were many questions from people who aren’t signed in.",
                remedy: "Sign in to ask, or try again in an hour.", retryAfter: 3600)
        case .closed:
            Problem(.conflict, "help.closed", "This request is closed.", remedy: "Ask again with a new request.")
        }
    }
}
