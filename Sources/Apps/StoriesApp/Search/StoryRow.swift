import Core
import Interface
import Markup
import Platform
import Web

/// A story in a list: what helps one to choose.
struct StoryRow: HTML {
    let found: StorySearch.Found
    let browse: BrowseTags
    let language: Language
    var showsKind = false

    var body: some HTML {
        let story = found.story
        article(.class("cover-row")) {
            Cover(title: story.readersTitle, authors: found.authors.line(of: story), image: story.coverAddress(), isSmall: true)
            div(.class("cover-row-words")) {
                h3 { a(.class("stretched"), .href(StoriesPaths.story(story.id)), .dir("auto"), .lang(story.details.language)) { story.readersTitle } }
                p(.class("cover-row-authors"), .dir("auto")) { found.authors.text(of: story) }
                if let description = story.shownDescription, !description.isEmpty {
                    p(.class("found-description"), .dir("auto"), .lang(story.details.language)) { description }
                }
                if let passage = found.passage { PassageLink(passage: passage, language: story.details.language) }
                div(.class("facts")) {
                    if showsKind { Badge("Story", tone: .info) }
                    StoryMarks(story: story)
                    span { "\(story.words) words" }
                    span { "\(story.chapterCount) chapters" }
                    if let updated = story.updatedAt { span { UpdatedAgo(updated) } }
                }
                TagLinks(tags: found.tags, browse: browse, language: language)
            }
        }
    }
}

/// Whom a story is for, whether it has its end, and what its author warns of.
struct StoryMarks: HTML {
    let story: Story

    var body: some HTML {
        Badge(story.details.rating.name, tone: story.isMature ? .warning : .quiet)
        Badge(story.details.isComplete ? "Complete" : "Ongoing", tone: story.details.isComplete ? .success : .quiet)
        for warning in ContentWarning.inOrder(story.details.warnings) { Badge(warning.name, tone: .quiet, icon: .warning) }
    }
}

/// The tags of a story, each leading to the stories that carry it (STO-007).
struct TagLinks: HTML {
    let tags: [StoryTag]
    let browse: BrowseTags
    let language: Language

    var body: some HTML {
        if !tags.isEmpty {
            ul(.class("tag-links"), .aria("label", "Tags")) {
                for tag in tags { li { a(.href(StoryFilter.address(of: tag)), .dir("auto")) { "#\(browse.name(of: tag, in: language))" } } }
            }
        }
    }
}
