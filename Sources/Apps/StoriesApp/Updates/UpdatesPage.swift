import Accounts
import Core
import Database
import Interface
import Markup
import Messages
import Platform
import Reading
import Web

/// The page of updates, and the same for programs.
struct UpdatesRoutes: Sendable {
    let updates: Updates
    let positions: Positions
    let ofAge: OfAge

    var routes: [Route] {
        [
            .get(StoriesPaths.updates, allow: .members, use: show),
            .get(StoriesPaths.apiUpdates, allow: .members, use: list).paged()
                .summary("New chapters and posts of the authors and stories that the caller follows, the latest first."),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> UpdatesPage {
        let cursor = try request.after(.updates)
        let isUnread = request.query["show"] == UpdatesPage.unread
        let (page, seenAt) = try await updates.site.database.read { db in
            let (all, finished, last) = try shown(to: member.id, after: cursor, onlyUnread: isUnread, in: db)
            let people = Set(all.map(\.author))
            let seenAt = try db.first(.member(member.id))?.updatesSeenAt
            let stories = try ofAge.hidingCovers(all.compactMap(\.newChapterOf), for: request, in: db)
            return (
                UpdatesPage(
                    updates: all, authors: try Authors.of(stories, in: db), names: try People.names(of: people, in: db),
                    pictures: try People.pictures(of: people, in: db),
                    covers: Dictionary(stories.map { ($0.id, $0.coverAddress()) }) { first, _ in first },
                    finished: finished, isUnread: isUnread, next: try last.map { try request.cursor(.updates, after: $0) }), seenAt
            )
        }
        // A browser that fetches pages before anybody wants them shows none.
        let isOpened = cursor == nil && request.headers["Sec-Purpose"] == nil
        if isOpened, let seenAt, let newest = page.updates.first?.moment, newest > seenAt { try await updates.noteSeen(by: member.id) }
        return page
    }

    /// A page of updates, how many chapters of each story lie behind the person, and where the next page begins. Unread chapters are looked
    /// for through several pages, so that one isn't empty while more are to come.
    private func shown(
        to person: PersonID, after cursor: UpdateCursor?, onlyUnread: Bool, in db: any Connection
    ) throws -> ([Update], [StoryID: Int], UpdateCursor?) {
        var all: [Update] = []
        var behind: [StoryID: Int] = [:]
        var place = cursor
        for _ in 0..<(onlyUnread ? Self.mostPagesLookedThrough : 1) {
            let rows = try updates.page(of: person, after: place, limit: Updates.pageSize + 1, in: db)
            let new = rows.prefix(Updates.pageSize).map(\.1)
            let reading = try positions.progress(
                of: person, ownedBy: StoryPublishing.source, owners: new.compactMap(\.newChapterOf?.id.number), since: Instant(milliseconds: 0),
                in: db)
            for one in reading { behind[StoryID(one.owner)] = one.finished }
            all += onlyUnread ? new.filter { $0.isUnreadChapter(behind) } : new
            place = rows.count > Updates.pageSize ? rows[Updates.pageSize - 1].0 : nil
            if place == nil || !all.isEmpty { break }
        }
        return (all, behind, place)
    }

    private static let mostPagesLookedThrough = 10

    func list(_ request: Request, _ member: Member) async throws -> Paged<UpdateAnswer> {
        let cursor = try request.after(.updates)
        return try await updates.site.database.read { db in
            let (rows, next) = try updates.page(of: member.id, after: cursor, limit: Updates.pageSize + 1, in: db)
                .page(of: Updates.pageSize) { try request.cursor(.updates, after: $0.0) }
            return Paged(items: rows.map { UpdateAnswer($0.1) }, next: next)
        }
    }
}

/// An update as programs read it: a chapter, or a post with its text.
struct UpdateAnswer: JSONAnswer, Codable {
    let kind: String
    let author: PersonID
    let at: String
    let story: StoryID?
    let chapter: ChapterID?
    let title: String
    let text: String?

    init(_ update: Update) {
        author = update.author
        at = update.moment.rfc3339
        switch update.content {
        case .chapter(let chapter, let story, _):
            (kind, self.story, self.chapter, title, text) = ("chapter", story.id, chapter.id, chapter.title, nil)
        case .post(let post, let story): (kind, self.story, chapter, title, text) = ("post", story?.id, nil, story?.readersTitle ?? "", post.text)
        }
    }
}

/// What is new from whom one follows, and the way to messages (STO-008, STO-011).
struct UpdatesPage: PageAnswer {
    let updates: [Update]
    /// Of the stories with new chapters.
    let authors: StoryAuthors
    let names: [PersonID: String]
    let pictures: [PersonID: String]
    /// Where there are any.
    let covers: [StoryID: String?]
    /// How many chapters of each story lie behind whoever looks.
    let finished: [StoryID: Int]
    /// Whether only chapters are shown that they haven't read.
    let isUnread: Bool
    let next: Cursor?

    static let unread = "unread"

    var title: Text { "Updates" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.updates() }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title)
            Tabs(
                title,
                [
                    Tab("Stories and posts", href: StoriesPaths.updates(), isCurrent: true),
                    Tab("Messages", href: link(MessagesPaths.list(), query: ["app": StoriesApp.manifest.id])),
                ])
            if isUnread || !updates.isEmpty {
                ChipRow("Show") {
                    Chip("All", href: StoriesPaths.updates(), isSelected: !isUnread)
                    Chip("Unread chapters", href: link(StoriesPaths.updates(), query: ["show": Self.unread]), isSelected: isUnread)
                }
            }
            if updates.isEmpty, isUnread, next == nil {
                EmptyState(.check, title: "No unread chapters", message: "You’ve read every new chapter by the authors and stories you follow.")
            } else if updates.isEmpty, !isUnread {
                EmptyState(.bell, title: "No updates yet", message: "Follow authors and stories. Their new chapters and posts appear here.") {
                    LinkButton("Find stories", href: StoriesPaths.home(), icon: .search)
                }
            } else {
                ul(.class("rows update-rows"), .data("more")) { for update in updates { row(update) } }
                Pagination(next: next.map { link(StoriesPaths.updates(), query: ["show": isUnread ? Self.unread : nil, "after": $0.text]) })
            }
        }
    }

    private func row(_ update: Update) -> Node {
        let name = names[update.author] ?? ""
        return li(.class("row update"), .if(update.isNew, .class("is-new"))) {
            switch update.content {
            case .chapter(_, let story, _):
                Cover(title: story.readersTitle, authors: name, image: covers[story.id] ?? nil, isSmall: true)
            case .post: Avatar(name, picture: pictures[update.author])
            }
            div(.class("row-words")) {
                switch update.content {
                case .chapter(let chapter, let story, let place):
                    p(.class("update-author")) {
                        span { AuthorLinks(people: authors.of(story)) }
                        TimeAgo(update.moment)
                    }
                    p {
                        a(.class("row-title"), .href(address(of: story, place)), .dir("auto")) { Chapter.name(chapter.title, number: place + 1) }
                    }
                    p(.class("row-facts")) {
                        a(.href(StoriesPaths.story(story.id)), .dir("auto")) { story.readersTitle }
                        span(.class("muted")) { "\(chapter.words) words" }
                        if place < finished[story.id] ?? 0 {
                            Badge("You’ve read this", tone: .success, icon: .check)
                        } else if update.isNew {
                            Badge("New chapter", tone: .info)
                        }
                    }
                case .post(let post, let story): PostWords(post: post, author: name, story: story)
                }
            }
        }.node
    }

    private func address(of story: Story, _ place: Int) -> String {
        story.publication.map { ReadingPaths.section($0, place) } ?? StoriesPaths.story(story.id)
    }
}
