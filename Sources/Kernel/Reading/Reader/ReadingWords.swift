import Core
import Platform
import Web

/// What the reader calls the publications of an app, and their sections, where a sentence names them.
public struct ReadingWords: Sendable {
    let ownerKind: String
    let searchTitle: Text
    let search: Text
    let previous: Text
    let next: Text
    let turn: Text
    let edges: Text
    let noBookmarks: Text
    let span: Text
    let notHere: Text

    /// The words for all publications whose owner is of a kind.
    /// - Parameters:
    ///   - searchTitle: “Search in this book”.
    ///   - search: the same in a field.
    ///   - previous: “Previous section”.
    ///   - next: “Next section”.
    ///   - turn: what the arrow keys do.
    ///   - edges: where the keys for beginning and end lead.
    ///   - noBookmarks: that there are none yet.
    ///   - span: that a passage lies in one section.
    ///   - notHere: that the next section isn’t on the device.
    public init(
        of ownerKind: String, searchTitle: Text, search: Text, previous: Text, next: Text, turn: Text, edges: Text, noBookmarks: Text, span: Text,
        notHere: Text
    ) {
        self.ownerKind = ownerKind
        (self.searchTitle, self.search) = (searchTitle, search)
        (self.previous, self.next, self.turn, self.edges) = (previous, next, turn, edges)
        (self.noBookmarks, self.span, self.notHere) = (noBookmarks, span, notHere)
    }

    /// Those of whoever says nothing of their own.
    static let book = ReadingWords(
        of: "", searchTitle: "Search in this book", search: "Search this book", previous: "Previous section", next: "Next section",
        turn: "Turn the page, or go to the next section", edges: "Beginning and end of the section",
        noBookmarks: "No bookmarks in this book yet.", span: "A passage can’t span sections. Tap a word in the same section.",
        notHere: "The next part isn’t on this device. It needs a connection.")
}

extension ExtensionPoint where Value == ReadingWords {
    public static var readingWords: Self { Self("reading.words") }
}

extension Site {
    /// What to call a publication and its sections.
    func readingWords(for publication: Publication) -> ReadingWords {
        extensions[.readingWords].first { $0.ownerKind == publication.card.ownerKind } ?? .book
    }
}
