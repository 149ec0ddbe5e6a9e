import Core
import Synchronization

/// A text of a chapter, with the revision that it is and how many words it has.
struct RecentText: Sendable, Equatable {
    let revision: Int
    /// When the chapter became it.
    let savedAt: Instant
    let text: String
    let words: Int
}

/// The texts that were saved last, so that the next save of a chapter needn't walk its history.
///
/// Which revision is the newest is asked of the database, and when it was saved: a database that took the place of another may have lost the
/// last ones and given their numbers again. Enter only what is committed.
final class RecentTexts: Sendable {
    private struct State {
        var young: [ChapterID: RecentText] = [:]
        var old: [ChapterID: RecentText] = [:]
        var youngBytes = 0
    }

    private let mostBytes: Int
    /// Guards the texts.
    private let state = Mutex(State())

    /// - Parameter mostBytes: of all texts together. Enough for some 2,000 people who write long chapters at once.
    init(mostBytes: Int = 64 << 20) { self.mostBytes = mostBytes }

    /// The text of a chapter that was entered last, if it is still kept.
    func text(of chapter: ChapterID) -> RecentText? {
        state.withLock { $0.young[chapter] ?? $0.old[chapter] }
    }

    /// The newest text of a chapter, if it is kept.
    func newest(of chapter: Chapter) -> RecentText? {
        text(of: chapter.id).flatMap { $0.revision == chapter.head && $0.savedAt == chapter.changedAt ? $0 : nil }
    }

    /// Enters a text. What was used longest ago goes: two halves take turns, and a full one takes the place of the older.
    func enter(_ text: RecentText, of chapter: ChapterID) {
        let size = Self.size(of: text)
        guard size <= mostBytes / 2 else { return }
        state.withLock { state in
            if let known = state.young[chapter] {
                // Two saves may be told of their commit in either order.
                guard known.revision < text.revision else { return }
                state.youngBytes -= Self.size(of: known)
                state.young[chapter] = nil
            }
            if state.youngBytes + size > mostBytes / 2 {
                (state.old, state.young, state.youngBytes) = (state.young, [:], 0)
            }
            state.old[chapter] = nil
            state.young[chapter] = text
            state.youngBytes += size
        }
    }

    /// How many bytes the kept texts take.
    var bytes: Int { state.withLock { ($0.young.values.map(Self.size) + $0.old.values.map(Self.size)).reduce(0, +) } }

    /// With what the dictionary takes for each.
    private static func size(of text: RecentText) -> Int { text.text.utf8.count + 100 }
}
