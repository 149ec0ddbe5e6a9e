import Core
import Web

/// Why no copy was begun, or no account deleted.
enum PrivacyRefusal: Error, Equatable {
    case otherAddress
    case underWay
    case tooMany(Int)
}

extension PrivacyRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .otherAddress:
            Problem(
                .invalid, "accounts.other-address", "That isn’t the address of this account.", remedy: "Enter it exactly as shown above the field.",
                fields: ["address": "Write the address of this account."])
        case .underWay:
            Problem(.conflict, "accounts.export-under-way", "A copy of your data is being made already.", remedy: "Wait until it is ready.")
        case .tooMany(let most):
            Problem(
                .tooManyRequests, "accounts.export-too-many", "You asked for \(most) copies within a day.", remedy: "Try again tomorrow.",
                retryAfter: 86_400)
        }
    }
}
