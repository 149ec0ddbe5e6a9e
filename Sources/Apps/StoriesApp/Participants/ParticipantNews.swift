import Accounts
import Core
import Database
import Notifications
import Platform
import Web

/// Tells people that they are invited to a story, and its author what came of it.
struct ParticipantNews: Sendable {
    static let coauthors = NotificationKind(
        "stories.coauthors", "Writing together", hint: "Someone invites you to write a story, or your co-authors change.")
    static let firstReaders = NotificationKind(
        "stories.first-readers", "First readers", hint: "Someone invites you to read drafts, or shows you one, or your first readers change.")
    static let all = [coauthors, firstReaders]

    let notifier: Notifier
    let mutes: Mutes

    func invited(_ person: PersonID, to story: Story, as role: ParticipantRole, in write: Write) throws {
        let name = try name(of: story.author, write)
        let title: Text =
            switch role {
            case .author: "\(name) invites you to write together"
            case .reader: "\(name) invites you to be a first reader"
            }
        try send(title, story, role, StoriesPaths.invitation(role)(story.id), to: person, in: write)
    }

    func accepted(_ story: Story, by person: PersonID, as role: ParticipantRole, in write: Write) throws {
        let name = try name(of: person, write)
        let title: Text =
            switch role {
            case .author: "\(name) is now a co-author"
            case .reader: "\(name) is now a first reader"
            }
        try send(title, story, role, StoriesPaths.participants(role)(story.id), to: story.author, in: write)
    }

    func left(_ story: Story, by person: PersonID, as role: ParticipantRole, in write: Write) throws {
        let name = try name(of: person, write)
        let title: Text =
            switch role {
            case .author: "\(name) is no longer a co-author"
            case .reader: "\(name) is no longer a first reader"
            }
        try send(title, story, role, StoriesPaths.participants(role)(story.id), to: story.author, in: write)
    }

    func removed(_ person: PersonID, from story: Story, as role: ParticipantRole, in write: Write) throws {
        switch role {
        case .author: try send("You’re no longer a co-author", story, role, StoriesPaths.write(), to: person, in: write)
        case .reader: try send("You’re no longer a first reader", story, role, StoriesPaths.library(), to: person, in: write)
        }
    }

    /// Tells who takes a story over that it is theirs now. Whoever began it is gone, so nobody is named.
    func handedOver(_ story: Story, to person: PersonID, in write: Write) throws {
        try notifier.send(
            Notification(
                kind: Self.coauthors.id, title: "“\(story.details.title)” is yours now",
                body: "The person who started it deleted their account, and you joined first. You can invite co-authors and delete the story.",
                link: StoriesPaths.workspace(story.id)), to: person, in: write)
    }

    /// Takes an invitation that was answered or cancelled out of what still waits.
    func settle(_ story: StoryID, as role: ParticipantRole, for person: PersonID, in write: Write) throws {
        try notifier.settle(role.news.id, leadingTo: StoriesPaths.invitation(role)(story), for: [person], in: write)
    }

    /// Takes what somebody can't read any more out of what still waits.
    func settleDrafts(of story: StoryID, for person: PersonID, in write: Write) throws {
        for draft in try write.all(.draftStates(of: story)) {
            try notifier.settle(Self.firstReaders.id, leadingTo: StoriesPaths.draft(draft.chapter), for: [person], in: write)
        }
    }

    private func send(_ title: Text, _ story: Story, _ role: ParticipantRole, _ link: String, to person: PersonID, in write: Write) throws {
        // Whoever muted somebody isn't told of what they do.
        guard let actor = write.actor, try !mutes.isHidden(actor, for: person, in: write) else { return }
        try notifier.send(
            Notification(kind: role.news.id, title: title, body: "“\(story.details.title)”", link: link, actor: actor), to: person, in: write)
    }

    private func name(of person: PersonID, _ db: any Connection) throws -> String { try Authors.name(of: person, in: db) }
}

extension ParticipantRole {
    fileprivate var news: NotificationKind {
        switch self {
        case .author: ParticipantNews.coauthors
        case .reader: ParticipantNews.firstReaders
        }
    }
}
