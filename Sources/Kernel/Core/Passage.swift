/// The words of a passage with what stands before and after them: W3C Web Annotation's `TextQuoteSelector`.
public struct TextQuote: Hashable, Sendable, Codable {
    /// The words themselves, as the text has them. Empty for a point between two words.
    public var exact: String
    /// The words just before, enough to tell two occurrences apart.
    public var prefix: String
    /// The words just after.
    public var suffix: String

    /// A quote with its surroundings.
    public init(exact: String, prefix: String = "", suffix: String = "") {
        self.exact = exact
        self.prefix = prefix
        self.suffix = suffix
    }
}

/// Where a passage stood when it was described: W3C Web Annotation's `TextPositionSelector`.
public struct TextPosition: Hashable, Sendable, Codable {
    /// The first Unicode code point of the passage, counted from 0 in the plain text of the section.
    public var start: Int
    /// One past its last code point.
    public var end: Int

    /// From `start` up to but not including `end`.
    public init(start: Int, end: Int) {
        self.start = start
        self.end = end
    }
}

/// A place inside one publication. With the publication it makes the address that search hits, highlights,
/// bookmarks, citations and deep links all share.
///
/// The quote decides; the position only says where to look first, so the place survives a corrected edition.
public struct Passage: Hashable, Sendable, Codable {
    /// The section, counted from 0 in reading order.
    public var section: Int
    /// What the passage says.
    public var quote: TextQuote
    /// Where it stood.
    public var position: TextPosition

    /// A place by section, quote and position.
    public init(section: Int, quote: TextQuote, position: TextPosition) {
        self.section = section
        self.quote = quote
        self.position = position
    }
}
