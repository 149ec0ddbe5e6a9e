import Core
import Interface
import Localization
import Markup
import Moderation
import Platform
import Web

/// Somebody's own stories (STO-024).
struct WritePage: PageAnswer {
    let stories: [Story]
    let written: [StoryID: WrittenStory]
    /// Of these and of the invitations.
    let authors: StoryAuthors
    /// What they are invited to, and as what.
    let invitations: [ParticipantRole: [Story]]
    /// The stories whose drafts they are shown, for those who hid what is for readers.
    let firstReading: FirstReading?

    var title: Text { "Write" }
    var shell: ShellStyle { .app("stories") }
    var scripts: [String] { UnsentChapters.scripts }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(floating: { if !stories.isEmpty { FloatingButton(.plus, label: "New story", href: StoriesPaths.newStory()) } })
    }

    var body: some HTML {
        UnsentChapters()
        PageHeader("My stories")
        InvitationRows(invitations: invitations, authors: authors)
        if let firstReading { FirstReadingRows(reading: firstReading) }
        if stories.isEmpty {
            EmptyState(
                .edit, title: "Your first story", message: "Write in peace: nobody sees it until you publish it, and every word is saved as you type."
            ) {
                LinkButton("New story", href: StoriesPaths.newStory(), icon: .plus)
            }
        } else {
            h2(.class("visually-hidden")) { "Stories" }
            ul(.class("rows")) {
                for story in stories {
                    li {
                        CoverRow(
                            title: story.details.title, authors: authors.of(story).count > 1 ? authors.line(of: story) : "",
                            href: StoriesPaths.workspace(story.id), image: story.ownCoverAddress(),
                            facts: { StoryFacts(story: story, written: written[story.id]) })
                    }
                }
            }
        }
    }
}

/// How an own story stands, in a line.
struct StoryFacts: HTML {
    let story: Story
    let written: WrittenStory?

    var body: some HTML {
        Badge(standing.0, tone: standing.1)
        if let written {
            span { "\(written.chapters) chapters" }
            span { "\(written.words) words" }
        }
        TimeAgo(written?.at ?? story.changedAt)
    }

    private var standing: (Text, Tone) {
        if story.isRemoved { return ("Removed", .danger) }
        if story.isShown { return ("Published", .success) }
        if story.status == .pending || story.status == .rejected { return ("Waiting for a moderator", .warning) }
        return story.chapterCount > 0 ? ("Hidden from readers", .warning) : ("Draft", .quiet)
    }
}

/// One own story: its chapters in order, and what can be done with it.
struct WorkspacePage: PageAnswer {
    let story: Story
    let cover: StoryPicture?
    let totals: ChapterTotals
    /// Which of its chapters the page lists.
    let range: NumberedRange
    let chapters: [Chapter]
    /// What first readers are shown, and how much they said.
    let drafts: [ChapterID: DraftState]
    let draftComments: [ChapterID: Int]
    let hasFirstReaders: Bool
    /// What readers said of each chapter, and whether anything was said of the story.
    let comments: [ChapterID: Int]
    let hasComments: Bool
    let authors: StoryAuthors
    /// Whether who looks at it began the story.
    let isOwner: Bool

