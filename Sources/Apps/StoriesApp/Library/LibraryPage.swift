import Core
import Database
import Interface
import Markup
import Platform
import Reading
import Web

/// The library, and the same for programs.
struct LibraryRoutes: Sendable {
    let library: Library

    var routes: [Route] {
        [
            .get(StoriesPaths.library, allow: .members, use: show),
            .post(StoriesPaths.removeFromLibrary, allow: .members, use: remove),
            .get(StoriesPaths.apiLibrary, allow: .members, use: list).paged()
                .summary("The stories that the caller reads or has read, the one that was read last first."),
            .delete(StoriesPaths.apiLibraryStory, allow: .members) { _, member, story in
                try await library.remove(story, by: member.id)
                return NoContent()
            }.summary("Takes a story out of the caller's library."),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> LibraryPage {
        let cursor = try request.after(.library)
        return try await library.site.database.read { db in
            let choice = LibraryChoice(request.query)
            var (entries, next) =
                try choice.isPlain ? library.page(of: member.id, after: cursor, in: db) : (choice.of(library.all(of: member.id, in: db)), nil)
            let stories = try OfAge(site: library.site).hidingCovers(entries.map(\.story), for: request, in: db)
            for (index, story) in stories.enumerated() { entries[index].story = story }
            let invitations = cursor == nil && choice.isPlain ? try db.all(.invitations(to: member.id, as: .reader)) : []
            return LibraryPage(
                choice: choice, entries: entries,
                firstReading: cursor == nil && choice.isPlain ? try FirstReading(of: member.id, in: db) : nil, invitations: invitations,
                authors: try Authors.of(entries.map(\.story) + invitations, in: db),
                next: try next.map { try request.cursor(.library, after: $0) })
        }
    }

    func remove(_ request: Request, _ member: Member, _ story: StoryID) async throws -> Response {
        try await library.remove(story, by: member.id)
        return .seeOther(StoriesPaths.library(), flash: "Removed from your library.")
    }

    func list(_ request: Request, _ member: Member) async throws -> Paged<LibraryAnswer> {
        let cursor = try request.after(.library)
        return try await library.site.database.read { db in
            let (entries, next) = try library.page(of: member.id, after: cursor, in: db)
            return Paged(items: entries.map { LibraryAnswer($0) }, next: try next.map { try request.cursor(.library, after: $0) })
        }
    }
}

/// A story of the library as programs read it.
struct LibraryAnswer: JSONAnswer, Codable {
    let story: StoryID
    let title: String
    let publication: PublicationID?
    /// In percent.
    let progress: Double
    let readAt: String

    init(_ entry: LibraryEntry) {
        story = entry.story.id
        title = entry.story.readersTitle
        publication = entry.story.publication
        progress = entry.progress.percent
        readAt = entry.readAt.rfc3339
    }
}

/// The library and the reading lists are beside each other.
struct LibraryTabs: HTML {
    let isLists: Bool

    var body: some HTML {
        Tabs(
            "Library",
            [
                Tab("All stories", href: StoriesPaths.library(), isCurrent: !isLists),
                Tab("Reading lists", href: StoriesPaths.lists(), isCurrent: isLists),
                Tab("On this device", href: SitePaths.onDevice(), isCurrent: false),
            ])
    }
}

/// One scroll of everything that somebody reads or has read (STO-018), each with a menu (STO-019).
struct LibraryPage: PageAnswer {
    let choice: LibraryChoice
    let entries: [LibraryEntry]
    /// The stories whose drafts they are shown; on the first page alone.
    let firstReading: FirstReading?
    /// The stories that they are invited to as a first reader; on the first page alone.
    let invitations: [Story]
    let authors: StoryAuthors
    let next: Cursor?

    var title: Text { "Library" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.library() }
    var scripts: [String] { ["stories/js/hold-menu.js"] + UnsentChapters.scripts }

    var body: some HTML {
        UnsentChapters()
        div(.class("narrow stack")) {
            PageHeader(title)
            LibraryTabs(isLists: false)
            InvitationRows(invitations: [.reader: invitations], authors: authors)
            if let firstReading { FirstReadingRows(reading: firstReading) }
            if !entries.isEmpty || !choice.isPlain { LibraryChoices(choice: choice) }
            if entries.isEmpty, !choice.isPlain {
                EmptyState(.filter, title: "No stories match", message: "Remove a filter, or clear them all.") {
                    LinkButton("Clear filters", href: StoriesPaths.library(), icon: .close, style: .secondary)
                }
            } else if entries.isEmpty {
                EmptyState(.books, title: "Your library is empty", message: "Stories you read appear here.") {
                    LinkButton("Find stories", href: StoriesPaths.home(), icon: .search)
                }
            } else {
                h2(.if(invitations.isEmpty && firstReading?.stories.isEmpty ?? true, .class("visually-hidden"))) { "Stories" }
                ul(.class("cover-rows"), .data("more")) { for entry in entries { row(entry) } }
                Pagination(next: next.map { link(StoriesPaths.library(), query: ["after": $0.text]) })
            }
        }
    }

    private func row(_ entry: LibraryEntry) -> Node {
        let story = entry.story
        return li(.data("hold-menu")) {
            CoverRow(
                title: story.readersTitle, authors: authors.line(of: story),
                href: story.publication.map { ReadingPaths.publication($0) } ?? StoriesPaths.story(story.id),
                image: story.coverAddress(),
                facts: {
                    ProgressBar(entry.progress.share, label: "Read so far", showsPercent: true)
                    if entry.progress.isFinished {
                        span { "Finished" }
                    } else if story.chapterCount > 1 {
                        span { Chapter.name(ofPlace: entry.chapter, among: story.chapterCount) }
                    }
                    TimeAgo(entry.readAt)
                },
                actions: {
                    Menu("More about \(story.readersTitle)") {
                        MenuLink(
                            "Add to reading list", href: link(StoriesPaths.placeStory(story.id), query: ["then": StoriesPaths.library()]),
                            icon: .plus)
                        MenuButton("Remove from library", action: StoriesPaths.removeFromLibrary(story.id), icon: .trash)
                        MenuLink("Story info", href: StoriesPaths.story(story.id), icon: .info)
                        MenuLink(
                            "Share", href: StoriesPaths.story(story.id), icon: .share, .data("share"), .data("title", story.readersTitle),
                            .data("done", text: "The link is copied."))
                    }
                })
        }.node
    }
}
