import Core

/// What a device sends of a chapter: what its author changed there, and what they changed it in.
struct ChapterSave: Sendable {
    /// The change itself.
    enum Change: Sendable, Equatable {
        /// The whole text as it is on the device.
        case text(String)
        /// What is different from the text at `base`.
        case splice(TextSplice)
        /// The text stays; it is about the title.
        case nothing
    }

    /// The revision that the text on the device was made of; 0 for an empty one.
    let base: Int
    let change: Change
    /// The title, where its author changed it.
    var title: String?
    /// The author's notes to themselves, where they changed.
    var notes: NotesChange?
    /// A name that the device gives each save, so that one that arrives twice counts once; at most 64 characters.
    var name: String?
    /// What it was written with: the `User-Agent` of the device.
    var device = ""
    /// When it was written, by the clock of the device; nil for now.
    var writtenAt: Instant?
    /// The number of the earlier revision that it brings back.
    var restored: Int?
}

/// What came of a save: what is on disk now.
struct SavedChapter: Sendable, Equatable, Codable {
    /// The notes as they are kept, where the device sent some.
    var notes: String?
    /// How many words the author wrote today, in all their stories.
    var wordsToday = 0
    /// The revision that holds the device's own text: what its next save is made of.
    let revision: Int
    /// The newest revision: the same, unless another device wrote meanwhile.
    let head: Int
    /// The text of ``head``, where it isn't what the device sent.
    let text: String?
    let title: String
    let words: Int
    /// How many words this save added; fewer are negative.
    let added: Int
    /// Paragraphs that two devices wrote differently and nobody has chosen between yet.
    let wordings: [ConflictWordings]

    var conflicts: Int { wordings.count }
}

/// Why a chapter was not saved. Nothing of it is lost: the device keeps what it sent.
enum SaveRefusal: Error, Equatable {
    case tooLong
    case titleTooLong
    case notesTooLong
    /// The change doesn't fit the text that it names; the device sends the whole text instead.
    case mismatch
    case unknownRevision
}

extension SaveRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooLong:
            Problem(
                .tooLarge, "stories.chapter-too-long", "A chapter can have \(Chapter.longestText) characters.",
                remedy: "Move the last part to a new chapter. Your text is still on this device.")
        case .titleTooLong:
            Problem(
                .invalid, "stories.title-too-long", "A title can have \(Chapter.longestTitle) characters.", remedy: "Shorten the title.",
                fields: ["title": "A title can have \(Chapter.longestTitle) characters."])
        case .notesTooLong:
            Problem(
                .conflict, "stories.notes-too-long", "Your notes on a chapter can have \(ChapterNotes.longest) characters.",
                remedy: "Shorten your notes.",
                fields: ["notes": "Your notes on a chapter can have \(ChapterNotes.longest) characters."])
        case .mismatch:
            Problem(.conflict, "stories.change-mismatch", "This change doesn’t fit the saved text.", remedy: "Send the whole text.")
        case .unknownRevision:
            Problem(.conflict, "stories.unknown-revision", "The saved text has no such version.", remedy: "Send the whole text, based on revision 0.")
        }
    }
}
