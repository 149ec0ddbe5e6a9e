import Core
import Interface
import Markup
import Platform
import Web

/// All of a person's highlights and notes, by publication.
struct NotebookPage: PageAnswer {
    let entries: [NotebookEntry]
    let viewer: Identity
    let next: String?

    var title: Text { "My annotations" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader("My annotations", lead: "Your highlights and notes, one title after another.")
        Alert(.info) { "Private: only you can see what you mark and write." }
        if entries.isEmpty {
            EmptyState(
                .highlighter, title: "No highlights or notes yet",
                message: "While you read, select some words, and choose a colour or write a note.")
        }
        for group in groups {
            Markup.section(.class("reading-group")) {
                h2 { a(.href(group.publication.card.pagePath), .dir("auto")) { group.publication.card.title } }
                p(.class("muted"), .dir("auto")) { group.publication.card.authors }
                ul(.class("reading-marks")) {
                    for entry in group.entries { AnnotationRow(entry: entry, isOpen: group.publication.isOpen(to: viewer)) }
                }
            }
        }
        if let next { p { LinkButton("More", href: next, style: .secondary) } }
    }

    private var groups: [(publication: Publication, entries: [NotebookEntry])] {
        var groups: [(publication: Publication, entries: [NotebookEntry])] = []
        for entry in entries {
            if groups.last?.publication.id == entry.publication.id {
                groups[groups.count - 1].entries.append(entry)
            } else {
                groups.append((entry.publication, [entry]))
            }
        }
        return groups
    }
}

/// One annotation in the list.
struct AnnotationRow: HTML {
    let entry: NotebookEntry
    /// Whether its owner may still read the publication.
    let isOpen: Bool

    private var annotation: Annotation { entry.annotation }
    private var address: String { ReadingPaths.address(of: annotation.passage, in: annotation.publication) }

    var body: some HTML {
        li(.class("reading-mark")) {
            if let reference = entry.reference { h3(.class("reading-mark-title"), .dir("auto")) { reference.label } }
            blockquote(.dir("auto"), .data("colour", annotation.colour ?? "")) {
                if isOpen, annotation.isPlaced { a(.href(address)) { annotation.passage.quote.exact } } else { annotation.passage.quote.exact }
            }
            if let note = annotation.note { p(.class("reading-mark-note"), .dir("auto")) { note } }
            if !annotation.isPlaced {
                p { Badge("Could not be placed", tone: .warning) }
                p(.class("muted")) { "These words are no longer in the text, so we can’t show where they were." }
            }
            p(.class("muted")) { "\(day: annotation.createdAt)" }
            div(.class("cluster")) {
                if isOpen, annotation.isPlaced { LinkButton("Go to the passage", href: address, icon: .book, style: .secondary) }
                LinkButton("Edit", href: ReadingPaths.annotation(annotation.id), icon: .edit, style: .quiet)
                RemoveForm(action: ReadingPaths.removeAnnotation(annotation.id))
            }
        }
    }
}

/// Two steps to remove something, without a script.
struct RemoveForm: HTML {
    let action: String

    var body: some HTML {
        details(.class("reading-remove")) {
            summary { "Remove" }
            Form(action) { Button("Remove for good", icon: .trash, style: .danger) }
        }
    }
}

/// Changing one annotation.
struct AnnotationPage: PageAnswer {
    let entry: NotebookEntry
    /// What was written, when it could not be taken.
    let note: String?
    let problem: Problem?

    var title: Text { "Edit annotation" }
    var shell: ShellStyle { .site }
    var status: Status { problem == nil ? .ok : .unprocessableContent }
    private var annotation: Annotation { entry.annotation }

    var body: some HTML {
        PageHeader(
            "Edit annotation", lead: .verbatim(entry.reference?.label ?? entry.publication.card.title),
            crumbs: [Crumb("My annotations", href: ReadingPaths.annotations())])
        Alert(.info) { "Private: only you can see what you mark and write." }
        blockquote(.class("reading-mark"), .dir("auto")) { annotation.passage.quote.exact }
        Form(ReadingPaths.annotation(annotation.id), method: .post) {
            RadioGroup(
                "Colour", name: "colour",
                choices: AnnotationContent.palette.map { Choice($0.colour, $0.name) } + otherColours + [Choice("", "No colour")],
                selected: annotation.colour ?? "")
            TextArea(
                "Note", name: "note", value: note ?? annotation.note ?? "",
                hint: "A note may have up to \(AnnotationContent.longestNote) characters.", error: problem?.fields["note"],
                .maxlength(AnnotationContent.longestNote), .dir("auto"))
            Actions {
                Button("Save", icon: .check)
                LinkButton("Cancel", href: ReadingPaths.annotations(), style: .quiet)
            }
        }
    }

