import Core
import Interface
import Localization
import Markup
import Reading
import Web

/// “The Holy Bible”.
struct BiblePage: PageAnswer {
    let bibles: [ItemSummary]
    let bible: ItemSummary?
    let books: [ScriptureBook]
    /// The chapters of each book, by its code.
    let chapters: [String: [Int]]
    let commentaries: [ItemSummary]

    var title: Text { "The Holy Bible" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader("The Holy Bible", lead: bible.map { .verbatim($0.title) })
        if let bible {
            SearchBox(
                LibraryPaths.bibleLookup(), placeholder: "Search the Bible, or type Jn 3:16", suggestions: LibraryPaths.suggest(),
                keeping: [(name: "bible", value: bible.id.description)])
            if bibles.count > 1 { editions(bible) }
            section(.class("stack"), .aria("labelledby", "scripture")) {
                h2(.id("scripture")) { "Read Scripture" }
                for testament in Testament.allCases {
                    let books = books.filter { Testament(ofBook: $0.code) == testament }
                    if !books.isEmpty { BookGrid(bible: bible, testament: testament, books: books, chapters: chapters) }
                }
            }
        } else {
            EmptyState(.bible, title: "No Bible yet", message: "A Bible can be read here once it’s published.")
        }
        section(.class("stack"), .aria("labelledby", "tools")) {
            h2(.id("tools")) { "Bible Study Tools" }
            CardGrid {
                LinkCard("Concordance", detail: "Find every verse with a word", icon: .list, href: LibraryPaths.concordance())
                LinkCard("Commentaries", detail: "\(commentaries.count) items", icon: .books, href: "#commentaries")
            }
        }
        section(.class("stack"), .id("commentaries"), .aria("labelledby", "commentaries-heading")) {
            h2(.id("commentaries-heading")) { "Commentaries" }
            if commentaries.isEmpty {
                p(.class("muted")) { "There are no commentaries yet." }
            } else {
                CoverGrid { for item in commentaries { ItemCard(item: item) } }
            }
        }
    }

    private func editions(_ bible: ItemSummary) -> some HTML {
        ChipRow("Editions") {
            for edition in bibles {
                Chip(
                    .verbatim("\(edition.title) · \(edition.language.nativeName)"), href: LibraryPaths.bibleItem(edition.id),
                    isSelected: edition.id == bible.id)
            }
        }
    }
}

/// The books of one part of a Bible; each opens its chapters in place.
struct BookGrid: HTML {
    let bible: ItemSummary
    let testament: Testament
    let books: [ScriptureBook]
    let chapters: [String: [Int]]

    var body: some HTML {
        section(.class("stack"), .aria("labelledby", "books-\(testament)")) {
            h3(.id("books-\(testament)")) { testament.title }
            div(.class("scripture-books")) {
                for book in books {
                    // One is open at a time.
                    details(.class("scripture-book"), .custom("name", "scripture-book"), .id(book.code)) {
                        summary(.lang(bible.language)) { book.name }
                        ChapterGrid(bible: bible, book: book, chapters: chapters[book.code] ?? [])
                    }
                }
            }
        }
    }
}

/// The chapters of a book as links.
struct ChapterGrid: HTML {
    let bible: ItemSummary
    let book: ScriptureBook
    let chapters: [Int]

    var body: some HTML {
        ul(.class("scripture-grid")) {
            for chapter in chapters {
                li {
                    a(.href(LibraryPaths.bibleChapter(bible.id, book.code, chapter)), .aria("label", "Chapter \(chapter)")) { String(chapter) }
                }
            }
        }
    }
}

/// The chapters of one book, and the verses of one of them.
struct BibleBookPage: PageAnswer {
    let bible: ItemSummary
    let book: ScriptureBook
    let chapters: [Int]
    /// The chapter whose verses are shown.
    let chapter: (number: Int, verses: [Int])?

    var title: Text { .verbatim(chapter.map { book.chapter($0.number) } ?? book.name) }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader(title, lead: chapter == nil ? "Choose a chapter." : "Choose a verse.", crumbs: crumbs) {
            if let chapter {
                LinkButton("Read", href: LibraryPaths.bibleChapter(bible.id, book.code, chapter.number), icon: .book, style: .secondary)
            }
        }
        if let chapter {
            ul(.class("scripture-grid")) {
                for verse in chapter.verses {
                    li {
                        a(
                            .href(LibraryPaths.bibleVerses(bible.id, book.code, chapter.number, String(verse))),
                            .aria("label", "Verse \(String(verse))")
                        ) { String(verse) }
                    }
                }
            }
        } else {
            ChapterGrid(bible: bible, book: book, chapters: chapters)
        }
    }

    private var crumbs: [Crumb] {
        let bible = Crumb("The Holy Bible", href: LibraryPaths.bibleItem(bible.id))
        return chapter == nil ? [bible] : [bible, Crumb(.verbatim(book.name), href: LibraryPaths.bibleBook(self.bible.id, book.code))]
    }
}
