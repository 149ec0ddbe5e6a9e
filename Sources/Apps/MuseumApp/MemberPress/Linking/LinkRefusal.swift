import Core

/// Why a membership wasn't linked.
enum LinkRefusal: Error, Equatable {
    case nothingTyped, noMail, tooMany, nothingPending, linkedElsewhere
    case wrongCode(left: Int)
}

extension LinkRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .nothingTyped:
            Problem(
                .invalid, "museum.link-what", "Enter an email address or a member number.", remedy: "Correct what is marked and try again.",
                fields: ["membership": "Enter an email address or a member number."])
        case .noMail: Problem(.conflict, "museum.link-no-mail", "This site can’t send email.", remedy: "Ask at the museum’s desk.")
        case .tooMany:
            Problem(
                .tooManyRequests, "museum.link-too-many", "Too many codes in one hour.", remedy: "Try again later, or ask at the museum’s desk.",
                retryAfter: 3600)
        case .nothingPending:
            Problem(.conflict, "museum.link-expired", "The code isn’t valid any more.", remedy: "Ask for a new one.")
        case .wrongCode(let left):
            Problem(
                .invalid, "museum.link-wrong-code", "That’s not the code.", remedy: "Check the email and try again. Tries left: \(left).",
                fields: ["code": "That’s not the code."])
        case .linkedElsewhere:
            Problem(
                .conflict, "museum.link-other", "This membership belongs to another account.",
                remedy: "Sign in to that account, or ask at the museum’s desk.")
        }
    }
}
