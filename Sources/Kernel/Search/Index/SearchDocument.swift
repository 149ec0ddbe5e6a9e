public import Core

/// One thing that can be found: what its catalogue record says, and the text inside it.
public struct SearchDocument: Sendable {
    /// Which kind of table the subject lives in, e.g. `library.item`.
    public var source: String
    /// The row there.
    public var subject: Int64
    /// Who may find it: `everyone`, or a name that only requests of the right people carry, such as a staff permission.
    public var audience: String
    /// The type that people filter by: `book`, `bible`, `leaflet`, `hymn` …
    public var kind: String
    /// The language of the text; a document without one is left out when a request names languages.
    public var language: Language?
    /// What it is called.
    public var title: String
    /// Who made it, each name on its own.
    public var authors: [String]
    /// What it is about.
    public var topics: [String]
    /// Other words of the record: description, series, publisher, identifiers.
    public var notes: String
    /// The year it appeared in.
    public var year: Int?
    /// What else people filter by, e.g. `["category": ["Faith"], "availability": ["now"]]`.
    public var facets: [String: [String]]
    /// How often it is used; lifts a document among its equals.
    public var popularity: Int
    /// The text in reading order. Nil leaves the passages that are there as they are.
    public var passages: [SearchPassage]?
    /// What its chapters and its well-known places are called. Nil leaves what is there, for as long as the text stays.
    public var headings: [SearchHeading]?

    /// A document; everything but its place and title may be left out.
    public init(
        source: String, subject: Int64, audience: String = SearchFilter.everyone, kind: String, language: Language? = nil, title: String,
        authors: [String] = [], topics: [String] = [], notes: String = "", year: Int? = nil, facets: [String: [String]] = [:],
        popularity: Int = 0, passages: [SearchPassage]? = nil, headings: [SearchHeading]? = nil
    ) {
        self.source = source
        self.subject = subject
        self.audience = audience
        self.kind = kind
        self.language = language
        self.title = title
        self.authors = authors
        self.topics = topics
        self.notes = notes
        self.year = year
        self.facets = facets
        self.popularity = popularity
        self.passages = passages
        self.headings = headings
    }
}

/// What a place in a document is called: a chapter by its heading, a well-known passage by a name that no word of it may say.
public struct SearchHeading: Sendable, Equatable {
    /// What kind of place it is.
    public enum Kind: Int, Sendable {
        /// A licence, a list of contents, a colophon: what stands there is hardly ever what is looked for.
        case aside = -1
        /// A chapter.
        case chapter = 0
        /// A passage that people know by a name.
        case name = 1
    }

    /// The section, counted from 0 in reading order.
    public var section: Int
    /// The label of the passage that it begins with; empty for the first one of the section.
    public var passage: String
    /// What people call the place, e.g. `Luke 10:30–37`; may be empty.
    public var label: String
    /// The heading, or the name.
    public var text: String
    /// What kind of place it is.
    public var kind: Kind

    /// A heading by its place and words.
    public init(section: Int, passage: String = "", label: String = "", text: String, kind: Kind = .chapter) {
        self.section = section
        self.passage = passage
        self.label = label
        self.text = text
        self.kind = kind
    }
}

/// A piece of a section's plain text, the unit in which hits are shown: a few sentences to a page, or one verse.
public struct SearchPassage: Sendable, Equatable {
    /// The section, counted from 0 in reading order.
    public var section: Int
    /// Where the piece begins in the section's plain text, in Unicode code points.
    public var start: Int
    /// What people call the place, e.g. `John 3:16`; empty when it has no name.
    public var label: String
    /// The piece itself.
    public var text: String

    /// A piece by its place and text.
    public init(section: Int, start: Int, label: String = "", text: String) {
        self.section = section
        self.start = start
        self.label = label
        self.text = text
    }
}
