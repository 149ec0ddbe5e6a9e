import Core
import Database
import Notifications
import Platform
import Web

/// Tells the first readers of a story that they are shown a chapter.
struct DraftNews: Sendable {
    private static let kind = ParticipantNews.firstReaders

    let notifier: Notifier
    let mutes: Mutes

    /// Tells each once of one showing; whoever muted the author who shows it hears nothing.
    func shown(_ draft: Draft, of story: Story, in write: Write) throws {
        guard let sender = draft.sender else { return }
        let name = try Authors.name(of: sender, in: write)
        let chapter = draft.release.chapter
        for person in try write.all(.firstReaders(of: story.id)) {
            guard try !mutes.isHidden(sender, for: person, in: write) else { continue }
            try notifier.send(
                Notification(
                    kind: Self.kind.id, title: "\(name) shows you a draft", body: "“\(story.details.title)”", link: StoriesPaths.draft(chapter),
                    key: "stories.draft.\(chapter).\(draft.shownAt.rfc3339)", actor: sender),
                to: person, in: write)
        }
    }

    /// Takes what can't be read any more out of what still waits.
    func ended(_ chapter: ChapterID, of story: StoryID, in write: Write) throws {
        try notifier.settle(Self.kind.id, leadingTo: StoriesPaths.draft(chapter), for: write.all(.firstReaders(of: story)), in: write)
    }
}
