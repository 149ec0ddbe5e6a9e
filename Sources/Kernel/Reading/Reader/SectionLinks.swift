public import Core
public import Database
public import Markup
import Platform
public import Web

/// Where the app that owns a publication leads from the end of a section: to what readers say about a chapter, for instance.
public struct SectionLinks: Sendable {
    /// Where one link leads, and what it says.
    public struct Link: Sendable, Equatable {
        public let label: Text
        public let path: String
        /// What the reader calls taking a selected passage there; nil where that makes no sense.
        public let quoting: Text?
        /// Others beside it.
        public let more: [Link]

        /// A link to a page of the site. One with `quoting` is also followed with a selected passage, as `quote`, `prefix` and `suffix` in the
        /// query; its words are whatever a browser sends.
        public init(_ label: Text, path: String, quoting: Text? = nil, more: [Link] = []) {
            self.label = label
            self.path = path
            self.quoting = quoting
            self.more = more
        }
    }

    /// The stars that somebody may give a publication at its end.
    public struct Rating: Sendable, Equatable {
        let label: Text
        let action: String
        let stars: Int?

        /// - Parameters:
        ///   - label: what is asked before any were given.
        ///   - action: where `stars` from 1 to 5, or `remove`, are sent with `atEnd`; the answer leads back to the end.
        ///   - stars: those that they gave.
        public init(_ label: Text, action: String, stars: Int?) { (self.label, self.action, self.stars) = (label, action, stars) }
    }

    /// What readers say about passages of a section. The reader counts it beside each paragraph and opens it in a panel: it takes what a page has under
    /// `data-reader-panel`, and puts what has `data-panel-last` at its end.
    public struct Remarks: Sendable {
        /// In the query of the link's path: the paragraph that is meant, as `start-end` in code points of the section's plain text.
        public static let parameter = "at"

        let title: Text
        let label: @Sendable (_ count: Int) -> Text
        let applies: (@Sendable (_ publication: Publication) -> Bool)?
        let passages: Passages

        /// Every passage about which this person sees something, with how much that is.
        public typealias Passages =
            @Sendable (_ section: Int, _ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> [(
                passage: Passage, count: Int
            )]

        /// - Parameters:
        ///   - title: what the panel is called.
        ///   - label: says how much there is about a paragraph.
        ///   - applies: which publications may have some, though a section has no link; nil are the sections with a link.
        public init(
            title: Text, label: @escaping @Sendable (_ count: Int) -> Text, applies: (@Sendable (_ publication: Publication) -> Bool)? = nil,
            passages: @escaping Passages
        ) {
            (self.title, self.label, self.applies, self.passages) = (title, label, applies, passages)
        }
    }

    /// What is offered after the last section, in the reader’s own look; nil where nothing is.
    public typealias Ending =
        @Sendable (_ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> Node?

    let ownerKind: String
    let remarks: Remarks?
    let ending: Ending
    let preview: Ending
    let link: @Sendable (_ section: Int, _ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> Link?
    let rating: @Sendable (_ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> Rating?

    /// The links of all publications whose owner is of a kind, and the rating of each for who may rate it; sections are counted from 0, and
    /// one may have none. `preview` is what stands above a text that only staff may open. Remarks need the link of a section, whose page takes their paragraph.
    public init(
        of ownerKind: String, remarks: Remarks? = nil, ending: @escaping Ending = { _, _, _ in nil },
        preview: @escaping Ending = { _, _, _ in nil },
        rating: @escaping @Sendable (_ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> Rating? = { _, _, _ in nil },
        _ link: @escaping @Sendable (_ section: Int, _ publication: Publication, _ identity: Identity, _ db: any Connection) throws -> Link?
    ) {
        self.ownerKind = ownerKind
        self.remarks = remarks
        self.ending = ending
        self.preview = preview
        self.rating = rating
        self.link = link
    }
}

extension ExtensionPoint where Value == SectionLinks {
    public static var sectionLinks: Self { Self("reading.section-links") }
}

extension Site {
    /// What the owner of a publication offers after a section.
    func sectionLink(
        after section: Int, of publication: Publication, for identity: Identity, in db: any Connection
    ) throws -> SectionLinks.Link? {
        try extensions[.sectionLinks].first { $0.ownerKind == publication.card.ownerKind }?.link(section, publication, identity, db)
    }

    /// What the owner of a publication offers after a section, which is nothing unless it is the last.
    func ending(after section: Int, of publication: Publication, for identity: Identity, in db: any Connection) throws -> Node? {
        guard section + 1 == publication.sectionCount else { return nil }
        return try extensions[.sectionLinks].first { $0.ownerKind == publication.card.ownerKind }?.ending(publication, identity, db)
    }

    /// What the owner of a publication says above a text that only staff may open.
    func preview(of publication: Publication, for identity: Identity, in db: any Connection) throws -> Node? {
        guard publication.card.audience == .staff else { return nil }
        return try extensions[.sectionLinks].first { $0.ownerKind == publication.card.ownerKind }?.preview(publication, identity, db)
    }

    /// The stars that somebody may give a publication.
    func rating(of publication: Publication, for identity: Identity, in db: any Connection) throws -> SectionLinks.Rating? {
        try extensions[.sectionLinks].first { $0.ownerKind == publication.card.ownerKind }?.rating(publication, identity, db)
    }
}
