import Core
import Documents
import Search
import Web

/// A publication as programs see it.
struct PublicationJSON: JSONAnswer, Codable {
    struct Section: Codable, Sendable {
        let number: Int
        let title: String?
        let words: Int
        let wordsBefore: Int
        /// When its text became what it is: a copy from then is still true.
        let changedAt: String
    }

    let id: PublicationID
    let title: String
    let authors: String
    let language: String?
    let direction: String
    let kind: String
    /// One more with every change of the text.
    let edition: Int
    let words: Int
    /// The reader's address.
    let address: String
    /// How many sections it has; `sections` and `contents` hold a page of them.
    let sectionCount: Int
    let sections: [Section]
    let contents: [ContentsEntry]
    /// Where the page after begins; absent on the last.
    let next: Cursor?

    init(_ publication: Publication, sections: [SectionSummary], contents: [ContentsEntry], next: Cursor?) {
        id = publication.id
        title = publication.card.title
        authors = publication.card.authors
        language = publication.card.language?.rawValue
        direction = publication.direction.rawValue
        kind = publication.card.kind.rawValue
        edition = publication.edition
        words = publication.words
        sectionCount = publication.sectionCount
        self.next = next
        address = ReadingPaths.publication(publication.id)
        self.sections = sections.map {
            Section(number: $0.number, title: $0.title, words: $0.words, wordsBefore: $0.wordsBefore, changedAt: $0.changedAt.rfc3339)
        }
        self.contents = contents
    }
}

/// One section with its HTML, whose links are relative to `/read/{publication}/{section}`.
struct SectionJSON: JSONAnswer, Codable {
    let number: Int
    let title: String?
    let language: String?
    let words: Int
    let wordsBefore: Int
    let html: String
    /// Where its owner leads from its end, in the language of the request.
    let link: Link?

    struct Link: Codable, Sendable {
        let label: String
        let path: String
    }
    /// Others beside it.
    var moreLinks: [Link]?
    /// What its owner offers after the last section, as HTML in the language of the request.
    let ending: String?
    /// The short address of a section that is cited by its own numbers, as a chapter of a Bible is; `/16` behind it is a verse.
    let reference: String?

    init(_ content: SectionContent, link: Link?, moreLinks: [Link], ending: String?, reference: ReadingReferences.Reference?) {
        self.link = link
        self.reference = reference?.path
        self.ending = ending
        self.moreLinks = moreLinks.isEmpty ? nil : moreLinks
        number = content.summary.number
        title = reference?.label ?? content.summary.title
        language = content.summary.language?.rawValue
        words = content.summary.words
        wordsBefore = content.summary.wordsBefore
        html = content.html
    }
}

/// A place and the colour and note to keep there.
struct NewAnnotation: Codable, Sendable {
    let section: Int
    let quote: TextQuote
    let position: TextPosition
    let colour: String?
    let note: String?

    var passage: Passage { Passage(section: section, quote: quote, position: position) }
}

extension NewAnnotation: LimitedMembers {
    static var limits: [String: Schema] { Passage.limits.merging(AnnotationChange.limits) { first, _ in first } }
}

extension AnnotationChange: LimitedMembers {
    static var limits: [String: Schema] { ["colour": .text(.colour), "note": .text(most: AnnotationContent.longestNote)] }
}

extension NewPosition: LimitedMembers {
    static var limits: [String: Schema] {
        Passage.limits.merging([
            "through": .integer(0...Int64(Int32.max)), "throughSection": .integer(0...Int64(Int32.max)), "secondsAgo": .integer(0...Int64(Int32.max)),
            "device": .text(.words, most: Device.longestName),
        ]) { first, _ in first }
    }
}

extension Passage: LimitedMembers {
    /// Sections are counted from 0.
    public static var limits: [String: Schema] { ["section": .integer(0...Int64(Int32.max))] }
}

extension TextQuote: LimitedMembers {
    /// As long as what is kept of a passage.
    public static var limits: [String: Schema] {
        [
            "exact": .text(most: PassageCheck.longestQuote), "prefix": .text(most: PassageCheck.longestContext),
            "suffix": .text(most: PassageCheck.longestContext),
        ]
    }
}

extension TextPosition: LimitedMembers {
    /// Code points from 0.
    public static var limits: [String: Schema] { ["start": .integer(0...Int64(Int32.max)), "end": .integer(0...Int64(Int32.max))] }
}

