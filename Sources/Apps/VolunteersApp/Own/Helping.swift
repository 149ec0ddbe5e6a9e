import Accounts
import Core
import Database
import Interface
import Markup
import Messages
import Moderation
import Platform
import Web

/// A request that somebody offered to help with, from their side.
struct Helping: Sendable {
    /// How their offer stands.
    enum State: Sendable {
        case offered, answered, thanked, closed

        var name: Text {
            switch self {
            case .offered: "Waiting for an answer"
            case .answered: "Has answered you"
            case .thanked: "You helped"
            case .closed: "No longer open"
            }
        }

        var tone: Tone {
            switch self {
            case .offered: .warning
            case .answered: .info
            case .thanked: .success
            case .closed: .quiet
            }
        }
    }

    let post: Post
    let poster: String
    let conversation: Conversation
    let state: State
}

extension Posts {
    /// What somebody offered to help with, what was said last first.
    func helping(_ person: PersonID) async throws -> [Helping] {
        try await site.database.read { db in
            let begun = try conversations.about(kind: PostSubject.kind, of: person, in: db)
            let answered = Set(try conversations.about(kind: PostSubject.kind, of: person, onlyAddressed: true, in: db).map(\.id))
            let ids = begun.compactMap { $0.subject.map { PostID($0.id) } }
            guard !ids.isEmpty else { return [] }
            // Of what is no longer public, nobody but its author reads.
            let posts = try db.all(.offered(ids, notBy: person))
            let byID = Dictionary(posts.map { ($0.id, $0) }) { first, _ in first }
            let helped = Set(try db.all(.helped(by: person)))
            let names = try People.names(of: Set(posts.map(\.author)), in: db)
            return begun.compactMap { conversation in
                guard let post = conversation.subject.flatMap({ byID[PostID($0.id)] }) else { return nil }
                let state: Helping.State =
                    post.closedAt != nil && helped.contains(post.id)
                    ? .thanked : !post.isOpen ? .closed : answered.contains(conversation.id) ? .answered : .offered
                return Helping(post: post, poster: names[post.author] ?? "", conversation: conversation, state: state)
            }
        }
    }
}

extension Query where Row == Post {
    /// Those of some posts that are public and somebody else's; in any order.
    fileprivate static func offered(_ ids: [PostID], notBy person: PersonID) -> Self {
        """
        SELECT \(Post.columns) FROM volunteers_post
        WHERE id IN \(list: ids) AND status = 'accepted' AND is_withheld = 0 AND author_id <> \(person) ORDER BY id LIMIT \(ids.count)
        """
    }
}

extension Query where Row == PostID {
    /// With which requests somebody helped, as their authors said.
    fileprivate static func helped(by person: PersonID) -> Self {
        "SELECT post_id FROM volunteers_helper WHERE person_id = \(person) ORDER BY post_id DESC LIMIT 500"
    }
}

/// Requests that the reader offered to help with, each with its state; a row opens the conversation.
struct HelpingList: HTML {
    let helping: [Helping]

    var body: some HTML {
        ul(.class("card offer-list")) {
            for one in helping {
                li {
                    a(.class("offer-row"), .href(MessagesPaths.conversation(one.conversation.id) + "#latest")) {
                        Avatar(one.poster)
                        span(.class("offer-words")) {
                            strong(.dir("auto"), .lang(one.post.content.language)) { one.post.content.title }
                            span(.class("muted"), .dir("auto")) { one.poster }
                            span(.class("muted"), .dir("auto")) { one.conversation.lastSaid }
                        }
                        span(.class("offer-state")) {
                            Badge(one.state.name, tone: one.state.tone)
                            if one.conversation.unread > 0 { Badge("\(one.conversation.unread) new", tone: .accent) }
                        }
                        Icon.chevronRight
                    }
                }
            }
        }
    }
}
