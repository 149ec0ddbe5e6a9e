import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// What the reader offers after the last chapter: to pass the story on, to follow, more by the same author, and stories like it.
struct StoryEnding: HTML {
    /// What somebody can follow, or follows, at the end of a story.
    enum Following: Sendable, Equatable {
        /// The next chapter comes to them already.
        case isOn
        case story
        /// Of a story that has no next chapter.
        case author(PersonID, String)
    }

    let story: Story
    /// Where it ends.
    let here: String
    let isSignedIn: Bool
    /// Whether who reads it recommends it; nil where they can't.
    let isRecommended: Bool?
    /// Nil where nothing more is to be said.
    let following: Following?
    let sameAuthor: [Story]
    let similar: [Story]
    /// Of all of them.
    let authors: StoryAuthors

    private static let most = 3

    var body: some HTML {
        p(.class("reader-finished")) {
            story.details.isComplete ? "You’ve finished “\(story.readersTitle)”." as Text : "You’re up to date with “\(story.readersTitle)”."
        }
        div(.class("reader-pass-on"), .data("ending-pass-on")) { passOn }
        if let following { div(.class("reader-follow"), .data("ending-follow")) { follow(following) } }
        works("More by \(authors.of(story).first?.name ?? "")", sameAuthor)
        works("Similar stories", similar)
    }

    @HTMLBuilder private var passOn: Node {
        if let isRecommended {
            Form(StoriesPaths.recommendations(), .waitsOffline(as: "Recommended story"), .renews("[data-ending-pass-on]")) {
                input(.type("hidden"), .name("story"), .value(story.id.description))
                input(.type("hidden"), .name("change"), .value((isRecommended ? RecommendationChange.remove : .add).rawValue))
                input(.type("hidden"), .name("place"), .value(RecommendationForm.Place.end.rawValue))
                Markup.button(.class("reader-action"), .type("submit")) {
                    Icon.star
                    isRecommended ? "Stop recommending" as Text : "Recommend"
                }
            }
        }
        a(
            .class("reader-action"), .href(StoriesPaths.story(story.id)), .data("share"), .data("title", story.readersTitle),
            .data("done", text: "The link is copied.")
        ) {
            Icon.share
            "Share" as Text
        }
        if isSignedIn {
            a(.class("reader-action online-only"), .href(StoriesPaths.placeStory(story.id))) {
                Icon.list
                "Add to reading list" as Text
            }
        }
    }

    @HTMLBuilder private func follow(_ following: Following) -> Node {
        switch following {
        case .isOn: p(.class("reader-muted")) { "You’re notified of the next chapter." }
        case .story:
            p { "Get the next chapter when it’s published." }
            button("Follow", StoriesPaths.followStory(story.id), waitsAs: "Followed story")
        case .author(let id, let name):
            p { "Get the next story by \(name)." }
            button("Follow \(name)", StoriesPaths.followAuthor(id), waitsAs: "Followed author")
        }
    }

    @HTMLBuilder private func button(_ label: Text, _ action: String, waitsAs change: Text) -> Node {
        if isSignedIn {
            Form(action, .waitsOffline(as: change), .renews("[data-ending-follow]")) {
                input(.type("hidden"), .name("follows"), .value("true"))
                input(.type("hidden"), .name("endOf"), .value(story.id.description))
                Markup.button(.class("reader-action"), .type("submit")) {
                    Icon.bell
                    label
                }
            }
        } else {
            a(.href(link(SitePaths.signIn(), query: ["then": here]))) { "Sign in to follow" }
        }
    }

    @HTMLBuilder private func works(_ title: Text, _ stories: [Story]) -> Node {
        if !stories.isEmpty {
            section(.class("reader-next")) {
                h2(.class("reader-next-title")) { title }
                ul {
                    for story in stories {
                        li {
                            a(.class("reader-next-work"), .href(StoriesPaths.story(story.id))) {
                                Cover(title: story.readersTitle, authors: authors.line(of: story), image: story.coverAddress(), isSmall: true)
                                span(.class("reader-next-words")) {
                                    span(.dir("auto")) { story.readersTitle }
                                    span(.class("reader-muted"), .dir("auto")) { authors.line(of: story) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

extension StoryEnding {
    /// Whoever reads a mature story said that they are of age; a guest who reads another one may not have.
    init?(of id: StoryID, for person: PersonID?, in db: any Connection) throws {
        guard let story = try db.first(.story(id)), let here = story.lastSection else { return nil }
        let isOfAge = try story.isMature || person.map { try OfAge.isConfirmed(by: $0, in: db) } ?? false
        let others = try db.all(.shown(by: story.author, limit: Self.most + 20)).filter { $0.id != id && (isOfAge || !$0.isMature) }
        let similar = try db.all(.similar(to: story, for: person, includingMature: isOfAge, limit: Self.most))
        self.init(
            story: story, here: here, isSignedIn: person != nil,
            isRecommended: try person.map { try db.one(.recommends($0, id)) > 0 }, following: try Self.following(of: story, by: person, in: db),
            sameAuthor: Array(others.prefix(Self.most)), similar: similar,
            authors: try Authors.of([story] + others.prefix(Self.most) + similar, in: db))
    }

    private static func following(of story: Story, by person: PersonID?, in db: any Connection) throws -> Following? {
        let authors = try Authors.of([story], in: db).of(story)
        let offer: Following? = story.details.isComplete ? authors.first.map { .author($0.id, $0.name) } : .story
        guard let person else { return offer }
        guard !authors.contains(where: { $0.id == person }) else { return nil }
        let followsAuthor = try authors.contains { try db.one(.follows(person, author: $0.id)) > 0 }
        if story.details.isComplete { return followsAuthor ? nil : offer }
        return try followsAuthor || db.one(.follows(person, story: story.id)) > 0 ? .isOn : offer
    }
}

extension Query where Row == Story {
    /// Stories in the same language by others that share tags with a story, those that share most first.
    fileprivate static func similar(to story: Story, for person: PersonID?, includingMature: Bool, limit: Int) -> Self {
        """
        SELECT \(Story.columns) FROM stories_story JOIN (
            SELECT near.story_id AS near_id, count(*) AS shared FROM (
                SELECT story_id FROM stories_story_tag
                WHERE tag IN (SELECT tag FROM stories_story_tag WHERE story_id = \(story.id)) AND story_id <> \(story.id)
                ORDER BY story_id DESC LIMIT 2000) AS near
            GROUP BY near.story_id) AS counted ON counted.near_id = id
        WHERE \(Story.isShown) AND language = \(story.details.language) AND \(Story.isFor(adults: includingMature))
            AND id NOT IN (\(sql: Authors.stories(by: story.author))) AND \(sql: Mutes.showsStory(to: person))
        ORDER BY counted.shared DESC, score DESC, id DESC LIMIT \(limit)
        """
    }
}
