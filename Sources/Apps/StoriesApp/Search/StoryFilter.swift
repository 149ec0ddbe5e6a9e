import Accounts
import Core
import Documents
import Web

/// How long a story is.
enum StoryLength: String, Sendable, CaseIterable, Codable {
    case short, medium, long

    /// In words.
    var range: ClosedRange<Int> {
        switch self {
        case .short: 0...4_999
        case .medium: 5_000...39_999
        case .long: 40_000...Int(Int32.max)
        }
    }

    var name: Text {
        switch self {
        case .short: "Under 5,000 words"
        case .medium: "5,000 to 40,000 words"
        case .long: "Over 40,000 words"
        }
    }
}

/// How long ago readers last got a new chapter, at most.
enum StoryUpdate: String, Sendable, CaseIterable, Codable {
    case week, month, year

    var days: Int {
        switch self {
        case .week: 7
        case .month: 30
        case .year: 365
        }
    }

    var name: Text {
        switch self {
        case .week: "Updated this week"
        case .month: "Updated in the last 30 days"
        case .year: "Updated in the last year"
        }
    }
}

/// Whether a story has its end.
enum StoryProgress: String, Sendable, CaseIterable, Codable {
    case complete, ongoing

    var name: Text {
        switch self {
        case .complete: "Complete"
        case .ongoing: "Ongoing"
        }
    }
}

/// By what found stories are put in order.
enum StoryOrder: String, Sendable, CaseIterable, Codable {
    case relevance, updated, read, newest

    var name: Text {
        switch self {
        case .relevance: "Best match"
        case .updated: "Last updated"
        case .read: "Most read"
        case .newest: "Newest"
        }
    }
}

/// What somebody looks for among stories, as it stands in the address (STO-006, STO-007).
struct StoryFilter: Sendable, Equatable {
    static let longestWords = 200
    /// More than anybody types; each costs a look-up.
    private static let mostTags = 10

    var words = ""
    /// All of which a story must carry.
    var tags: [StoryTag] = []
    /// None of which it may carry.
    var without: [StoryTag] = []
    /// None of which its author may warn of.
    var hidden: Set<ContentWarning> = []
    /// One of which it must have; none asks nothing.
    var ratings: Set<StoryRating> = []
    var length: StoryLength?
    var progress: StoryProgress?
    var language: Language?
    var updated: StoryUpdate?
    var author: PersonID?
    /// Nil is the usual order: the best match of words, the newest chapters without.
    var chosenOrder: StoryOrder?

    init() {}

    /// Reads an address; what it doesn't know asks nothing.
    init(_ query: QueryItems) {
        words = (query["q"] ?? "").tidied(limit: Self.longestWords)
        tags = Self.tags(query, "tags")
        without = Self.tags(query, "without")
        hidden = Set(query.all("hide").prefix(20).compactMap(ContentWarning.init))
        ratings = Set(query.all("rating").prefix(20).compactMap(StoryRating.init))
        length = query.chosen("length").flatMap(StoryLength.init)
        progress = query.chosen("progress").flatMap(StoryProgress.init)
        language = query.chosen("language").flatMap { Language.isTag($0) ? Language($0) : nil }
        updated = query.chosen("updated").flatMap(StoryUpdate.init)
        author = query.chosen("author").flatMap { PersonID($0) }
        chosenOrder = query.chosen("sort").flatMap(StoryOrder.init)
        // Forms send what they stand at.
        if chosenOrder == usualOrder || chosenOrder == .relevance { chosenOrder = nil }
        // Every rating together asks nothing.
        if ratings.count == StoryRating.allCases.count { ratings = [] }
    }

    private static func tags(_ query: QueryItems, _ name: String) -> [StoryTag] {
        Array(StoryTag.list(query.all(name).prefix(mostTags).joined(separator: ",")).filter { $0.name.length <= StoryTag.longest }.prefix(mostTags))
    }

    /// The order that counts.
    var order: StoryOrder { chosenOrder ?? usualOrder }

    /// Without words nothing is a better match than another.
    private var usualOrder: StoryOrder { words.isEmpty ? .updated : .relevance }

    /// Whether anything but words is asked for.
    var isNarrow: Bool {
        !(tags.isEmpty && without.isEmpty && hidden.isEmpty && ratings.isEmpty)
            || length != nil || progress != nil || language != nil || updated != nil || author != nil
    }

    /// Whether nothing at all is asked for.
    var isEmpty: Bool { words.isEmpty && !isNarrow && chosenOrder == nil }

    /// As it stands in an address.
    var items: QueryItems {
        var items = QueryItems()
        func add(_ name: String, _ value: String?) { if let value, !value.isEmpty { items.add(name, value) } }
        add("q", words)
        add("tags", tags.map(\.name).joined(separator: ","))
        add("without", without.map(\.name).joined(separator: ","))
        for warning in ContentWarning.inOrder(hidden) { add("hide", warning.rawValue) }
        for rating in StoryRating.allCases where ratings.contains(rating) { add("rating", rating.rawValue) }
        add("length", length?.rawValue)
        add("progress", progress?.rawValue)
        add("language", language?.rawValue)
        add("updated", updated?.rawValue)
        add("author", author?.description)
        // An address that asks for nothing would be the empty search screen, not the list of all stories.
        add("sort", isEmpty ? order.rawValue : chosenOrder?.rawValue)
        return items
    }

    /// The page that shows what it finds.
    var address: String { link(StoriesPaths.search(), query: items) }

    /// The page of the same with a change.
    func address(_ change: (inout StoryFilter) -> Void) -> String {
        var changed = self
        change(&changed)
        return changed.address
    }

    /// The same with other words.
    func with(words: String) -> StoryFilter {
        var other = self
        other.words = words
        return other
    }

    /// The page of the stories that carry a tag (STO-007).
    static func address(of tag: StoryTag) -> String { StoryFilter().address { $0.tags = [tag] } }
}