    /// A colour that some other program chose stays choosable.
    private var otherColours: [Choice] {
        guard let colour = annotation.colour, !AnnotationContent.palette.contains(where: { $0.colour == colour }) else { return [] }
        return [Choice(colour, .verbatim(colour))]
    }
}

/// Bookmarks and what was saved for later, app by app.
struct BookmarksPage: PageAnswer {
    struct Shelf {
        let app: String
        let name: Text
        let content: Content

        /// What an app keeps itself.
        var fromApp: BookmarkShelf? { if case .app(let shelf) = content { shelf } else { nil } }
    }

    enum Content {
        case publications([BookmarkEntry])
        case app(BookmarkShelf)
    }

    let shelves: [Shelf]
    /// The one app that is shown; nil for all.
    let wanted: String?
    let viewer: Identity
    let next: String?

    var title: Text { "Bookmarks" }
    var shell: ShellStyle { .site }
    var scripts: [String] { shown.flatMap { $0.fromApp?.scripts ?? [] } }

    private var shown: [Shelf] { wanted.map { wanted in shelves.filter { $0.app == wanted } } ?? shelves }

    var body: some HTML {
        PageHeader(title, lead: "What you bookmarked or saved for later. Only you can see it.")
        if shelves.count > 1 || wanted != nil {
            Tabs("Apps", [Tab("All", href: ReadingPaths.bookmarks(), isCurrent: wanted == nil)] + tabs)
        }
        if shown.isEmpty {
            EmptyState(
                .bookmark, title: "No bookmarks yet", message: "Use the bookmark in the reader or on a request, or save a book for later on its page."
            )
        }
        for shelf in shown { ShelfSection(shelf: shelf, viewer: viewer) }
        if let next { p { LinkButton("More", href: next, style: .secondary) } }
    }

    private var tabs: [Tab] {
        shelves.map { Tab($0.name, href: link(ReadingPaths.bookmarks(), query: ["app": $0.app]), isCurrent: wanted == $0.app) }
    }

    private struct ShelfSection: HTML {
        let shelf: Shelf
        let viewer: Identity

        var body: some HTML {
            Markup.section(.class("bookmark-shelf"), .aria("label", shelf.name)) {
                SectionHeader(shelf.name, more: shelf.fromApp?.all)
                switch shelf.content {
                case .publications(let entries):
                    ul(.class("reading-marks")) {
                        for entry in entries { BookmarkRow(entry: entry, isOpen: entry.publication.isOpen(to: viewer)) }
                    }
                case .app(let shelf): shelf.content
                }
            }
        }
    }
}

/// One bookmark in the list.
struct BookmarkRow: HTML {
    let entry: BookmarkEntry
    let isOpen: Bool

    private var bookmark: Bookmark { entry.bookmark }

    var body: some HTML {
        li(.class("reading-mark")) {
            h3(.class("reading-mark-title")) {
                Icon.bookmark
                " "
                a(.href(entry.publication.card.pagePath), .dir("auto")) { entry.publication.card.title }
            }
            if let passage = bookmark.passage {
                blockquote(.dir("auto")) { passage.quote.excerpt }
            } else {
                p { Badge("Saved for later") }
            }
            if !bookmark.isPlaced {
                p { Badge("Could not be placed", tone: .warning) }
            }
            div(.class("cluster")) {
                if isOpen { LinkButton("Read", href: address, icon: .book, style: .secondary) }
                RemoveForm(action: ReadingPaths.removeBookmark(bookmark.id))
            }
        }
    }

    private var address: String {
        guard let passage = bookmark.passage, bookmark.isPlaced else { return ReadingPaths.publication(entry.publication.id) }
        return ReadingPaths.resuming(at: passage, in: entry.publication.id)
    }
}

extension TextQuote {
    /// The words at a bookmark as they are shown: the quote may end inside a word, which then goes, and shows that the text goes on.
    var excerpt: String {
        let isPoint = exact.isEmpty
        let text = isPoint ? suffix : exact
        let endsInWord = text.last.map(Self.isInWord) ?? false
        guard isPoint ? endsInWord : suffix.contains(where: { !$0.isWhitespace }) else { return text }
        var shown = text[...]
        if endsInWord, isPoint || suffix.first.map(Self.isInWord) == true, let blank = text.lastIndex(where: \.isWhitespace) {
            let whole = text[..<blank]
            if whole.contains(where: { !$0.isWhitespace }) { shown = whole }
        }
        while shown.last?.isWhitespace == true { shown.removeLast() }
        return shown + "…"
    }

    private static func isInWord(_ character: Character) -> Bool { character.isLetter || character.isNumber }
}
