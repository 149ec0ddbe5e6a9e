import Core
import Interface
import Markup
import Web

/// One's own marks on paper: quotations, notes and references without anything to click.
struct StudySheet: PageAnswer {
    let export: NotebookReading.Export
    let filter: NotebookFilter
    let madeAt: Instant

    /// Said where not everything fits.
    static let cut: Text =
        "Only the first \(NotebookReading.mostExported) annotations and bookmarks are included. Export one title at a time to get everything."

    var title: Text { "Study sheet" }
    var shell: ShellStyle { .site }
    var scripts: [String] { ["interface/js/print.js"] }

    var body: some HTML {
        div(.class("study-sheet")) {
            PageHeader(
                "Study sheet", lead: "\(day: madeAt)",
                crumbs: [Crumb("My annotations", href: filter.address(ReadingPaths.annotations()))]
            ) {
                Button("Print", icon: .printer, style: .secondary, .type("button"), .data("print"), .flag("hidden"))
            }
            if export.isCut { Alert(.warning) { Self.cut } }
            if export.groups.isEmpty { NothingMarked(filter: filter) }
            for group in export.groups {
                Markup.section(.class("study-book")) {
                    h2(.dir("auto")) { group.publication.card.title }
                    if !group.publication.card.authors.isEmpty { p(.class("muted"), .dir("auto")) { group.publication.card.authors } }
                    for chapter in group.chapters {
                        ChapterHeading(chapter: chapter)
                        for entry in chapter.entries { StudyMark(entry: entry) }
                    }
                    if !group.bookmarks.isEmpty {
                        h3 { "Bookmarks" }
                        ul(.class("study-bookmarks")) {
                            for entry in group.bookmarks { StudyBookmark(entry: entry) }
                        }
                    }
                }
            }
        }
    }
}

/// A mark on the sheet. Its colour has a name, too: many printers have one ink.
private struct StudyMark: HTML {
    let entry: NotebookEntry

    var body: some HTML {
        div(.class("study-mark")) {
            if let reference = entry.place.reference { h4(.dir("auto")) { reference } }
            if !entry.annotation.passage.quote.exact.isEmpty {
                blockquote(.dir("auto"), .data("colour", entry.annotation.colour ?? "")) { entry.annotation.passage.quote.exact }
            }
            if let note = entry.annotation.note { p(.class("reading-mark-note"), .dir("auto")) { note } }
            p(.class("muted study-facts")) {
                if let colour = AnnotationContent.name(of: entry.annotation.colour) {
                    span { colour }
                    " · "
                }
                "\(day: entry.annotation.createdAt)"
            }
        }
    }
}

private struct StudyBookmark: HTML {
    let entry: BookmarkEntry

    var body: some HTML {
        li {
            if let name = entry.place.reference ?? entry.place.chapter {
                strong(.dir("auto")) { name }
                " "
            }
            span(.dir("auto")) { entry.bookmark.passage?.quote.excerpt ?? "" }
        }
    }
}
