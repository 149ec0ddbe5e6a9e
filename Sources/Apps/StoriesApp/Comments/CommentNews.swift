import Accounts
import Core
import Database
import Notifications
import Platform
import Web

/// Tells people that somebody commented on what they wrote: the authors of the story, and who is answered.
struct CommentNews: Sendable {
    static let commented = NotificationKind("stories.comment", "Comments on your stories", hint: "Someone comments on one of your chapters.")
    static let replied = NotificationKind("stories.reply", "Replies to your comments", hint: "Someone replies to a comment you wrote.")
    static let all = [commented, replied]

    let notifier: Notifier
    let mutes: Mutes

    /// Tells of a comment when others first see it. Whoever muted its author hears nothing, and one person hears of it once.
    func tell(of comment: Comment, in write: Write) throws {
        guard let author = comment.author, let story = try write.first(.story(comment.story)) else { return }
        let name = try People.names(of: [author], in: write)[author] ?? ""
        let answered = try comment.parent.flatMap { try write.first(.comment($0))?.author }
        // Who may no longer read the draft hears nothing of what is said about it.
        if let answered, try !comment.isOnDraft || DraftAccess.isOpen(comment.chapter, to: answered, in: write) {
            try send(Self.replied, "\(name) replied to your comment", comment, by: author, about: story, to: answered, in: write)
        }
        let title: Text = comment.isOnDraft ? "\(name) commented on your draft" : "\(name) commented on your story"
        for person in try Authors.ids(of: story, in: write) where person != answered {
            try send(Self.commented, title, comment, by: author, about: story, to: person, in: write)
        }
    }

    private func send(
        _ kind: NotificationKind, _ title: Text, _ comment: Comment, by author: PersonID, about story: Story, to person: PersonID, in write: Write
    ) throws {
        guard person != author, try !mutes.isHidden(author, for: person, in: write) else { return }
        try notifier.send(
            Notification(
                kind: kind.id, title: title, body: .verbatim(story.readersTitle), link: StoriesPaths.comment(comment.id),
                key: "\(kind.id).\(comment.id)", actor: author),
            to: person, in: write)
    }
}
