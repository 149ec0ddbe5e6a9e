public import Core
public import Database
import Platform
import Web

/// How the app that owns publications refers to places in them, as a Bible does by book, chapter and verse.
public struct ReadingReferences: Sendable {
    /// A place as people cite it.
    public struct Reference: Sendable, Equatable {
        /// “John 3:16”.
        public let label: String
        /// What the publication is called behind the label: “KJV”.
        public let source: String
        /// A short address that opens the place. That of a section is followed by `/16` or `/16-18` for verses of it.
        public let path: String
        /// The numbers, such as verses, that the range has from beginning to end; nil where it has none whole.
        public let whole: ClosedRange<Int>?

        /// A reference by its parts.
        public init(label: String, source: String, path: String, whole: ClosedRange<Int>? = nil) {
            self.label = label
            self.source = source
            self.path = path
            self.whole = whole
        }
    }

    /// A section of another publication that has the same numbers: the chapter in another edition.
    public struct Counterpart: Sendable, Equatable {
        let publication: PublicationID
        let section: Int

        /// A section of a publication.
        public init(_ publication: PublicationID, section: Int) { (self.publication, self.section) = (publication, section) }
    }

    /// A part of the table of contents: it begins with a section and ends where the next part begins.
    public struct Part: Sendable, Equatable {
        /// Its heading.
        public let title: Text
        /// The section that it begins with.
        public let section: Int

        /// A part by its heading and its first section.
        public init(title: Text, section: Int) { (self.title, self.section) = (title, section) }
    }

    /// A place that somebody asked for by its reference.
    public struct Place: Sendable, Equatable {
        let passage: Passage
        let label: String
        let text: String
        let path: String

        /// A place by how it is cited, with the words there and the address that opens it.
        public init(_ passage: Passage, label: String, text: String, path: String) {
            (self.passage, self.label, self.text, self.path) = (passage, label, text, path)
        }
    }

    /// Finds the reference of a section, or of a range of it in code points of its plain text; nil where it has none.
    public typealias Find =
        @Sendable (_ section: Int, _ range: Range<Int>?, _ publication: Publication, _ db: any Connection) throws -> Reference?

    let ownerKind: String
    let find: Find
    let parts: @Sendable (_ publication: Publication, _ db: any Connection) throws -> [Part]
    let counterparts: @Sendable (_ section: Int, _ publication: Publication, _ db: any Connection) throws -> [Counterpart]
    let comparison: @Sendable (_ section: Reference, _ publication: Publication, _ db: any Connection) throws -> String?
    let searchHint: Text
    let lookUp: @Sendable (_ words: String, _ publication: Publication, _ db: any Connection) throws -> Place?

    /// The references of all publications whose owner is of a kind.
    /// - Parameters:
    ///   - parts: what the table of contents is divided into, in its order; none leaves it as it is.
    ///   - counterparts: the same section in other editions; highlights of whole numbers there show in this one.
    ///   - comparison: the page that shows a section beside another edition, if there is one.
    ///   - searchHint: says in the empty search field that references lead to their places.
    ///   - lookUp: the place that words such as `Jn 3:16` name; nil where they are no reference, or name what isn’t there.
    public init(
        of ownerKind: String, parts: @escaping @Sendable (_ publication: Publication, _ db: any Connection) throws -> [Part],
        counterparts: @escaping @Sendable (_ section: Int, _ publication: Publication, _ db: any Connection) throws -> [Counterpart],
        comparison: @escaping @Sendable (_ section: Reference, _ publication: Publication, _ db: any Connection) throws -> String?,
        searchHint: Text, lookUp: @escaping @Sendable (_ words: String, _ publication: Publication, _ db: any Connection) throws -> Place?,
        find: @escaping Find
    ) {
        self.ownerKind = ownerKind
        self.parts = parts
        self.counterparts = counterparts
        self.comparison = comparison
        self.searchHint = searchHint
        self.lookUp = lookUp
        self.find = find
    }
}

extension ExtensionPoint where Value == ReadingReferences {
    public static var readingReferences: Self { Self("reading.references") }
}

extension Site {
    /// How its owner refers to a section, or to a range of it; nil where it doesn't.
    func reference(
        to section: Int, _ range: Range<Int>? = nil, of publication: Publication, in db: any Connection
    ) throws -> ReadingReferences.Reference? {
        try references(of: publication)?.find(section, range, publication, db)
    }

    /// What refers to places in a publication, if anything does.
    func references(of publication: Publication) -> ReadingReferences? {
        extensions[.readingReferences].first { $0.ownerKind == publication.card.ownerKind }
    }
}

/// A text that is cited by its own numbers: the reader leads to them, and copies them with the words.
struct CitedText: Sendable {
    /// The section that is open.
    let section: ReadingReferences.Reference
    let parts: [ReadingReferences.Part]
    /// The page that shows the section beside another edition.
    let comparison: String?
    let searchHint: Text

    init?(_ section: Int, of publication: Publication, on site: Site, in db: any Connection) throws {
        guard let references = site.references(of: publication), let found = try references.find(section, nil, publication, db) else { return nil }
        self.section = found
        parts = try references.parts(publication, db)
        comparison = try references.comparison(found, publication, db)
        searchHint = references.searchHint
    }
}
