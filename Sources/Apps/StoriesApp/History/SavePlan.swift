import Core
import Database

/// What a save is worked out from: the chapter with its newest text, and the text that its device changed.
struct SaveSource: Sendable {
    let chapter: Chapter
    let head: String
    /// How many words the newest text has, where that is known.
    let headWords: Int?
    let base: String

    /// How many words the newest text has by today's rule: those of its row may have been counted by an earlier one.
    var countedWords: Int { headWords ?? ReadWords.count(head) }

    /// - Throws: ``SaveRefusal/unknownRevision``.
    init(_ chapter: Chapter, base number: Int, _ texts: RecentTexts, in db: any Connection) throws {
        guard number <= chapter.lastRevision else { throw SaveRefusal.unknownRevision }
        let history = ChapterHistory(chapter: chapter.id, db: db)
        self.chapter = chapter
        let newest = texts.newest(of: chapter)
        if let newest { head = newest.text } else { head = try history.text(at: chapter.head) }
        headWords = newest?.words
        base = number == chapter.head ? head : try history.text(at: number, from: (chapter.head, head))
    }
}

/// A save as it is to be stored: what changes, how many words there are then, and where two devices wrote the same. It is worked out before
/// the transaction that stores it, for only one thread writes.
struct SavePlan: Sendable {
    /// What is to be stored.
    enum Step: Sendable {
        /// Nothing: the device's text is this revision already.
        case none(Int)
        /// The device changed the newest text.
        case change(TextSplice)
        /// The device changed an older one, and both are brought together.
        case merge(TextSplice, into: TextSplice, TextMerge)
    }

    /// What it was worked out for.
    let chapter: Chapter
    let step: Step
    /// The newest text, once this is stored.
    let text: String
    let words: Int
    /// How many words more these are than before.
    let added: Int
    /// Whether the device sent just this text.
    let isAsSent: Bool
    /// The title, where it changed.
    let title: String?

    /// - Throws: ``SaveRefusal``.
    init(_ save: ChapterSave, from source: SaveSource) throws {
        chapter = source.chapter
        let title = try save.title.map { try Self.tidy($0) }
        self.title = title.flatMap { $0 == source.chapter.title ? nil : $0 }
        let splice = try Self.splice(of: save, in: source.base)
        let isCurrent = save.base == source.chapter.head
        if splice.isEmpty, self.title == nil {
            (step, text, words, added, isAsSent) = (.none(save.base), source.head, source.chapter.words, 0, isCurrent)
            return
        }
        guard let sent = splice.applied(to: source.base) else { throw SaveRefusal.mismatch }
        try Self.requireLength(of: sent)
        if isCurrent {
            added = splice.place(in: source.head).map { ReadWords.added(by: splice, at: $0, in: source.head) } ?? 0
            (step, text, words, isAsSent) = (.change(splice), sent, source.countedWords + added, true)
        } else if sent == source.head, self.title == nil {
            // It came another way meanwhile, as with the form that publishes: a revision would look like a change.
            (step, text, words, added, isAsSent) = (.none(source.chapter.head), source.head, source.chapter.words, 0, true)
        } else {
            let merge = TextMerge(base: source.base, first: source.head, second: sent)
            try Self.requireLength(of: merge.text)
            step = .merge(splice, into: TextSplice(from: source.head, to: merge.text), merge)
            (text, words, isAsSent) = (merge.text, ReadWords.count(merge.text), merge.text == sent)
            added = words - source.countedWords
        }
    }

    /// Whether it is what comes of the save for the chapter as it is now.
    func holds(for now: Chapter) -> Bool {
        chapter.head == now.head && chapter.lastRevision == now.lastRevision && chapter.title == now.title
    }

    private static func tidy(_ title: String) throws(SaveRefusal) -> String {
        let tidy = title.tidied()
        guard tidy.length <= Chapter.longestTitle else { throw .titleTooLong }
        return tidy
    }

    private static func splice(of save: ChapterSave, in base: String) throws(SaveRefusal) -> TextSplice {
        switch save.change {
        case .text(let whole):
            let whole = whole.asWritten
            try requireLength(of: whole)
            return TextSplice(from: base, to: whole)
        case .splice(let splice):
            guard splice.place(in: base) != nil else { throw .mismatch }
            return TextSplice(start: splice.start, removed: splice.removed, inserted: splice.inserted.asWritten).trimmed
        case .nothing: return TextSplice(start: 0, removed: "", inserted: "")
        }
    }

    private static func requireLength(of text: String) throws(SaveRefusal) {
        // A character has a byte or more, and nearly every text is shorter than that.
        guard text.utf8.count <= Chapter.longestText || text.length <= Chapter.longestText else { throw .tooLong }
    }
}
