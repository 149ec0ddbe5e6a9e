import Core
import Web

typealias InvitationLinkID = ID<InvitationLink>

/// An invitation to a story by a link, for somebody whom its author can't find by name: whoever accepts it first takes part.
struct InvitationLink: Sendable, Equatable {
    /// How long it works.
    static let life = Duration.days(14)

    let id: InvitationLinkID
    let story: StoryID
    let role: ParticipantRole
    /// The address that it was emailed to.
    let email: String?
    let madeAt: Instant
    let expiresAt: Instant
    /// It works once: when somebody accepted or declined.
    let answeredAt: Instant?
    /// Nil where nobody did. Of who declined nothing is kept: the author doesn't know who opened the link.
    let acceptedBy: PersonID?

    var isOpen: Bool { answeredAt == nil }
}

/// A link as its author sees it, once: only the digest of its token is kept.
struct NewInvitationLink: Codable, Sendable {
    let token: String
    let until: Instant
    /// Where it was emailed to.
    let email: String?
}

/// Why a link invites nobody, or none was made. Every case is safe to show.
enum InvitationLinkRefusal: Error, Equatable {
    /// It was used, withdrawn, is too old or never existed, or those whom it would bring together don't want that. Nobody is told which.
    case spent
    case badAddress
    case noMail
    case tooManyEmails(seconds: Int)
}

extension InvitationLinkRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .spent:
            Problem(
                .gone, "stories.invitation-link-spent", "This invitation link doesn’t work.",
                remedy: "It may be used, expired or withdrawn. Ask the person who sent it for a new one.")
        case .badAddress:
            Problem(
                .invalid, "stories.invitation-address", "The link wasn’t created.",
                fields: ["email": "Enter an email address like name@example.org."])
        case .noMail:
            Problem(
                .conflict, "stories.invitation-no-mail", "This site can’t send emails.",
                remedy: "Create a link without an address, and share it yourself.")
        case .tooManyEmails(let seconds):
            Problem(
                .tooManyRequests, "stories.too-many-invitation-emails", "You’ve sent many invitations by email.",
                remedy: "Create a link without an address and share it yourself, or wait.", retryAfter: seconds)
        }
    }
}