    var title: Text { .verbatim(story.details.title) }
    var shell: ShellStyle { .app("stories") }
    var scripts: [String] { ["stories/js/order.js", "stories/js/fresh.js"] + UnsentChapters.scripts }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.write(), title: "My story", hasOwnMenuOnly: true,
            menu: {
                MenuLink("Story details", href: StoriesPaths.settings(story.id), icon: .edit)
                MenuLink("Import chapters", href: StoriesPaths.importing(story.id), icon: .upload)
                MenuLink("Export", href: StoriesPaths.export(story.id), icon: .download)
                div(.class("menu-group")) {
                    MenuLink("Co-authors", href: StoriesPaths.coauthors(story.id), icon: .people)
                    MenuLink("First readers", href: StoriesPaths.firstReaders(story.id), icon: .book)
                }
                div(.class("menu-group")) {
                    if story.isShown {
                        MenuLink("View as a reader", href: StoriesPaths.asReadersSee(story.id), icon: .eye)
                        MenuLink(
                            "Tell readers what’s new", href: link(StoriesPaths.newPost(), query: ["story": story.id.description]), icon: .bell)
                    }
                    MenuLink("Comments", href: StoriesPaths.storyComments(story.id), icon: .comment)
                    MenuLink("Readers", href: StoriesPaths.readers(story.id), icon: .chart)
                }
                if story.isPublished || isOwner {
                    div(.class("menu-group")) {
                        if story.isPublished { MenuLink("Unpublish story", href: StoriesPaths.unpublish(story.id), icon: .lock) }
                        if isOwner { MenuLink("Delete story", href: StoriesPaths.delete(story.id), icon: .trash) }
                    }
                }
            },
            footer: {
                Button("Add chapter", icon: .plus, .custom("form", "add-chapter"))
                if story.chapterCount > 0, !story.isPublished {
                    Button("Publish story", icon: .send, style: .secondary, .custom("form", "publish-story"))
                }
            })
    }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: authors.of(story).count > 1 ? "By \(authors.text(of: story))" : nil)
            tools
            UnsentChapters()
            Decision(story: story, isOwner: isOwner)
            CoverDecision(story: story, cover: cover)
            if !story.isPublished, totals.shown > 0 {
                Alert(.info, title: "Readers can’t see this story.") { p { "Its chapters are shown again when you publish it." } }
            }
            Form(StoriesPaths.workspace(story.id), .id("add-chapter")) {}
            Form(StoriesPaths.publish(story.id), .id("publish-story")) {
                input(.type("hidden"), .name("published"), .value("true"))
            }
            range.chips("Chapters", on: StoriesPaths.workspace(story.id), as: StoriesPaths.chapterNumber, place: "chapters")
            ol(
                .class("rows chapter-rows"), .id("chapters"), .data("fresh"), .live(Chapters.topic), .data("live-refresh"),
                .data("order", String(range.numbers.lowerBound + 1)), .data("order-count", String(totals.count)),
                .data("say-moved", text: "“\("%1")” is now chapter \("%2") of \("%3")."),
                .data("say-failed", text: "The order couldn’t be saved. Check your connection and try again.")
            ) {
                for (number, chapter) in zip(range.numbers, chapters) { row(chapter, number: number + 1) }
            }
            range.pagination(on: StoriesPaths.workspace(story.id), as: StoriesPaths.chapterNumber, place: "chapters")
            if totals.count > 1 { orderHelp }
            p(.class("visually-hidden"), .role("status"), .data("order-said")) {}
            // Two counts, each with a plural of its own.
            p(.class("muted"), .id("chapter-totals"), .data("fresh")) {
                "\(totals.count) chapters"
                " · "
                "\(totals.words) words"
            }
        }
    }

    /// What is asked for most of a story, in one row; all of it is in the menu.
    private var tools: some HTML {
        div(.class("story-tools"), .role("group"), .aria("label", "My story")) {
            LinkButton("Story details", href: StoriesPaths.settings(story.id), style: .secondary)
            if story.isShown { LinkButton("View as a reader", href: StoriesPaths.asReadersSee(story.id), style: .secondary) }
            if hasComments { LinkButton("Comments", href: StoriesPaths.storyComments(story.id), style: .secondary) }
            LinkButton("First readers", href: StoriesPaths.firstReaders(story.id), style: .secondary)
            LinkButton("Export", href: StoriesPaths.export(story.id), style: .secondary)
            LinkButton("Readers", href: StoriesPaths.readers(story.id), style: .secondary)
        }
    }

    /// What is done with a mouse and keys is done otherwise with fingers, by whom the page is read aloud to as well.
    private var orderHelp: some HTML {
        p(.class("visually-hidden"), .id("order-help")) {
            span(.class("by-keys")) { "Drag, or press the up and down arrow keys." }
            span(.class("by-touch")) { "Drag with your finger, or use Move up and Move down." }
        }
    }

    /// A second way to press the arrows of the row, where they have no room.
    private func move(_ label: Text, _ chapter: Chapter, _ direction: String) -> some HTML {
        button(.class("menu-item by-menu"), .custom("form", "m\(chapter.id)"), .name("direction"), .value(direction)) { label }
    }

    private func row(_ chapter: Chapter, number: Int) -> Node {
        li(.class("row"), .data("place", StoriesPaths.apiChapterPlace(chapter.id))) {
            if totals.count > 1 {
                // Without a script the arrows do the same.
                button(
                    .class("icon-button icon-button-plain row-handle"), .type("button"), .data("order-handle"), .flag("hidden"),
                    .aria("label", "Move “\(Chapter.name(chapter.title, number: number))”"), .title("Drag to move"),
                    .aria("describedby", "order-help")
                ) { Icon.menu }
            }
            div(.class("row-words")) {
                a(.class("row-title"), .href(StoriesPaths.editor(chapter.id)), .dir("auto")) { Chapter.name(chapter.title, number: number) }
                p(.class("row-facts")) {
                    ChapterStanding(chapter: chapter, isStoryShown: story.isShown)
                    if let draft = drafts[chapter.id] { DraftBadge(draft: draft, hasReaders: hasFirstReaders) }
                    span(.class("muted")) { "\(chapter.words) words" }
                    if let count = comments[chapter.id] {
                        a(.class("quiet-link"), .href(StoriesPaths.comments(chapter.id))) { "\(count) comments" }
                    }
                    if let count = draftComments[chapter.id] {
                        a(.class("quiet-link"), .href(StoriesPaths.draft(chapter.id) + "#comments")) { "\(count) comments on the draft" }
                    }
                }
                if chapter.status == .rejected || chapter.status == .pending, let reason = chapter.reason { p { reason } }
                if isOwner, chapter.isRemoved || chapter.status == .rejected { AnotherLookLink(ChapterSubject.key(chapter.id)) }
            }
            if totals.count > 1 {
                Form(StoriesPaths.moveChapter(chapter.id), .class("row-move"), .id("m\(chapter.id)")) {
                    IconButton(
                        .chevronUp, label: "Move up", .name("direction"), .value("up"), .flag("disabled", number == 1))
                    IconButton(
                        .chevronDown, label: "Move down", .name("direction"), .value("down"), .flag("disabled", number == totals.count))
                }
            }
            Menu("More") {
                if totals.count > 1 {
                    if number > 1 { move("Move up", chapter, "up") }
                    if number < totals.count { move("Move down", chapter, "down") }
                }
                if !story.isPublished, chapter.words > 0 {
                    MenuLink("Publish", href: StoriesPaths.publishChapter(chapter.id), icon: .send)
                } else if !chapter.isShown || chapter.hasChanges {
                    MenuButton(chapter.isShown ? "Publish changes" : "Publish", action: StoriesPaths.publishChapter(chapter.id), icon: .send)
                }
                if !chapter.isShown, chapter.status != .pending, chapter.words > 0 {
                    MenuLink(
                        chapter.scheduledAt == nil ? "Schedule" : "Change schedule", href: StoriesPaths.schedule(chapter.id), icon: .calendar)
                }
                // In a story that is hidden it is hidden already.
                if chapter.isShown, story.isPublished { MenuButton("Unpublish", action: StoriesPaths.unpublishChapter(chapter.id), icon: .lock) }
                if chapter.words > 0 { DraftActions(chapter: chapter, draft: drafts[chapter.id]) }
                MenuLink("History", href: StoriesPaths.history(chapter.id), icon: .history)
                if isOwner, totals.count > 1 { MenuLink("Delete chapter", href: StoriesPaths.deleteChapter(chapter.id), icon: .trash) }
            }
        }.node
    }
}

