public import Core
public import Documents
public import Media

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

extension Edition {
    /// The text of a converted file, its addresses turned into those of the reader. `resources` are already stored.
    init(_ document: ConvertedDocument, resources: [EditionResource]) {
        direction = document.direction
        sections = document.sections.enumerated().map { number, section in EditionSection(section, number: number) }
        contents = document.contents.map(Self.onPage)
        self.resources = resources
        audio = document.audio
    }

    /// The anchors of the contents as they stand on the reader's page.
    private static func onPage(_ entry: ContentsEntry) -> ContentsEntry {
        var copy = entry
        copy.anchor = entry.anchor.flatMap { anchor in entry.section.map { SectionHTML.anchor(anchor, in: $0) } }
        copy.children = entry.children.map(onPage)
        return copy
    }
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
    public var media: MediaRef

    /// A resource by its parts.
    public init(name: String, mediaType: String, media: MediaRef) {
        self.name = name
        self.mediaType = mediaType
        self.media = media
    }
}

extension Publications {
    /// Makes an edition of a converted file: its pictures move into the media store, its addresses become those of the reader.
    ///
    /// Call it before the transaction that stores the edition and within a lease that outlasts it, and ``ConvertedDocument/discard()``
    /// afterwards.
    public func prepare(_ document: ConvertedDocument, under lease: MediaLease) async throws -> Edition {
        var resources: [EditionResource] = []
        for resource in document.resources {
            let stored = try await lease.store(fileAt: resource.file)
            resources.append(EditionResource(name: resource.name, mediaType: resource.mediaType, media: stored))
        }
        return Edition(document, resources: resources)
    }
}

extension Edition {
    /// An edition without text, for what grows by ``Publications/amend(_:to:direction:resources:by:in:section:)``.
    public init(direction: ReadingDirection) {
        self.init(direction: direction, sections: [], contents: [], resources: [], audio: nil)
    }
}

extension EditionSection {
    /// A section that was converted by itself.
    init(_ section: ConvertedSection, number: Int) {
        self.init(
            title: section.title, language: section.language, html: SectionHTML(section: number).rewritten(section.html), text: section.text,
            words: section.words)
    }
}
