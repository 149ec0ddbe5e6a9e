import Core
import Database
import Interface
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
    case phoneInvalid
    case timeZoneUnknown
    /// The filter said why, to words of the form's field.
    case wordsRefused(Text, in: String)
}

extension ProfileRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .aboutTooLong(let most):
            Problem(
                .invalid, "accounts.about-too-long", "“About me” has at most \(most) characters.", remedy: "Shorten it and save again.",
                fields: ["about": "Write at most \(most) characters."])
        case .wordsRefused(let reason, let field):
            Problem(.invalid, "accounts.words-refused", reason, remedy: "Change the words and send them again.", fields: [field: reason])
        case .phoneInvalid:
            Problem(
                .invalid, "accounts.phone-invalid", "That isn’t a phone number.", remedy: "Write it like +46 470 123 45, or leave it empty.",
                fields: ["phone": "Write a number like +46 470 123 45."])
        case .timeZoneUnknown:
            Problem(
                .invalid, "accounts.time-zone-unknown", "That isn’t a time zone.", remedy: "Write a big city in it, or leave it empty.",
                fields: ["timeZone": TimeZoneField.unknown])
        }
    }
}
