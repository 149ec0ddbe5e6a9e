import Core
import Interface
import Markup
import Platform
import Web

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
    /// What is looked for.
    let words: String
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
        if !words.isEmpty || shown.contains(where: { $0.fromApp == nil }) {
            SearchBox(ReadingPaths.bookmarks(), placeholder: "Search bookmarks", value: words)
        }
        if shown.isEmpty { nothing }
        for shelf in shown { ShelfSection(shelf: shelf, viewer: viewer) }
        if let next { p { LinkButton("More", href: next, style: .secondary) } }
    }

    @HTMLBuilder private var nothing: Node {
        if words.isEmpty {
            EmptyState(
                .bookmark, title: "No bookmarks yet", message: "Use the bookmark in the reader or on a request, or save a book for later on its page."
            )
        } else {
            EmptyState(.search, title: "No bookmarks found", message: "Try fewer or other words.") {
                LinkButton("Show all", href: ReadingPaths.bookmarks(), style: .secondary)
            }
        }
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
                    for group in NotebookGroup.groups(of: [], bookmarks: entries) {
                        h3(.class("reading-mark-title")) { a(.href(group.publication.card.pagePath), .dir("auto")) { group.publication.card.title } }
                        ul(.class("reading-marks")) {
                            for entry in group.bookmarks { BookmarkRow(entry: entry, isOpen: entry.publication.isOpen(to: viewer)) }
                        }
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
            if let name = entry.place.reference ?? entry.place.chapter { h4(.class("reading-mark-title"), .dir("auto")) { name } }
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
        if entry.isInPages { return ReadingPaths.page(of: passage, in: entry.publication.id) }
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
