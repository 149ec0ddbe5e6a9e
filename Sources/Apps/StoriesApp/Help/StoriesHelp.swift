import Core
import Interface
import Platform
import Web

/// What people ask about stories, and the app's guided tour (LIB-145).
enum StoriesHelp {
    static let topics: [HelpTopic] = [
        HelpTopic(
            "stories-write", "How do I write a story?",
            "Open Write and choose New story. Give it a title, then write. Nobody sees it until you publish it.",
            "Every pause is saved on your device at once and on the site a moment later. Beside the text it says where your words are.",
            searchedAs: "write new story begin create author draft save autosave chapter", link: Problem.Link("Write", path: StoriesPaths.write())),
        HelpTopic(
            "stories-offline-writing", "Can I write without internet?",
            "Yes. Your words stay on the device and are sent when you’re online again.",
            "If you wrote on another device meanwhile, both texts are brought together. Where both changed the same paragraph you see both and choose.",
            searchedAs: "offline internet connection lost words conflict two devices sync"),
        HelpTopic(
            "stories-history", "How do I get an earlier text back?",
            "Open the chapter, then History in its menu. Choose a moment to read the text as it was, and press Restore.",
            "Restoring keeps what you have now in the history too.",
            searchedAs: "undo restore history version lost deleted text back"),
        HelpTopic(
            "stories-publish", "How do I publish a chapter?",
            "Press Publish in the chapter. A filter reads it first; sometimes a moderator does too, and you’re notified.",
            "Choose whom the story is for and what it warns of in Story details. Characters may swear; threats to real people aren’t allowed.",
            searchedAs: "publish public share chapter release moderator declined rating warning mature unpublish"),
        HelpTopic(
            "stories-schedule", "How do I publish a chapter later?",
            "Choose Schedule in the chapter’s menu, then a day and a time. The text that’s saved at that time is published; you can change or cancel the time until then.",
            "The first chapter of a story is published by hand. You’re notified when a scheduled chapter is published, or if it couldn’t be.",
            searchedAs: "schedule scheduled later time date release queue timer publish automatically",
            link: Problem.Link("Write", path: StoriesPaths.write())),
        HelpTopic(
            "stories-coauthors", "How do I write a story with someone?",
            "Open your story, then Co-authors in its menu. Search for their name and press Invite, or create a link to share. Nothing is shared until they accept.",
            "Co-authors write, edit and publish. Only the author who started the story can delete it. If they delete their account, the story passes to the co-author who joined first.",
            searchedAs: "co-author coauthor together invite share collaborate two authors"),
        HelpTopic(
            "stories-first-readers", "How do I show a chapter before I publish it?",
            "Open your story, then First readers in its menu. Search for their name and press Invite, or create a link to share. Once they accept, choose Show to first readers in a chapter’s menu.",
            "They read the text as it was when you showed it, and comment on it. Nobody else sees the draft or the comments, and you keep them after you publish.",
            searchedAs: "first reader beta reader draft feedback before publish show share comment",
            link: Problem.Link("Write", path: StoriesPaths.write())),
        HelpTopic(
            "stories-find", "How do I find stories I like?",
            "Search for words, people or tags. Press Filter and sort to leave out tags and warnings, or to see finished stories only.",
            "The order of Top reads follows what people read. How it’s counted stands below the list.",
            searchedAs: "search filter tag exclude hide warning complete sort ranking top reads",
            link: Problem.Link("Search", path: StoriesPaths.search())),
        HelpTopic(
            "stories-follow", "How do I know when there’s a new chapter?",
            "Press Follow on a story or on an author’s page. New chapters are listed under Updates.",
            searchedAs: "follow notification new chapter update subscribe author", link: Problem.Link("Updates", path: StoriesPaths.updates())),
        HelpTopic(
            "stories-lists", "Where are the stories I read?",
            "Library lists everything you’ve begun. Hold a story, or open its menu, to add it to a reading list or to take it out.",
            searchedAs: "library reading list add remove continue", link: Problem.Link("Library", path: StoriesPaths.library())),
        HelpTopic(
            "stories-mute", "How do I stop seeing somebody?",
            "Open the menu of a comment or a story and choose Mute. Their comments and stories are hidden from you, and they aren’t told.",
            searchedAs: "mute block hide person comments harassment report", link: Problem.Link("Muted people", path: StoriesPaths.muted())),
    ]

    static let tour: [TourStop] = [
        TourStop("stories-reading", "Continue reading", "Your stories open where you stopped."),
        TourStop("stories-top", "Top reads", "What other people read at present."),
        TourStop("places", "The places", "Search, your library, what’s new and your own stories are one tap away."),
    ]
}
