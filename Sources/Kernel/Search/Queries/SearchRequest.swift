public import Core
public import Database

/// A search: the words, whose eyes they are for, and how much to answer.
public struct SearchRequest: Sendable {
    /// What was typed, at any length, with anything in it.
    public var text: String
    /// Whether it is still being typed: the last word may go on, and the answer is kept light.
    public var isTyping: Bool
    /// What may be found at all.
    public var filter: SearchFilter
    /// Whether facets are counted.
    public var wantsFacets: Bool
    /// How many documents to answer, 1 to 50.
    public let limit: Int
    /// How many to pass over: for the next page, never negative.
    public let offset: Int
    /// How many passages to show of each, 0 to 5.
    public let passagesPerDocument: Int
    /// Makes the editions of a work one answer, counted as one: documents of one source with the same title and the same first author that
    /// differ in kind, language, year or one of these facets. Nil leaves each by itself.
    public var editionFacets: Set<String>?

    /// A submitted search with facets.
    public init(
        _ text: String, isTyping: Bool = false, filter: SearchFilter = SearchFilter(), wantsFacets: Bool = true, limit: Int = 20,
        offset: Int = 0, passagesPerDocument: Int = 2
    ) {
        self.text = text
        self.isTyping = isTyping
        self.filter = filter
        self.wantsFacets = wantsFacets
        self.limit = min(max(limit, 1), 50)
        self.offset = max(offset, 0)
        self.passagesPerDocument = min(max(passagesPerDocument, 0), 5)
    }

    /// A search on each keystroke: few documents, one passage each, no facets.
    public static func asYouType(_ text: String, filter: SearchFilter = SearchFilter(), limit: Int = 8, offset: Int = 0) -> Self {
        Self(text, isTyping: true, filter: filter, wantsFacets: false, limit: limit, offset: offset, passagesPerDocument: 1)
    }
}

/// What may be found. Every part is enforced by the database itself, on each candidate; an empty part allows anything,
/// except for the audience.
public struct SearchFilter: Sendable {
    /// The audience that everybody belongs to.
    public static let everyone = "everyone"

    /// Groups whose documents the searcher may find.
    public var audiences: Set<String>
    /// Sources such as `library.item`.
    public var sources: Set<String>
    /// Types such as `book`.
    public var kinds: Set<String>
    /// Languages; regional forms count as their language. A document without a language is left out.
    public var languages: Set<Language>
    /// The years of publication.
    public var years: ClosedRange<Int>?
    /// Other facets: one of the values of each must hold.
    public var facets: [String: Set<String>]
    /// What the owner of the one source asks of its own tables, as a condition on `d.subject`: for what a facet can't say, such as a value that
    /// is not to be there. Nil asks nothing.
    public var condition: SQL?

    /// A filter; without arguments, all that is for everyone.
    public init(
        audiences: Set<String> = [everyone], sources: Set<String> = [], kinds: Set<String> = [], languages: Set<Language> = [],
        years: ClosedRange<Int>? = nil, facets: [String: Set<String>] = [:], condition: SQL? = nil
    ) {
        self.audiences = audiences
        self.sources = sources
        self.kinds = kinds
        self.languages = languages
        self.years = years
        self.facets = facets
        self.condition = condition
    }
}
