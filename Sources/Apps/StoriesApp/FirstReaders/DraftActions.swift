import Core
import Interface
import Markup
import Web

extension Draft {
    var state: DraftState {
        DraftState(
            chapter: release.chapter, revision: release.revision, title: release.title, words: release.words, status: status, reason: reason,
            shownAt: shownAt)
    }
}

/// Whether first readers see a draft, in a word.
struct DraftBadge: HTML {
    let draft: DraftState
    /// Whether the story has any first readers.
    let hasReaders: Bool

    var body: some HTML {
        switch draft.status {
        case .accepted where !hasReaders: Badge("No first readers yet", tone: .quiet)
        case .accepted: Badge("With first readers", tone: .info)
        case .rejected: Badge("Draft rejected", tone: .danger)
        case .pending, .draft: Badge("Draft waiting for a moderator", tone: .warning)
        }
    }
}

/// What an author can do with the draft of a chapter, as entries of a menu.
struct DraftActions: HTML {
    let chapter: Chapter
    let draft: DraftState?
    var isOnDraftPage = false

    var body: some HTML {
        if let draft {
            if draft.revision != chapter.head {
                MenuButton("Show latest text", action: StoriesPaths.showDraft(chapter.id), icon: .share)
            }
            if !isOnDraftPage { MenuLink("Draft and comments", href: StoriesPaths.draft(chapter.id), icon: .comment) }
            MenuButton("Stop showing to first readers", action: StoriesPaths.endDraft(chapter.id), icon: .close)
        } else if !chapter.isShown || chapter.hasChanges {
            MenuButton("Show to first readers", action: StoriesPaths.showDraft(chapter.id), icon: .share)
        }
    }
}
