import Core
import Database

/// The first words that changed from one version of a chapter to the next, for people who look for a version.
struct ChangedWords: Equatable, Sendable {
    let words: String
    /// Whether they were only taken out.
    let areRemoved: Bool

    /// At most so many characters.
    private static let longest = 90
    /// The texts of a chapter that is longer aren't put together again for a list.
    private static let mostWords = 50_000

    /// Nil where only spaces changed, or nothing.
    init?(from old: String, to new: String) {
        let change = TextSplice(from: old, to: new)
        let isRemoved = change.inserted.allSatisfy(\.isWhitespace)
        let text = isRemoved ? old : new
        guard let place = (isRemoved ? change : change.inverse).place(in: text) else { return nil }
        let changed = text[place]
        guard let first = changed.firstIndex(where: { !$0.isWhitespace }) else { return nil }
        // A change that begins within a word is shown with all of it.
        let from = text[..<first].lastIndex(where: \.isWhitespace).map { text.index(after: $0) } ?? text.startIndex
        let to = text[place.upperBound...].firstIndex(where: \.isWhitespace) ?? text.endIndex
        words = String(text[from..<to].prefix(Self.longest * 4)).tidied(limit: Self.longest)
        areRemoved = isRemoved
    }

    /// What changed in each version, by its number.
    /// - Parameters:
    ///   - minutes: the newest first.
    ///   - isWhole: whether the last one is the first text of the chapter; else it is only there to compare with.
    static func all(in minutes: [RevisionMinute], isWhole: Bool, of chapter: Chapter, db: any Connection) throws -> [Int: ChangedWords] {
        guard let newest = minutes.first, chapter.words <= mostWords else { return [:] }
        let history = ChapterHistory(chapter: chapter.id, db: db)
        var later = (revision: newest.number, text: try history.text(at: newest.number))
        var all: [Int: ChangedWords] = [:]
        for minute in minutes.dropFirst() {
            let text = try history.text(at: minute.number, from: later)
            all[later.revision] = ChangedWords(from: text, to: later.text)
            later = (minute.number, text)
        }
        if isWhole { all[later.revision] = ChangedWords(from: "", to: later.text) }
        return all
    }
}
