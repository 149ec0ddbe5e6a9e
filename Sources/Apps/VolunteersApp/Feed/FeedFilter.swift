import Core
import Database
import Web

/// Which posts the feed shows, and in which order (VOL-011, RES-007).
struct FeedFilter: Sendable, Equatable {
    static let longestPoster = 100

    var category: CategoryID?
    /// Words of the poster's name.
    var poster: String?
    var period = FeedPeriod.ever
    /// Only what is needed within the next seven days.
    var isThisWeek = false
    /// Only where the reader's own requests are from.
    var isNear = false
    var sort = FeedSort.time
    /// Nil is the usual direction of the order: the newest first, names from A.
    var isAscending: Bool?

    var ascends: Bool { isAscending ?? (sort != .time) }

    /// The order with its direction.
    var chosenOrder: FeedOrder { FeedOrder.allCases.first { $0.sort == sort && $0.ascends == ascends } ?? .newest }

    /// Whether anything narrows the feed, so that an empty one can offer to show all.
    var isNarrowed: Bool { category != nil || poster != nil || period != .ever || isThisWeek || isNear }

    /// Whether it is the feed as it opens.
    var isUsual: Bool { self == FeedFilter() }
}

/// How far back the feed goes.
enum FeedPeriod: String, Sendable, CaseIterable {
    case ever, day, week, month

    var name: Text {
        switch self {
        case .ever: "Any time"
        case .day: "The last 24 hours"
        case .week: "The last 7 days"
        case .month: "The last 30 days"
        }
    }

    /// The oldest moment that it takes in.
    func start(at now: Instant) -> Instant? {
        switch self {
        case .ever: nil
        case .day: now - .days(1)
        case .week: now - .days(7)
        case .month: now - .days(30)
        }
    }
}

/// By what the feed is put in order.
enum FeedSort: String, Sendable, CaseIterable, Codable {
    case time, category, poster
}

/// An order with its direction, as one choice of the form and one word in its address.
enum FeedOrder: String, Sendable, CaseIterable {
    case newest = "time"
    case oldest = "time-ascending"
    case category
    case categoryDown = "category-descending"
    case poster
    case posterDown = "poster-descending"

    var name: Text {
        switch self {
        case .newest: "Newest first"
        case .oldest: "Oldest first"
        case .category: "Category, A to Z"
        case .categoryDown: "Category, Z to A"
        case .poster: "Name, A to Z"
        case .posterDown: "Name, Z to A"
        }
    }

    var sort: FeedSort {
        switch self {
        case .newest, .oldest: .time
        case .category, .categoryDown: .category
        case .poster, .posterDown: .poster
        }
    }

    var ascends: Bool { [.oldest, .category, .poster].contains(self) }
}

extension FeedFilter {
    /// Reads `category`, `poster`, `period`, `when`, `near`, `sort` and `order` of an address; empty values are no choice. The form sends the
    /// direction as part of `sort`; `order` is how programs and older addresses say it.
    /// - Throws: a problem that names a field with a value outside its list.
    init(_ query: QueryItems, categories: CategoryList) throws(Problem) {
        self.init()
        if let word = query.chosen("category") {
            guard let known = CategoryID(word).flatMap({ categories[$0] }) else {
                throw .wrongField("category", "Choose a category from the list.")
            }
            category = known.id
        }
        if let words = query.chosen("poster")?.tidied(limit: Self.longestPoster), !words.isEmpty { poster = words }
        if let word = query.chosen("period") {
            guard let known = FeedPeriod(rawValue: word) else { throw .wrongField("period", "Choose a time from the list.") }
            period = known
        }
        if let word = query.chosen("when") {
            guard word == "week" else { throw .wrongField("when", "Choose a time from the list.") }
            isThisWeek = true
        }
        if let word = query.chosen("near") {
            guard word == "me" else { throw .wrongField("near", "Choose an area from the list.") }
            isNear = true
        }
        if let word = query.chosen("sort") {
            guard let known = FeedOrder(rawValue: word) else { throw .wrongField("sort", "Choose an order from the list.") }
            sort = known.sort
            isAscending = known.ascends
        }
        if let word = query.chosen("order") {
            guard ["ascending", "descending"].contains(word) else { throw .wrongField("order", "Choose a direction from the list.") }
            isAscending = word == "ascending"
        }
        if isAscending == (sort != .time) { isAscending = nil }
    }

    /// The same as the query of an address.
    var query: [(String, String)] {
        var pairs: [(String, String)] = []
        if let category { pairs.append(("category", category.description)) }
        if let poster { pairs.append(("poster", poster)) }
        if period != .ever { pairs.append(("period", period.rawValue)) }
        if isThisWeek { pairs.append(("when", "week")) }
        if isNear { pairs.append(("near", "me")) }
        if sort != .time { pairs.append(("sort", sort.rawValue)) }
        if let isAscending { pairs.append(("order", isAscending ? "ascending" : "descending")) }
        return pairs
    }
}

/// The place in the feed after which the next page starts.
struct FeedCursor: Sendable, Codable, Equatable {
    let sort: FeedSort
    let ascends: Bool
    /// The time of the last post; of the order by poster, nothing.
    var time: Instant?
    var poster: String?
    var category: CategoryID?
    let id: PostID
}

extension CursorScope<FeedCursor> {
    static var feed: Self { Self("volunteers.feed") }
}
