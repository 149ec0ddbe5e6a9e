import Core
import Web

/// The two versions of OPDS, which say the same.
enum FeedVersion: Sendable, CaseIterable {
    /// 1.2: Atom.
    case atom
    /// 2.0: JSON.
    case json
}

/// The lists that reading apps can open.
enum FeedList: String, Sendable, CaseIterable, PathValue {
    case newest = "new"
    case popular
    case picks
    case all
    case categories
    case search

    init?(_ description: String) { self.init(rawValue: description) }

    var description: String { rawValue }

    var title: Text {
        switch self {
        case .newest: "New arrivals"
        case .popular: "Most read"
        case .picks: "Staff picks"
        case .all: "All titles"
        case .categories: "Categories"
        case .search: "Search"
        }
    }
}

/// A place in the catalogue.
enum FeedPlace: Sendable, Hashable {
    case root
    case list(FeedList)
    case category(CategoryID)

    func path(_ version: FeedVersion) -> String {
        switch (self, version) {
        case (.root, .atom): LibraryPaths.feeds()
        case (.root, .json): LibraryPaths.feeds2()
        case (.list(let list), .atom): LibraryPaths.feed(list)
        case (.list(let list), .json): LibraryPaths.feed2(list)
        case (.category(let id), .atom): LibraryPaths.feedOfCategory(id)
        case (.category(let id), .json): LibraryPaths.feedOfCategory2(id)
        }
    }

    /// The place above.
    var parent: FeedPlace? {
        switch self {
        case .root: nil
        case .list: .root
        case .category: .list(.categories)
        }
    }
}
