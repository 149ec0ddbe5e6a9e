import Core
import Interface
import Markup
import Platform
import Web

/// Writing a chapter: its title, its text, and nothing else on the screen that isn't needed (STO-026, STO-027).
struct EditorPage: PageAnswer {
    let manuscript: Chapters.Manuscript
    /// How far its author is today; nil for one without a goal.
    let goal: GoalProgress?
    /// What the text is made of where it isn't the newest: a form that was refused brings its own words back.
    var draft: EditorForm?
    var problem: Problem?

    static let formID = "chapter-form"

    private var chapter: Chapter { manuscript.chapter }

    var title: Text { Chapter.name(chapter.title, number: manuscript.number) }
    var shell: ShellStyle { .app("stories") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { StoriesPaths.write() }
    var scripts: [String] { ["stories/js/editor.js", "stories/js/picture.js"] + UnsentChapters.scripts }
    var slots: FrameSlots {
        FrameSlots(
            back: StoriesPaths.chapterList(of: manuscript.story.id, at: manuscript.number), title: .verbatim(manuscript.story.details.title),
            hasOwnMenuOnly: true,
            menu: {
                SubmitItem("Save", icon: .check, .data("menu-close"))
                SubmitItem("Preview", icon: .eye, .name("then"), .value("preview"), .data("needs-connection"), .data("menu-close"))
                MenuLink("Pictures", href: StoriesPaths.chapterPictures(chapter.id), icon: .image)
                MenuLink("History", href: StoriesPaths.history(chapter.id), icon: .history)
                div(.class("menu-group"), .data("editor-acts"), .flag("hidden")) {
                    ActItem("find", "Find and replace", icon: .search, .data("menu-close"))
                    ActItem("focus", "Focus mode", icon: .expand, .data("menu-close"))
                    ActItem("quotes", "Smart quotes", icon: .quote, .aria("pressed", true))
                }
                div(.class("menu-group"), .id("chapter-publishing")) { publishingItems }
                div(.class("menu-group")) {
                    MenuLink("Daily goal", href: StoriesPaths.ownSettings() + "#field-wordsPerDay", icon: .flag)
                    MenuLink("Story details", href: StoriesPaths.settings(manuscript.story.id), icon: .edit)
                }
                if manuscript.isOwner {
                    div(.class("menu-group")) { MenuLink("Delete chapter", href: StoriesPaths.deleteChapter(chapter.id), icon: .trash) }
                }
            },
            footer: {
                Button("Save", icon: .check, style: .secondary, .custom("form", Self.formID), .data("editor-save"))
                Button(
                    publishing, icon: .send, .custom("form", Self.formID), .name("then"), .value("publish"),
                    .data("needs-connection"))
                if !chapter.isShown, chapter.status != .pending {
                    IconButton(
                        .calendar, label: "Schedule", .custom("form", Self.formID), .name("then"), .value("schedule"),
                        .data("needs-connection"))
                }
            })
    }

    private var publishing: Text { chapter.isShown && manuscript.story.isShown ? "Publish changes" : "Publish" }

    /// What readers and first readers are shown of it. Another device may change that while one writes.
    @HTMLBuilder private var publishingItems: Node {
        SubmitItem(publishing, icon: .send, .name("then"), .value("publish"), .data("needs-connection"))
        if chapter.isShown, manuscript.story.isPublished {
            MenuButton("Unpublish", action: StoriesPaths.unpublishChapter(chapter.id), icon: .lock)
        } else if !chapter.isShown, chapter.status != .pending {
            SubmitItem(
                chapter.scheduledAt == nil ? "Schedule" : "Change schedule", icon: .calendar, .name("then"), .value("schedule"),
                .data("needs-connection"), .data("menu-close"))
        }
        if manuscript.draft != nil {
            SubmitItem("Show latest text to first readers", icon: .share, .name("then"), .value("draft"), .data("needs-connection"))
            MenuLink("Draft and comments", href: StoriesPaths.draft(chapter.id), icon: .comment)
        } else {
            SubmitItem("Show to first readers", icon: .share, .name("then"), .value("draft"), .data("needs-connection"))
        }
    }

    var body: some HTML {
        div(
            .class("editor"), .data("editor", StoriesPaths.apiChapterText(chapter.id)), .data("chapter", chapter.id.description),
            .data("preview", StoriesPaths.preview(chapter.id)),
            .live(Chapters.topic), words
        ) {
            h1(.class("visually-hidden")) { title }
            div(.class("editor-story")) {
                Breadcrumbs([Crumb(.verbatim(manuscript.story.details.title), href: StoriesPaths.workspace(manuscript.story.id))])
            }
            ProblemAlert(problem)
            if !manuscript.conflicts.isEmpty { ConflictNotice(sentence: manuscript.hands.sentence(for: manuscript.writer), chapter: chapter.id) }
            focusBar
            UnsentChapters()
            Form(StoriesPaths.editor(chapter.id), .id(Self.formID), .class("editor-form"), .data("keeps")) {
                // A browser that comes back to this page would put earlier words into it, which its script and the server know better.
                input(.type("hidden"), .name("base"), .value(String(draft?.base ?? chapter.head)), .autocomplete("off"))
                input(.type("hidden"), .name("notesBefore"), .value(draft?.notesBefore ?? manuscript.notes), .autocomplete("off"))
                label(.for("chapter-title"), .class("visually-hidden")) { "Title of the chapter" }
                input(
                    .class("editor-title"), .id("chapter-title"), .type("text"), .name("title"), .value(draft?.title ?? chapter.title),
                    .placeholder("Chapter \(manuscript.number)"), .maxlength(Chapter.longestTitle), .autocomplete("off"), .dir("auto"),
                    .custom("enterkeyhint", "next"))
                div(.class("editor-top")) {
                    div(.class("editor-bar")) {
                        tools
                        p(.class("editor-where"), .role("status")) { span(.data("where")) { chapter.head == 0 ? "Empty" : "Saved" } }
                        IconButton(
                            .eye, label: "Preview", .class("editor-preview"), .name("then"), .value("preview"), .data("needs-connection"))
                        NotesPanel(notes: draft?.notes ?? manuscript.notes, isShared: manuscript.authors.count > 1)
                    }
                    FindBar()
                    ConflictBar(chapter: chapter.id, conflicts: manuscript.conflicts, isShared: manuscript.authors.count > 1)
                }
                label(.for("chapter-text"), .class("visually-hidden")) { "Text of the chapter" }
                div(.class("editor-paper")) {
                    textarea(
                        .class("editor-text"), .id("chapter-text"), .name("text"), .custom("rows", "18"), .placeholder("Once upon a time …"),
                        .autocomplete("off"),
                        .dir("auto"),
                        .lang(manuscript.story.details.language), .custom("spellcheck", "true"), .aria("describedby", "chapter-words")
                    ) { draft?.text ?? manuscript.text }
                }
                div(.class("editor-facts")) {
                    span(.class("editor-standing"), .id("chapter-standing")) {
                        ChapterStanding(chapter: chapter, isStoryShown: manuscript.story.isShown)
                    }
                    span(.class("muted"), .id("chapter-words"), .data("count")) { "\(chapter.words) words" }
                    if let goal { goal }
                }
            }
            Dialog(id: "edit-link", title: "Link") { LinkFields() }
            Dialog(id: "add-footnote", title: "Footnote") { FootnoteFields() }
            Dialog(id: "add-picture", title: "Add picture") { ChapterPictureFields(chapter: chapter.id) }
        }
    }

    /// All that is left of the frame in focus mode.
    private var focusBar: some HTML {
        div(.class("editor-focus-bar"), .role("group"), .aria("label", "Focus mode"), .data("focus-bar"), .flag("hidden")) {
            IconButton(.contrast, label: "Dim other paragraphs", .type("button"), .data("focus-dim"), .aria("pressed", true))
            IconButton(.close, label: "Leave focus mode", .type("button"), .data("focus-leave"))
        }
    }

    private var tools: some HTML {
        div(.class("editor-tools"), .role("toolbar"), .aria("label", "Formatting"), .data("tools"), .flag("hidden")) {
            tool("undo", .undo, "Undo")
            tool("redo", .redo, "Redo")
            tool("bold", "B", "Bold")
            tool("italic", "I", "Italic")
            button(.class("editor-tool"), .type("button"), Dialog.opening("edit-link"), .aria("label", "Link"), .title("Link (Ctrl+K)")) { Icon.link }
            tool("heading", "H", "Heading")
            tool("quote", "“", "Quote")
            tool("list", .list, "List")
            tool("break", "⁂", "Scene break")
            button(.class("editor-tool"), .type("button"), Dialog.opening("add-footnote"), .aria("label", "Footnote"), .title("Footnote")) {
                span(.aria("hidden", true)) { "¹" }
            }
            button(.class("editor-tool"), .type("button"), Dialog.opening("add-picture"), .aria("label", "Picture"), .title("Picture")) { Icon.image }
        }
    }

    private func tool(_ name: String, _ sign: String, _ label: Text) -> Node {
        button(
            .class("editor-tool editor-tool-\(name)"), .type("button"), .data("tool", name), .aria("label", label), .title(label)
        ) { span(.aria("hidden", true)) { sign } }
    }

    private func tool(_ name: String, _ icon: Icon, _ label: Text) -> Node {
        button(.class("editor-tool"), .type("button"), .data("tool", name), .aria("label", label), .title(label)) { icon }
    }

    /// What the script says of where the text is.
    private var words: Attribute {
        .group([
            .data("say-saved", text: "Saved"), .data("say-saving", text: "Saving …"), .data("say-kept", text: "Saved on this device"),
            .data("say-offline", text: "Saved on this device. It’s sent when you’re online again."),
            .data("say-failed", text: "Couldn’t be saved on this device"),
            .data("say-refused", text: "Saved on this device. The server couldn’t save it. Trying again …"),
            .data("say-unsaved", text: "Not saved yet. Keep this page open: we’re trying again."),
            .data("say-merged", text: manuscript.authors.count > 1 ? "Newer changes were added." : "Changes from your other device were added."),
            .data("say-words", text: "\("%1") words"), goal.map { .data("say-goal", text: "\("%1") of \($0.goal) words today") } ?? .nothing,
        ])
    }
}

/// An entry of the menu that sends the chapter's form.
private struct SubmitItem: HTML {
    let body: Node

