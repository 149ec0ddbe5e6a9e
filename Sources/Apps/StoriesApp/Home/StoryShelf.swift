import Accounts
import Core
import Database
import Interface
import Markup
import Web

/// Stories on the first page, which are the same for nearly everybody: they stay in memory with what they look like.
struct StoryShelf: Sendable {
    private let stories: [Story]
    private let authors: StoryAuthors
    private let looks = KeptLooks<[StoryID]>()

    init(_ stories: [Story], in db: any Connection) throws {
        self.stories = stories
        authors = try Authors.of(stories, in: db)
    }

    /// Those by nobody whom a reader doesn't want to see.
    func visible(without hidden: Set<PersonID>) -> [StoryID] {
        stories.filter { hidden.isEmpty || hidden.isDisjoint(with: authors.ids(of: $0)) }.map(\.id)
    }

    /// Some of them, in this order, beside each other. Title and address are the same each time.
    func carousel(_ title: Text, more: String, showing ids: [StoryID]) -> Node {
        looks.piece(for: ids) {
            let byID = Dictionary(stories.map { ($0.id, $0) }) { first, _ in first }
            Carousel(title, more: more, items: ids.compactMap { byID[$0] }.map { Self.card($0, authors) })
        }
    }

    /// A story on a shelf; the way leads to its page unless `href` says otherwise.
    static func card(_ story: Story, _ authors: StoryAuthors, href: String? = nil, progress: Double? = nil) -> CoverCard {
        CoverCard(
            title: story.readersTitle, authors: authors.line(of: story), href: href ?? StoriesPaths.story(story.id), image: story.coverAddress(),
            icon: .book, progress: progress)
    }
}
