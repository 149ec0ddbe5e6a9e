public import Core

/// What a search found.
public struct SearchResults: Sendable {
    /// The best documents first.
    public var hits: [SearchHit] = []
    /// How many documents there are, or at least are.
    public var total = 0
    /// Whether that is all; otherwise there are more than `total`.
    public var totalIsExact = true
    /// About how many there are where that isn't all: a round number. Nil where facets weren't asked for, and where it can't be told.
    public var estimate: Int?
    /// What the found documents can be narrowed by, when it was asked for.
    public var facets: [FacetGroup] = []
    /// Where the next page begins; nil at the end.
    public var nextOffset: Int?
    /// What was found instead, where a word that was typed is nowhere: the words as they are written here.
    public var meant: String?
    /// Whether nothing that was found has all the words.
    var lacksWords = false
}

/// A document that was found.
public struct SearchHit: Sendable {
    /// Its source, e.g. `library.item`.
    public var source: String
    /// Its row there.
    public var subject: Int64
    /// Its type.
    public var kind: String
    /// Its language.
    public var language: Language?
    /// Its title, with the words that were sought marked.
    public var title: [SnippetPart]
    /// Who made it.
    public var authors: [String]
    /// What it is about.
    public var topics: [String]
    /// The year it appeared in.
    public var year: Int?
    /// Its best passages, the best one first.
    public var passages: [PassageHit] = []
    /// How many passages of it answer, and whether that is all; nil where that was not asked for.
    public var count: (passages: Int, isExact: Bool)?
    /// The other editions that were found, as rows of the source, the best first; empty unless editions are one answer.
    public var editions: [Int64] = []
    /// What it was ranked by: more is better; comparable within one answer only.
    public var score: Double
}

/// A passage that was found.
public struct PassageHit: Sendable {
    /// Where it is; with the publication, the address that the reader opens.
    public var place: Passage
    /// What people call the place, e.g. `John 3:16`; may be empty.
    public var label: String
    /// The chapter that it stands in, or the name of the passage that begins here; may be empty.
    public var heading = ""
    /// A few words around the match, with the match marked.
    public var snippet: [SnippetPart]
    /// The passage's number in the index, for going on after it.
    public var number: Int64
}

/// A stretch of text that is, or is not, what was sought.
public struct SnippetPart: Sendable, Hashable, Codable {
    /// The text, as it stands.
    public var text: String
    /// Whether it matches.
    public var isMatch: Bool

    /// A stretch of text.
    public init(text: String, isMatch: Bool) {
        self.text = text
        self.isMatch = isMatch
    }
}

/// One way to narrow the answer.
public struct FacetGroup: Sendable, Equatable {
    /// `kind`, `language`, `decade`, or the name of a facet of the documents.
    public var name: String
    /// The values found, the most frequent first, at most 30.
    public var values: [FacetValue]
    /// Whether the counts are all; otherwise they are estimates in round numbers, or only as many as were looked at.
    public var isExact = true
}

/// One value to narrow by, and how many documents it would leave.
public struct FacetValue: Sendable, Equatable {
    /// The value; of `decade`, its first year.
    public var value: String
    /// How many answers have it.
    public var count: Int
    /// Whether the request already asks for it.
    public var isSelected: Bool
}

/// In which order the passages of one document are listed.
public enum PassageOrder: String, Sendable, CaseIterable {
    /// The best ones first.
    case relevance
    /// As they stand in the text.
    case reading
}

/// The passages of one document.
public struct PlaceResults: Sendable {
    /// One page of passages.
    public var hits: [PassageHit] = []
    /// How many there are, or at least are.
    public var total = 0
    /// Whether that is all.
    public var totalIsExact = true
    /// Where the next page begins; nil at the end.
    public var nextOffset: Int?
    /// What was looked for instead, where a word that was typed is nowhere.
    public var meant: String?
}

/// The passages of one document, in reading order.
public struct PassageResults: Sendable {
    /// One page of passages.
    public var hits: [PassageHit] = []
    /// How many there are, or at least are.
    public var total = 0
    /// Whether that is all.
    public var totalIsExact = true
    /// The number of the last one shown, when others follow it.
    public var next: Int64?
}

/// Something to search for, offered while typing.
public struct SearchSuggestion: Sendable, Hashable {
    /// What the words are.
    public enum Kind: String, Sendable, Codable { case title, author, topic }

    /// The words.
    public var text: String
    /// What they are.
    public var kind: Kind
    /// The document, if it is the title of one.
    public var source: String?
    /// Its row there.
    public var subject: Int64?
    /// The other editions of the work as rows there, where those are one suggestion.
    public var editions: [Int64] = []
    /// The words of its first author, where works with one title are told apart.
    var author: [String] = []
}
