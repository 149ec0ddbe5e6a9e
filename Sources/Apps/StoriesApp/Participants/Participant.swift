import Core
import Web

/// Somebody who was invited to write a story with whoever began it.
struct Coauthor: Sendable, Equatable {
    /// The most co-authors of a story, those who haven't answered among them.
    static let most = 4
    /// The most invitations of one person that nobody has answered.
    static let mostOpen = 20
    /// How long somebody who declined isn't asked again.
    static let pause = Duration.days(30)
    /// How many people a search by name finds.
    static let mostFound = 10

    let story: StoryID
    let person: PersonID
    let invitedAt: Instant
    let acceptedAt: Instant?
    let declinedAt: Instant?

    var hasAccepted: Bool { acceptedAt != nil }
    var hasDeclined: Bool { declinedAt != nil }
    /// Whether they have yet to answer.
    var isOpen: Bool { !hasAccepted && !hasDeclined }
}

/// Why nobody was invited. Every case is safe to show.
enum CoauthorRefusal: Error, Equatable {
    case yourself
    case tooMany
    case tooManyOpen
    case declined
}

extension CoauthorRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .yourself: Problem(.conflict, "stories.invite-yourself", "You’re the author already.")
        case .tooMany:
            Problem(
                .conflict, "stories.too-many-coauthors", "A story can have \(Coauthor.most) co-authors.",
                remedy: "Remove someone, or cancel an invitation.")
        case .tooManyOpen:
            Problem(
                .conflict, "stories.too-many-invitations", "\(Coauthor.mostOpen) of your invitations haven’t been answered yet.",
                remedy: "Cancel some of them, or wait for answers.")
        case .declined:
            Problem(.conflict, "stories.invitation-declined", "This person declined recently.", remedy: "You can invite them again after 30 days.")
        }
    }
}