/// What was decided about title and description, unless they are public.
struct Decision: HTML {
    let story: Story
    let isOwner: Bool

    var body: some HTML {
        if story.isRemoved {
            Alert(.danger, title: "A moderator removed your story.") { refusal }
        } else if story.status == .rejected {
            Alert(.danger, title: "A moderator rejected the title or the description.") { refusal }
        } else if story.status == .pending {
            Alert(.warning, title: "A moderator reads the title and the description first.") { if let reason = story.reason { p { reason } } }
        }
    }

    @HTMLBuilder private var refusal: Node {
        if let reason = story.reason { p { reason } }
        if isOwner { AnotherLookLink(StorySubject.key(story.id)) }
    }
}

/// The second step before a story is gone for good (STO-031).
struct DeleteStoryPage: PageAnswer {
    let story: Story

    var title: Text { "Delete this story?" }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.write() }
    var slots: FrameSlots { FrameSlots(back: StoriesPaths.workspace(story.id), title: "My story") }

    var body: some HTML {
        ConfirmPage(
            title, message: "“\(story.details.title)” will be deleted with all its chapters.",
            consequences: ["Its text and its history are deleted.", "Readers can’t open it any more.", "You can’t undo this."], confirm: "Delete",
            icon: .trash, action: StoriesPaths.delete(story.id), cancel: StoriesPaths.workspace(story.id))
    }
}