    init(_ label: Text, icon: Icon, _ attributes: Attribute...) {
        body = button(.class("menu-item"), .type("submit"), .custom("form", EditorPage.formID), .group(attributes)) {
            icon
            span { label }
        }
    }
}

/// An entry of the menu that the script acts on; it shows it.
private struct ActItem: HTML {
    let body: Node

    init(_ act: String, _ label: Text, icon: Icon, _ attributes: Attribute...) {
        body = button(.class("menu-item"), .type("button"), .data("editor-act", act), .group(attributes)) {
            icon
            span { label }
        }
    }
}

/// What a link is made of. The script writes it into the text; without one, links are written as Markdown.
private struct LinkFields: HTML {
    var body: some HTML {
        Markup.form(
            .class("form stack"), .data("link"), .data("refused", text: "Enter an address like example.org or https://example.org/page.")
        ) {
            TextField("Text", name: "linkWords", isConditional: true, .autocomplete("off"), .dir("auto"))
            TextField(
                "Address", name: "linkAddress", isConditional: true, .placeholder("https://"), .inputmode("url"), .autocomplete("off"),
                .custom("autocapitalize", "none"), .custom("spellcheck", "false"), .dir("ltr"))
            Actions {
                Button("Save")
                Button("Remove link", style: .secondary, .type("button"), .data("link-remove"), .flag("hidden"))
            }
        }
    }
}

/// What a footnote says. The script writes it into the text; without one, footnotes are written as Markdown.
private struct FootnoteFields: HTML {
    var body: some HTML {
        Markup.form(.class("form stack"), .data("footnote-form")) {
            TextArea("Text of the footnote", name: "footnoteWords", lines: 3, isRequired: true, .autocomplete("off"), .dir("auto"))
            Actions { Button("Add") }
        }
    }
}

/// How a chapter stands with readers, in a word.
struct ChapterStanding: HTML {
    let chapter: Chapter
    /// Whether readers see its story.
    let isStoryShown: Bool

