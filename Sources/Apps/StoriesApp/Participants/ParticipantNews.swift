import Accounts
import Core
import Database
import Notifications
import Platform
import Web

/// Tells people that they are invited to write a story, and what came of it.
struct CoauthorNews: Sendable {
    static let kind = NotificationKind(
        "stories.coauthors", "Writing together", hint: "Someone invites you to write a story, or your co-authors change.")

    let notifier: Notifier
    let mutes: Mutes

    func invited(_ person: PersonID, to story: Story, in write: Write) throws {
        try send("\(name(of: story.author, write)) invites you to write together", story, StoriesPaths.invitation(story.id), to: person, in: write)
    }

    func accepted(_ story: Story, by person: PersonID, in write: Write) throws {
        try send("\(name(of: person, write)) is now a co-author", story, StoriesPaths.coauthors(story.id), to: story.author, in: write)
    }

    func left(_ story: Story, by person: PersonID, in write: Write) throws {
        try send("\(name(of: person, write)) is no longer a co-author", story, StoriesPaths.coauthors(story.id), to: story.author, in: write)
    }

    func removed(_ person: PersonID, from story: Story, in write: Write) throws {
        try send("You’re no longer a co-author", story, StoriesPaths.write(), to: person, in: write)
    }

    /// Takes an invitation that was answered or cancelled out of what still waits.
    func settle(_ story: StoryID, for person: PersonID, in write: Write) throws {
        try notifier.settle(Self.kind.id, leadingTo: StoriesPaths.invitation(story), for: [person], in: write)
    }

    private func send(_ title: Text, _ story: Story, _ link: String, to person: PersonID, in write: Write) throws {
        // Whoever muted somebody isn't told of what they do.
        guard let actor = write.actor, try !mutes.isHidden(actor, for: person, in: write) else { return }
        try notifier.send(
            Notification(kind: Self.kind.id, title: title, body: "“\(story.details.title)”", link: link, actor: actor), to: person, in: write)
    }

    private func name(of person: PersonID, _ db: any Connection) throws -> String { try Authors.name(of: person, in: db) }
}
