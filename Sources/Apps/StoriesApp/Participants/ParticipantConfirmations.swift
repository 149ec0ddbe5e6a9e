import Core
import Interface
import Markup
import Web

extension ParticipantRole {
    /// Where somebody who accepted finds the story.
    func place(in story: StoryID) -> String {
        switch self {
        case .author: StoriesPaths.workspace(story)
        case .reader: StoriesPaths.drafts(story)
        }
    }

    /// The second step before somebody is taken out of a story.
    func confirmRemoval(of person: PersonID, called name: String, from story: Story) -> ConfirmPage {
        let (action, cancel) = (StoriesPaths.removeParticipant(self)(story.id, person), StoriesPaths.participants(self)(story.id))
        return switch self {
        case .author:
            ConfirmPage(
                "Remove this co-author?", shell: .app("stories"), activePath: StoriesPaths.write(),
                message: "\(name) will no longer be an author of “\(story.details.title)”.",
                consequences: ["They can’t open or change the story’s drafts any more.", "What they wrote stays in the story."],
                understood: "I want to remove this co-author.", confirm: "Remove", icon: .trash, action: action, cancel: cancel)
        case .reader:
            ConfirmPage(
                "Remove this first reader?", shell: .app("stories"), activePath: StoriesPaths.write(),
                message: "\(name) will no longer be a first reader of “\(story.details.title)”.",
                consequences: ["They can’t open its drafts any more.", "You keep their comments."],
                understood: "I want to remove this first reader.", confirm: "Remove", icon: .trash, action: action, cancel: cancel)
        }
    }

    /// The second step before somebody leaves a story.
    func confirmLeaving(_ story: Story) -> ConfirmPage {
        switch self {
        case .author:
            ConfirmPage(
                "Leave this story?", shell: .app("stories"), activePath: StoriesPaths.write(),
                message: "You’ll no longer be an author of “\(story.details.title)”.",
                consequences: ["You can’t open or change its drafts any more.", "What you wrote stays in the story, without your name."],
                understood: "I want to leave this story.", confirm: "Leave", icon: .signOut, action: StoriesPaths.leaveStory(story.id),
                cancel: StoriesPaths.coauthors(story.id))
        case .reader:
            ConfirmPage(
                "Stop being a first reader?", shell: .app("stories"), activePath: StoriesPaths.library(),
                message: "You’ll no longer be a first reader of “\(story.details.title)”.",
                consequences: ["You can’t open its drafts any more.", "The authors keep your comments."],
                understood: "I want to stop being a first reader.", confirm: "Leave", icon: .signOut,
                action: StoriesPaths.stopFirstReading(story.id), cancel: StoriesPaths.drafts(story.id))
        }
    }
}
