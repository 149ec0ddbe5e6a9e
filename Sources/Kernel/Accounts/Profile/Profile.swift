import Core
import Database
import Platform

/// What others see of a person: name and picture are shared by all apps, the words about oneself belong to one app (CORE-006).
public struct Profile: Sendable, Equatable {
    /// The person.
    public var id: PersonID
    /// The name others see.
    public var name: String
    /// Where the picture is, on this site.
    public var picture: String?
    /// “About me”, by the id of the app it was written for.
    public var aboutByApp: [String: String]
}

/// Why a profile was not changed.
public enum ProfileRefusal: Error, Equatable {
    case aboutTooLong(Int)
}

extension ProfileRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .aboutTooLong(let most):
            Problem(
                .invalid, "accounts.about-too-long", "“About me” has at most \(most) characters.", remedy: "Shorten it and save again.",
                fields: ["about": "Write at most \(most) characters."])
        }
    }
}
