import Core
import Reading

extension ReadingWords {
    /// A story has chapters, and so says the reader.
    static let story = ReadingWords(
        of: StoryPublishing.source, searchTitle: "Search in this story", search: "Search this story", previous: "Previous chapter",
        next: "Next chapter", turn: "Turn the page, or go to the next chapter", edges: "Beginning and end of the chapter",
        noBookmarks: "No bookmarks in this story yet.", span: "A passage can’t span chapters. Tap a word in the same chapter.",
        notHere: "The next chapter isn’t on this device. It needs a connection.")
}
