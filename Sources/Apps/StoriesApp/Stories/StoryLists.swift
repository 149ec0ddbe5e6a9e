import Core
import Platform

/// What everybody asks for, kept in memory until a story or a tag changes.
typealias StoryLists = CachedLists<StoryList>

/// What is kept; what is only for people of age is kept apart.
enum StoryList: Hashable, Sendable {
    case browse(includingMature: Bool)
    case updated(includingMature: Bool), newest(includingMature: Bool)
    case ranked(includingMature: Bool)
    case languages, tags
    /// The words that what is typed is compared with, and what was probably meant by some.
    case spelling(includingMature: Bool), meant(String, includingMature: Bool)
    /// A page of a search, by the address that says what is looked for.
    case found(String, from: Int, limit: Int, includingMature: Bool, Language)
}