    var body: some HTML {
        let (name, tone) = standing
        if chapter.scheduledAt == nil || chapter.status != .draft { Badge(name, tone: tone) }
        if let moment = chapter.scheduledAt { Badge("Scheduled for \(day: moment) at \(time: moment)", tone: .info, icon: .calendar) }
    }

    private var standing: (Text, Tone) {
        if chapter.isRemoved { return ("Removed", .danger) }
        switch chapter.status {
        case .pending: return ("Waiting for a moderator", .warning)
        case .rejected: return ("Declined", .danger)
        case .accepted where chapter.isShown && !isStoryShown: return ("Hidden from readers", .warning)
        case .accepted where chapter.isShown:
            return chapter.hasChanges ? ("Published, with unpublished changes", .warning) : ("Published", .success)
        case .accepted, .draft: return ("Draft", .quiet)
        }
    }
}

/// Says that two people, or two devices, wrote the same paragraph differently. Where there is a script, ``ConflictBar`` does.
struct ConflictNotice: HTML {
    let sentence: Text
    let chapter: ChapterID

    var body: some HTML {
        div(.class("editor-conflict-notice")) {
            Alert(.warning, title: sentence) {
                p { "Both wordings are in the text." }
                p { a(.href(StoriesPaths.conflicts(chapter))) { "Compare and choose" } }
            }
        }
    }
}

/// A chapter as the page's own form sends it.
struct EditorForm: Decodable, Sendable {
    var base: Int?
    var title: String?
    var text: String?
    var notes: String?
    /// The notes as the page had them.
    var notesBefore: String?
    /// What is done once it is saved.
    var then: String?
}
