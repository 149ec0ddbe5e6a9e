import Core
import Interface
import Markup
import Platform
import Web

/// All of a person's highlights and notes, by publication and chapter.
struct NotebookPage: PageAnswer {
    let groups: [NotebookGroup]
    let filter: NotebookFilter
    /// Everything that the person has marked, for the form.
    let titles: [(id: PublicationID, title: String)]
    let viewer: Identity
    let next: String?

    var title: Text { "My annotations" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader("My annotations", lead: "Your highlights and notes, grouped by title and chapter.") {
            if !groups.isEmpty {
                LinkButton("Print study sheet", href: filter.address(ReadingPaths.studySheet()), icon: .printer, style: .secondary)
                LinkButton("Download as Markdown", href: filter.address(ReadingPaths.annotationsFile()), icon: .download, style: .secondary)
            }
        }
        Alert(.info) { "Private: only you can see what you mark and write." }
        if !titles.isEmpty { NotebookForm(filter: filter, titles: titles) }
        if groups.isEmpty { NothingMarked(filter: filter) }
        for group in groups {
            Markup.section(.class("reading-group")) {
                h2 { a(.href(group.publication.card.pagePath), .dir("auto")) { group.publication.card.title } }
                p(.class("muted"), .dir("auto")) { group.publication.card.authors }
                for chapter in group.chapters {
                    ChapterHeading(chapter: chapter)
                    ul(.class("reading-marks")) {
                        for entry in chapter.entries { AnnotationRow(entry: entry, isOpen: group.publication.isOpen(to: viewer)) }
                    }
                }
            }
        }
        if let next { p { LinkButton("More", href: next, style: .secondary) } }
    }
}

/// Which annotations to list.
private struct NotebookForm: HTML {
    let filter: NotebookFilter
    let titles: [(id: PublicationID, title: String)]

    var body: some HTML {
        Form(ReadingPaths.annotations(), method: .get, .role("search"), .class("form filter-form notebook-form")) {
            TextField("Search annotations", name: "q", value: filter.words, kind: .search, .maxlength(200), .dir("auto"))
            Select(
                "Colour", name: "colour",
                choices: [Choice("", "All colours")] + AnnotationContent.choices(with: filter.colour.hex) + [Choice("none", "No colour")],
                selected: filter.colour.value ?? "")
            if titles.count > 1 || filter.publication != nil {
                Select(
                    "Title", name: "title", choices: [Choice("", "All")] + titles.map { Choice("\($0.id)", .verbatim($0.title)) },
                    selected: filter.publication.map { "\($0)" } ?? "")
            }
            FilterActions(clear: filter.isNarrowed ? ReadingPaths.annotations() : nil)
        }
    }
}

/// There are no marks, or none of those that are wanted.
struct NothingMarked: HTML {
    let filter: NotebookFilter

    var body: some HTML {
        if filter.isNarrowed {
            EmptyState(.search, title: "No annotations found", message: "Try fewer or other words, or another colour.") {
                LinkButton("Show all", href: ReadingPaths.annotations(), style: .secondary)
            }
        } else {
            EmptyState(
                .highlighter, title: "No highlights or notes yet",
                message: "While you read, select some words, and choose a colour or write a note.")
        }
    }
}

/// The heading of a chapter's marks; nothing where it has no name.
struct ChapterHeading: HTML {
    let chapter: NotebookGroup.Chapter

    var body: some HTML {
        if !chapter.isPlaced {
            h3(.class("reading-chapter")) { "Could not be placed" }
        } else if let title = chapter.title {
            h3(.class("reading-chapter"), .dir("auto")) { title }
        }
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
            if let reference = entry.place.reference { h4(.class("reading-mark-title"), .dir("auto")) { reference } }
            blockquote(.dir("auto"), .data("colour", annotation.colour ?? "")) {
                if isOpen, annotation.isPlaced { a(.href(address)) { annotation.passage.quote.exact } } else { annotation.passage.quote.exact }
            }
            if let note = annotation.note { p(.class("reading-mark-note"), .dir("auto")) { note } }
            if !annotation.isPlaced {
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
            "Edit annotation", lead: .verbatim(entry.place.reference ?? entry.publication.card.title),
            crumbs: [Crumb("My annotations", href: ReadingPaths.annotations())])
        Alert(.info) { "Private: only you can see what you mark and write." }
        blockquote(.class("reading-mark"), .dir("auto")) { annotation.passage.quote.exact }
        Form(ReadingPaths.annotation(annotation.id), method: .post) {
            RadioGroup(
                "Colour", name: "colour",
                choices: AnnotationContent.choices(with: annotation.colour) + [Choice("", "No colour")],
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
}

extension AnnotationContent {
    /// The colours of the reader, and after them one that some other program chose.
    fileprivate static func choices(with colour: String?) -> [Choice] {
        let known = palette.map { Choice($0.colour, $0.name) }
        guard let colour, !palette.contains(where: { $0.colour == colour }) else { return known }
        return known + [Choice(colour, .verbatim(colour))]
    }
}