/// What to change in an annotation: what is absent stays, `null` takes away.
struct AnnotationChange: Decodable, Sendable {
    let colour: String??
    let note: String??

    enum CodingKeys: String, CodingKey { case colour, note }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        colour = container.contains(.colour) ? .some(try container.decodeIfPresent(String.self, forKey: .colour)) : nil
        note = container.contains(.note) ? .some(try container.decodeIfPresent(String.self, forKey: .note)) : nil
    }
}

/// An annotation as its owner's programs see it.
struct AnnotationJSON: JSONAnswer, Codable {
    let id: AnnotationID
    let person: PersonID
    let publication: PublicationID
    let section: Int
    let quote: TextQuote
    let position: TextPosition
    let colour: String?
    let note: String?
    let isPlaced: Bool
    /// The address that opens the reader there.
    let address: String
    /// How the passage is cited, in lists of a text with numbers of its own.
    let reference: String?
    let createdAt: String
    let changedAt: String

    init(_ annotation: Annotation, of person: PersonID, reference: String? = nil) {
        self.reference = reference
        id = annotation.id
        self.person = person
        publication = annotation.publication
        section = annotation.passage.section
        quote = annotation.passage.quote
        position = annotation.passage.position
        colour = annotation.colour
        note = annotation.note
        isPlaced = annotation.isPlaced
        address = ReadingPaths.address(of: annotation.passage, in: annotation.publication)
        createdAt = annotation.createdAt.rfc3339
        changedAt = annotation.changedAt.rfc3339
    }
}

/// A bookmark as its owner's programs see it; without a section it is the whole publication, saved for later.
struct BookmarkJSON: JSONAnswer, Codable {
    let id: BookmarkID
    let publication: PublicationID
    let section: Int?
    let quote: TextQuote?
    let position: TextPosition?
    let isPlaced: Bool
    let createdAt: String

    init(_ bookmark: Bookmark) {
        id = bookmark.id
        publication = bookmark.publication
        section = bookmark.passage?.section
        quote = bookmark.passage?.quote
        position = bookmark.passage?.position
        isPlaced = bookmark.isPlaced
        createdAt = bookmark.createdAt.rfc3339
    }
}

/// Where a person is: the passage at the top of the page, and the last code point that is on view. One beyond the end is the end.
struct NewPosition: Codable, Sendable {
    let section: Int
    let quote: TextQuote
    let position: TextPosition
    let through: Int
    /// The section that `through` is in, where a later one than the passage's is on view too.
    var throughSection: Int?
    /// Programs without cookies name their device themselves.
    let device: String?
    /// How long ago they were there, where it is sent later than that; a later place on the same device stays. Not a time: clocks of devices
    /// are often wrong.
    var secondsAgo: Int?
    /// Whether they are in the printed pages, not in the text; the reader goes on there. Absent leaves it as it was.
    var inPages: Bool?

    var passage: Passage { Passage(section: section, quote: quote, position: position) }
}

/// A reading position as its owner's programs see it.
struct PositionJSON: JSONAnswer, Codable {
    let device: String
    let section: Int
    let quote: TextQuote
    let position: TextPosition
    /// Where the place is, in percent.
    let progress: Double
    /// The furthest that was read on the device, in percent: looking back doesn't lessen it.
    let furthest: Double
    /// Whether the person was last in the printed pages, not in the text.
    let inPages: Bool
    let changedAt: String

    init(_ position: ReadingPosition) {
        device = position.device
        section = position.passage.section
        quote = position.passage.quote
        self.position = position.passage.position
        progress = position.progress
        furthest = position.furthest
        inPages = position.inPages
        changedAt = position.changedAt.rfc3339
    }
}

/// All of a person's positions in a publication, the latest first.
struct PositionsJSON: JSONAnswer, Codable {
    let items: [PositionJSON]
}

/// What was found inside a publication, in reading order.
struct FoundJSON: JSONAnswer, Codable {
    struct Hit: Codable, Sendable {
        let passage: Passage
        /// The heading of the section, or the verse.
        let title: String?
        let snippet: [SnippetPart]
        let address: String
    }

    /// Where the words lead, if they are a reference such as `Jn 3:16`.
    let place: Hit?
    let hits: [Hit]
    let total: Int
    let totalIsExact: Bool
}
