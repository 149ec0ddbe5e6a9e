import Core
import Database
import Interface
import Markup
import Moderation
import Platform
import Reading
import Web

/// What readers see of a story: its main page (STO-033).
struct StoryRoutes: Sendable {
    let site: Site
    let publications: Publications
    let ratings: Ratings
    let mutes: Mutes
    let ofAge: OfAge

    var routes: [Route] { [.get(StoriesPaths.story, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor, _ id: StoryID) async throws -> Response {
        let asked = request.query["chapter"].flatMap { Int($0) } ?? 1
        let page: StoryPage? = try await site.database.read { db in
            guard let story = try db.first(.story(id)) else { throw StoryRefusal.notReadable }
            let isOwn = try Authors.isAuthor(visitor.personID, of: story, in: db)
            guard story.isShown || isOwn || visitor.identity.may(.storiesModerate) else { throw StoryRefusal.notReadable }
            guard try ofAge.mayOpen(story, request, in: db) else { return nil }
            let isReadersView = story.isShown && isOwn && request.query[StoriesPaths.readersView] != nil
            let reader = isReadersView ? nil : visitor.personID
            let viewer = isReadersView ? CommentViewer(person: nil, isModerator: false) : CommentViewer(visitor)
            let range = NumberedRange(holding: asked, of: story.chapterCount)
            return StoryPage(
                story: story, authors: try Authors.of([story], in: db), range: range,
                chapters: try chapters(range, of: story, for: viewer, in: db),
                rating: try ratings.summary(of: id, in: db), standing: try ratings.standing(of: reader, to: story, in: db),
                isOwn: isOwn && !isReadersView, isSignedIn: reader != nil,
                isFollowing: try reader.map { try db.one(.follows($0, story: id)) > 0 } ?? false,
                followedAuthors: try followed(by: isOwn ? nil : reader, of: story, in: db),
                isBegun: try isBegun(story, by: reader, in: db),
                isRecommended: try reader.map { try db.one(.recommends($0, id)) > 0 } ?? false,
                muted: try mutes.hidden(for: reader, in: db), isReadersView: isReadersView,
                browse: try BrowseTags.read(db), language: request.language,
                preview: story.coverAddress(.large).map { WholeAddress(site.configuration.baseURL, request).of($0) })
        }
        if let page { return try await page.response(for: request) }
        let refusal = OfAge.refusal(backTo: StoriesPaths.story(id))
        guard request.wantsPage, let question = refusal.link else { throw refusal }
        return .seeOther(question.path)
    }

    /// Those of its authors whom somebody follows.
    private func followed(by person: PersonID?, of story: Story, in db: any Connection) throws -> Set<PersonID> {
        guard let person else { return [] }
        return try Set(Authors.ids(of: story, in: db).filter { try db.one(.follows(person, author: $0)) > 0 })
    }

    private func isBegun(_ story: Story, by person: PersonID?, in db: any Connection) throws -> Bool {
        guard let person, let publication = story.publication else { return false }
        return try ratings.positions.progress(of: person, in: [publication], db)[publication] != nil
    }

    private func chapters(
        _ range: NumberedRange, of story: Story, for viewer: CommentViewer, in db: any Connection
    ) throws -> [StoryPage.Line] {
        guard let publication = story.publication else { return [] }
        let ids = try db.all(.shown(of: story.id, from: range.numbers.lowerBound, limit: range.numbers.count))
        let counts = Dictionary(try db.all(.commentCounts(of: ids, for: viewer)).map { ($0.first, $0.second) }) { first, _ in first }
        return zip(try publications.sections(range.numbers, of: publication, in: db), ids).map { section, chapter in
            StoryPage.Line(section: section, chapter: chapter, comments: counts[chapter] ?? 0)
        }
    }
}

/// Title, author, description, chapters, ratings.
struct StoryPage: PageAnswer {
    let story: Story
    let authors: StoryAuthors
    /// Which of its chapters the page lists.
    let range: NumberedRange
    let chapters: [Line]
    let rating: RatingSummary
    let standing: Ratings.Standing
    let isOwn: Bool
    let isSignedIn: Bool
    let isFollowing: Bool
    /// Of its authors, those whom the viewer follows: they hear of its chapters without following it, too.
    let followedAuthors: Set<PersonID>
    let isBegun: Bool
    let isRecommended: Bool
    /// Whom the viewer has muted.
    let muted: Set<PersonID>
    /// Whether its author sees it as somebody who hasn't signed in does.
    let isReadersView: Bool
    let browse: BrowseTags
    let language: Language
    /// The whole address of the cover, for programs that show a link.
    let preview: String?

    /// A chapter in the list.
    struct Line: Sendable {
        let section: SectionSummary
        let chapter: ChapterID
        let comments: Int
    }

    var title: Text { .verbatim(story.readersTitle) }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.home() }
    var scripts: [String] { ["stories/js/rating.js", "stories/js/fresh.js"] }
    var pageSummary: Text? { story.shownDescription.map { .verbatim($0) } }

    var head: Node {
        HTMLBuilder.buildBlock(
            Markup.link(.rel("alternate"), .type("application/atom+xml"), .title(title), .href(StoriesPaths.storyFeed(story.id))),
            preview.map { LinkPreview(story: story, image: $0).node } ?? .nothing)
    }
    var slots: FrameSlots {
        FrameSlots(menu: {
            MenuLink("Add to reading list", href: StoriesPaths.placeStory(story.id), icon: .list)
            if isSignedIn, story.isShown { RecommendButton(story: story.id, isRecommended: isRecommended) }
            MenuLink("Share", href: StoriesPaths.story(story.id), icon: .share, .data("share"), .data("done", text: "The link is copied."))
            if isOwn {
                MenuLink("Comments", href: StoriesPaths.storyComments(story.id), icon: .comment)
                MenuLink("Export", href: StoriesPaths.export(story.id), icon: .download)
            } else if story.isShown {
                MenuLink("Download as EPUB", href: StoriesPaths.epub(story.id), icon: .download, .custom("download", ""))
                MenuLink("Download as PDF", href: StoriesPaths.pdf(story.id), icon: .file, .custom("download", ""))
            }
            if isSignedIn, !isOwn, story.isShown {
                ReportForm.menuLink(to: StorySubject.key(story.id), then: StoriesPaths.story(story.id))
                if story.shownCover != nil {
                    MenuLink(
                        "Report the cover", href: ReportForm.address(of: CoverSubject.key(story.id), then: StoriesPaths.story(story.id)),
                        icon: .warning)
                }
                for author in authors.of(story) {
                    MuteButton(person: author.id, name: author.name, isMuted: muted.contains(author.id), then: StoriesPaths.story(story.id))
                }
            }
        })
    }

    var body: some HTML {
        if isReadersView {
            Alert(.info, title: "This is what readers see.") {
                p { a(.href(StoriesPaths.workspace(story.id))) { "Back to your story" } }
            }
        } else if !story.isShown {
            Alert(.warning, title: "Readers can’t see this story.") {
                p { "Only its authors and moderators can open this page." }
                if isOwn { p { a(.href(StoriesPaths.workspace(story.id))) { "Back to your story" } } }
            }
        }
        for author in authors.of(story) where muted.contains(author.id) {
            Alert(.info, title: "You’ve muted \(author.name).") {
                Form(StoriesPaths.mute(author.id)) {
                    input(.type("hidden"), .name("muted"), .value("false"))
                    input(.type("hidden"), .name("then"), .value(StoriesPaths.story(story.id)))
                    Button("Unmute", style: .secondary, .aria("label", "Unmute \(author.name)"))
                }
            }
        }
        WorkPage(cover: Cover(title: story.readersTitle, authors: authors.line(of: story), image: story.coverAddress(.large), icon: .book)) {
            h1(.dir("auto"), .lang(story.details.language)) { story.readersTitle }
            p(.class("work-authors"), .dir("auto")) { AuthorLinks(people: authors.of(story)) }
            p(.class("row-facts")) {
                StoryMarks(story: story)
                if let average = rating.average {
                    a(.class("rating-short"), .href("#ratings"), .aria("label", "Rated \(average, decimals: 1) of 5 stars")) {
                        Icon.star
                        span { "\(average, decimals: 1)" }
                    }
                }
                span(.class("muted")) { "\(story.words) words" }
            }
            Actions {
                if let publication = story.publication, story.isShown {
                    LinkButton(
                        isBegun ? "Continue" : "Read", href: ReadingPaths.publication(publication), icon: .book, .id("read-story"), .data("fresh"))
                }
                if !isOwn, story.isShown, isFollowing || followedAuthors.isEmpty {
                    FollowButton(action: StoriesPaths.followStory(story.id), isFollowing: isFollowing, name: story.readersTitle, style: .secondary)
                }
                if isOwn { LinkButton("Edit", href: StoriesPaths.workspace(story.id), icon: .edit, style: .secondary) }
                if let publication = story.publication, story.isShown {
                    KeepControl(
                        publication,
                        cover: Cover(title: story.readersTitle, authors: authors.line(of: story), image: story.coverAddress(), isSmall: true),
                        place: .page)
                }
            }
            if let author = authors.of(story).first(where: { followedAuthors.contains($0.id) }) {
                p(.class("muted")) { "You follow \(author.name) and are notified of new chapters." }
            }
            if let description = story.shownDescription, !description.isEmpty {
                p(.class("work-description"), .dir("auto"), .lang(story.details.language)) { DescriptionWords(description) }
            }
            // The description shows its hashtags itself.
            TagLinks(tags: StoryTag.list(story.shownTags), browse: browse, language: language)
            section(.aria("labelledby", "chapters")) {
                h2(.id("chapters")) { "Chapters" }
                range.chips("Chapters", on: StoriesPaths.story(story.id), as: StoriesPaths.chapterNumber, place: "chapters")
                ol(.class("rows")) {
                    for line in chapters {
                        let section = line.section
                        li(.class("row")) {
                            if let publication = story.publication {
                                a(.href(ReadingPaths.section(publication, section.number)), .dir("auto")) {
                                    Chapter.name(section.title ?? "", number: section.number + 1)
                                }
                            }
                            span(.class("muted")) { "\(section.words) words" }
                            if line.comments > 0 {
                                a(.class("quiet-link"), .href(StoriesPaths.comments(line.chapter))) { "\(line.comments) comments" }
                            }
                        }
                    }
                }
                range.pagination(on: StoriesPaths.story(story.id), as: StoriesPaths.chapterNumber, place: "chapters")
            }
            if story.isShown { RatingSection(story: story, summary: rating, standing: standing, isReadersView: isReadersView) }
        }
    }
}

/// What programs show where somebody sends a link to the story (Open Graph).
struct LinkPreview: HTML {
    let story: Story
    let image: String

    var body: some HTML {
        meta(.custom("property", "og:type"), .custom("content", "book"))
        meta(.custom("property", "og:title"), .custom("content", story.readersTitle))
        if let description = story.shownDescription, !description.isEmpty {
            meta(.custom("property", "og:description"), .custom("content", description.tidied(limit: 300)))
        }
        meta(.custom("property", "og:image"), .custom("content", image))
        meta(.custom("property", "og:image:width"), .custom("content", "800"))
        meta(.custom("property", "og:image:height"), .custom("content", "1200"))
    }
}

/// A description whose hashtags lead to the stories that carry them (STO-007).
struct DescriptionWords: HTML {
    private let parts: [HashtagText.Part]

    init(_ description: String) { parts = HashtagText(description).parts }

    var body: some HTML {
        Fragment {
            for part in parts {
                switch part {
                case .words(let words): words
                case .tag(let tag, let written): a(.href(StoryFilter.address(of: tag))) { written }
                }
            }
        }
    }
}
