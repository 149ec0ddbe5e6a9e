import Core
import Interface
import Moderation

/// The identity of a request for help.
typealias PostID = ID<Post>

/// What is decided about a post; there is no other value (VOL-037).
enum PostStatus: String, Sendable, CaseIterable, Codable {
    case accepted, rejected, pending

    /// As its author and moderators read it (VOL-058).
    var name: Text {
        switch self {
        case .accepted: "Accepted"
        case .rejected: "Rejected"
        case .pending: "Pending Moderation"
        }
    }

    /// Green, red and yellow (VOL-058).
    var tone: Tone {
        switch self {
        case .accepted: .success
        case .rejected: .danger
        case .pending: .warning
        }
    }
}

/// What one version of a post says.
struct PostContent: Sendable, Equatable, Codable {
    var category: CategoryID
    let title: String
    let body: String
    /// An area or neighbourhood, never an address; empty when the author gave none.
    let area: String
    let language: Language
    let time: PostTime
}

extension PostContent {
    /// What was written before times were known has none.
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        category = try fields.decode(CategoryID.self, forKey: .category)
        title = try fields.decode(String.self, forKey: .title)
        body = try fields.decode(String.self, forKey: .body)
        area = try fields.decode(String.self, forKey: .area)
        language = try fields.decode(Language.self, forKey: .language)
        time = try fields.decodeIfPresent(PostTime.self, forKey: .time) ?? PostTime()
    }
}

/// A request for help as others see it: its accepted version, or its only one before it is accepted.
struct Post: Sendable, Equatable {
    let id: PostID
    let author: PersonID
    let status: PostStatus
    let content: PostContent
    /// The number of the newest version.
    let version: Int
    /// The number of the version that is public, if one is.
    let acceptedVersion: Int?
    /// Whether a moderator took it from public view (VOL-042).
    let isRemoved: Bool
    /// When it first became public.
    let publishedAt: Instant?
    let createdAt: Instant
    let posterKey: String
    /// When its author said that they have got help, or its time was over.
    let closedAt: Instant?
    /// Whether its time was over, and nobody has said since that help was found.
    let isExpired: Bool
    /// Until when it is listed; nil for ever.
    let expiresAt: Instant?
    /// Whether its author is banned from the app now, or their account is shut.
    let isWithheld: Bool

    /// When it is said to be from.
    var shownAt: Instant { publishedAt ?? createdAt }
    /// Whether anybody can answer it.
    var isOpen: Bool { closedAt == nil && !isWithheld }
    /// Whether its author can say that they have found help.
    var isClosable: Bool { status == .accepted && (closedAt == nil || isExpired) }
    /// Whether a moderator removed it, and its author has sent in nothing since that waits for a decision.
    var isOut: Bool { isRemoved && status == .rejected }
    /// How it stands, in a word for its author and moderators: what a moderator removed or its author closed is that, and no longer
    /// what was decided before.
    var standing: PostStanding {
        if isOut { return PostStanding(name: "Removed", tone: .danger, code: PostStatus.rejected.rawValue) }
        if isExpired { return PostStanding(name: "Expired", tone: .quiet, code: "closed") }
        if closedAt != nil { return PostStanding(name: "Found help", tone: .quiet, code: "closed") }
        return PostStanding(name: status.name, tone: status.tone, code: status.rawValue)
    }
    /// Whether feed, search and similar requests show it.
    var isListed: Bool { status == .accepted && isOpen }
}

/// How a post stands, as it is shown.
struct PostStanding: Sendable {
    let name: Text
    let tone: Tone
    /// What its look is called in the style sheet.
    let code: String
}

/// The newest version of a post, and what was decided about it.
struct PostVersion: Sendable, Equatable, Codable {
    let post: PostID
    let number: Int
    let status: PostStatus
    var content: PostContent
    /// What its author was told (VOL-040); nil once it is accepted.
    let reason: Text?
    /// Whether a person decided, so that the author cannot appeal but only edit.
    let isManual: Bool
    let writtenAt: Instant
}

/// Somebody who helped with a request.
struct Helper: Sendable {
    let id: PersonID
    /// Nil once the account is gone.
    let name: String?
}

/// A post with everything that its page shows to one viewer.
struct PostDetails: Sendable {
    let post: Post
    /// For its author and moderators: the newest version.
    let newest: PostVersion?
    let poster: String
    let isBookmarked: Bool
    /// Whether the viewer has reported it, and nothing was decided about that yet.
    let isReported: Bool
    /// Whether the viewer is the author.
    let isOwn: Bool
    /// For its author and moderators: how its case stands.
    let state: CaseState?
    /// The viewer's conversations about it: one's own offer, or what volunteers wrote to the author.
    let offers: [Offer]
    /// Who helped, as far as the viewer may know.
    let helpers: [Helper]

    /// Whether its author is asked nothing about a change that was rejected: who has found help need not mend it.
    var isSettled: Bool { post.closedAt != nil && edit?.status == .rejected }

    /// An edit that is not public: it waits or was declined while the accepted version stays (VOL-026).
    var edit: PostVersion? { newest.flatMap { post.acceptedVersion != nil && $0.number != post.acceptedVersion ? $0 : nil } }
}
