import Core
import Web

/// What somebody is invited to do with a story.
enum ParticipantRole: String, Codable, Sendable, CaseIterable {
    /// Writes it with whoever began it.
    case author
    /// Reads the drafts that its authors show, and says what they think. Has no right to anything else.
    case reader

    /// The most of a story, those who haven't answered among them.
    var most: Int {
        switch self {
        case .author: 4
        case .reader: 20
        }
    }

    /// The most invitations of one person that nobody has answered.
    var mostOpen: Int {
        switch self {
        case .author: 20
        case .reader: 40
        }
    }
}

/// Somebody who was invited to a story by whoever began it.
struct Participant: Sendable, Equatable {
    /// How long somebody who declined isn't asked again.
    static let pause = Duration.days(30)
    /// How many people a search by name finds.
    static let mostFound = 10

    let story: StoryID
    let person: PersonID
    let role: ParticipantRole
    let invitedAt: Instant
    let acceptedAt: Instant?
    let declinedAt: Instant?

    var hasAccepted: Bool { acceptedAt != nil }
    var hasDeclined: Bool { declinedAt != nil }
    /// Whether they have yet to answer.
    var isOpen: Bool { !hasAccepted && !hasDeclined }
}

/// Why nobody was invited. Every case is safe to show.
enum ParticipantRefusal: Error, Equatable {
    case yourself
    case isAuthor
    case tooMany(ParticipantRole)
    case tooManyOpen(ParticipantRole)
    case declined
}

extension ParticipantRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .yourself: Problem(.conflict, "stories.invite-yourself", "You’re the author already.")
        case .isAuthor: Problem(.conflict, "stories.invite-author", "This person is an author of the story. They can read all its drafts.")
        case .tooMany(.author):
            Problem(
                .conflict, "stories.too-many-coauthors", "A story can have \(ParticipantRole.author.most) co-authors.",
                remedy: "Remove someone, or cancel an invitation.")
        case .tooMany(.reader):
            Problem(
                .conflict, "stories.too-many-first-readers", "A story can have \(ParticipantRole.reader.most) first readers.",
                remedy: "Remove someone, or cancel an invitation.")
        case .tooManyOpen(let role):
            Problem(
                .conflict, "stories.too-many-invitations", "\(role.mostOpen) of your invitations haven’t been answered yet.",
                remedy: "Cancel some of them, or wait for answers.")
        case .declined:
            Problem(.conflict, "stories.invitation-declined", "This person declined recently.", remedy: "You can invite them again after 30 days.")
        }
    }
}
