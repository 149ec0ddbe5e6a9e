public import Core
public import Documents

/// The text of a publication, ready to be stored: made from a converted file outside of any transaction.
public struct Edition: Sendable {
    /// The direction in which its pages turn.
    public var direction: ReadingDirection
    /// The sections in reading order.
    public var sections: [EditionSection]
    /// The table of contents.
    public var contents: [ContentsEntry]
    /// Pictures and sounds, already in the media store.
    public var resources: [EditionResource]
    /// Length and chapters, where it is a recording.
    public var audio: AudioInfo?

    /// Words in all sections together.
    public var words: Int { sections.reduce(0) { $0 + $1.words } }
}

/// One section of an edition.
public struct EditionSection: Sendable, Equatable {
    /// Its heading.
    public var title: String?
    /// The language where it differs from the publication's.
    public var language: Language?
    /// Safe HTML whose links are relative to the reader's address of the publication.
    public var html: String
    /// The plain text that passages are found in.
    public var text: String
    /// The number of words.
    public var words: Int
}

/// One picture or sound of an edition.
public struct EditionResource: Sendable, Equatable {
    /// The name in the section's HTML.
    public var name: String
    /// Its type, decided by its content.
    public var mediaType: String
    /// Where the media store keeps it.
    public var mediaRef: String
    /// Bytes.
    public var size: Int64
}
