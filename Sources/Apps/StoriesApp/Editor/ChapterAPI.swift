import Core
import Platform
import Web

/// Saving a chapter for programs, the editor among them.
struct ChapterAPI: Sendable {
    let chapters: Chapters

    /// Bytes of one save: the longest chapter in a script of four bytes a character, with room for escapes.
    static let largestSave = 6 << 20

    var routes: [Route] {
        [
            .get(StoriesPaths.apiChapterText, allow: .members, use: show).summary("An own chapter with its text."),
            .put(StoriesPaths.apiChapterText, allow: .members, body: .json(limit: Self.largestSave), use: save)
                .summary("Saves an own chapter, whole or by what changed; what other devices saved is kept.")
                .accepts(SaveInput.self),
            .put(StoriesPaths.apiConflict, allow: .members, body: .json, use: settle)
                .summary("Keeps both wordings of a conflict, or asks about them again; one of them is chosen by saving the text without the other.")
                .accepts(SettlementInput.self),
            .put(StoriesPaths.apiChapterPlace, allow: .members, body: .json, use: place)
                .summary("Moves an own chapter to another place in its story.").accepts(PlaceInput.self),
        ]
    }

    func show(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> ChapterTextAnswer {
        let manuscript = try await chapters.manuscript(id, of: member.id)
        let chapter = manuscript.chapter
        return ChapterTextAnswer(
            revision: chapter.head, title: chapter.title, text: manuscript.text, words: chapter.words, notes: manuscript.notes,
            conflicts: manuscript.conflicts.count, wordings: manuscript.conflicts.map(\.wordings))
    }

    func save(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> SaveAnswer {
        SaveAnswer(
            try await chapters.save(
                request.json(SaveInput.self).save(from: request.device), to: id, by: member.id, in: request.timeZone))
    }

    func settle(_ request: Request, _ member: Member, _ id: ChapterID, _ conflict: ConflictID) async throws -> NoContent {
        try await chapters.keepBoth(conflict, of: id, request.json(SettlementInput.self).isSettled, by: member.id)
        return NoContent()
    }

    func place(_ request: Request, _ member: Member, _ id: ChapterID) async throws -> NoContent {
        try await chapters.move(id, to: request.json(PlaceInput.self).place, for: member.id)
        return NoContent()
    }
}

/// Whether a conflict is settled.
struct SettlementInput: Codable, Sendable {
    /// True keeps both wordings; false asks about them again.
    var isSettled: Bool
}

/// Where a chapter is to stand.
struct PlaceInput: Codable, Sendable {
    /// Counted from 1; beyond the last chapter is the last place.
    var place: Int
}

extension PlaceInput: LimitedMembers {
    static var limits: [String: Schema] { ["place": .integer(in: 1...1_000_000)] }
}

/// A save as programs send it: either `text`, or `start` with what is `removed` and `inserted` there; neither is about the title alone.
struct SaveInput: Codable, Sendable {
    /// The revision that the text was made of; 0 for an empty one.
    var base: Int
    var text: String?
    /// Where the change begins, in UTF-16 code units.
    var start: Int?
    var removed: String?
    var inserted: String?
    var title: String?
    /// The author's notes to themselves, where they changed, and `notesBefore` as the device knew them.
    var notes: String?
    var notesBefore: String?
    /// A name for this save: the same one again changes nothing.
    var name: String
    /// When it was written, in milliseconds since 1970.
    var writtenAt: Int64?

    func save(from device: String) -> ChapterSave {
        let change: ChapterSave.Change =
            if let text {
                .text(text)
            } else if let start {
                .splice(TextSplice(start: start, removed: removed ?? "", inserted: inserted ?? ""))
            } else {
                .nothing
            }
        return ChapterSave(
            base: base, change: change, title: title, notes: notes.map { NotesChange(before: notesBefore ?? "", after: $0) }, name: name,
            device: device, writtenAt: writtenAt.map { Instant(milliseconds: $0) })
    }
}

extension SaveInput: LimitedMembers {
    /// Whatever a device takes for the time: the last moment that JavaScript knows.
    private static let lastMoment = 8_640_000_000_000_000

    static var limits: [String: Schema] {
        [
            "base": .integer(in: 0...1_000_000_000), "start": .integer(in: 0...2_000_000), "text": .text(most: Chapter.longestText),
            "removed": .text(most: Chapter.longestText), "inserted": .text(most: Chapter.longestText),
            "title": .text(most: Chapter.longestTitle),
            "notes": .text(most: ChapterNotes.longest), "notesBefore": .text(most: ChapterNotes.longest),
            "name": .text(.words, most: 64), "writtenAt": .integer(in: -Self.lastMoment...Self.lastMoment),
        ]
    }
}

/// An own chapter as programs read it.
struct ChapterTextAnswer: JSONAnswer, Codable {
    let revision: Int
    let title: String
    let text: String
    let words: Int
    /// The author's notes to themselves.
    let notes: String
    let conflicts: Int
    /// The wordings of the conflicts; each is in the text.
    let wordings: [ConflictWordings]
}

/// What is on disk after a save.
struct SaveAnswer: JSONAnswer, Codable {
    /// The revision that the device's next save is made of.
    let revision: Int
    /// The newest revision.
    let head: Int
    /// The text of the newest revision, where it isn't what was sent.
    let text: String?
    let title: String
    let words: Int
    /// The notes as they are kept, where some were sent.
    let notes: String?
    /// How many words the author wrote today, in all their stories.
    let wordsToday: Int
    /// Paragraphs that were changed on two devices and not chosen between yet.
    let conflicts: Int
    /// Their wordings; each is in the text.
    let wordings: [ConflictWordings]

    init(_ saved: SavedChapter) {
        (revision, head, text) = (saved.revision, saved.head, saved.text)
        (title, words, conflicts) = (saved.title, saved.words, saved.conflicts)
        (notes, wordsToday, wordings) = (saved.notes, saved.wordsToday, saved.wordings)
    }
}
