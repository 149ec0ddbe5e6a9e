import Core

/// Why the app did not do what was asked with a post. Every case is safe to show.
enum PostRefusal: Error, Equatable {
    case invalid([String: Text])
    case notYours
    case unchanged
    case nothingToAppeal
    case ownPost
    case notPublic
    case notOpen
    case dayMissing
    case dayNotPossible
}

extension PostRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .invalid(let fields):
            Problem(
                .invalid, "volunteers.invalid-post", "Some fields need correcting in your request.",
                remedy: "Correct the marked fields and try again.",
                fields: fields)
        case .notYours: Problem(.forbidden, "volunteers.not-your-post", "Only the author of a request can do that.")
        case .unchanged:
            Problem(.conflict, "volunteers.unchanged", "Nothing was changed, so there’s nothing to send.", remedy: "Change your request first.")
        case .nothingToAppeal:
            Problem(
                .conflict, "volunteers.nothing-to-appeal", "There’s no decision of the automatic filter to look at again.",
                remedy: "Open the request to see its current status.")
        case .ownPost: Problem(.conflict, "volunteers.own-post", "This is your own request.")
        case .notPublic:
            Problem(
                .conflict, "volunteers.not-public", "Only a request that others can see can be closed.",
                remedy: "Delete it if you no longer need it.")
        case .dayMissing:
            Problem(.conflict, "volunteers.day-missing", "A time needs a day.", remedy: "Send the day as well, or leave the time out.")
        case .dayNotPossible:
            Problem(
                .conflict, "volunteers.day-not-possible", "This day has passed, or is more than a year away.",
                remedy: "Choose a day within a year, or leave it out.")
        case .notOpen:
            Problem(.conflict, "volunteers.not-open", "This request doesn’t need an answer now.", remedy: "Look for another one that is open.")
        }
    }
}
