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
    let commentaries: [ItemSummary]

    var title: Text { "The Holy Bible" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader("The Holy Bible", lead: bible.map { .verbatim($0.title) })
        if let bible {
            SearchBox(LibraryPaths.bibleLookup(), placeholder: "Search the Bible, or type Jn 3:16", suggestions: LibraryPaths.suggest())
            if bibles.count > 1 { editions(bible) }
            section(.class("stack"), .aria("labelledby", "scripture")) {
                h2(.id("scripture")) { "Read Scripture" }
                ScriptureChooser(bible: bible, books: books)
                BookGrid(bible: bible, books: books)
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

/// Book, chapter and verse as one form.
struct ScriptureChooser: HTML {
    let bible: ItemSummary
    let books: [ScriptureBook]

    var body: some HTML {
        form(.class("scripture-chooser"), .action(LibraryPaths.bibleLookup()), .method("get")) {
            input(.type("hidden"), .name("bible"), .value(bible.id.description))
            Select("Book", name: "book", choices: books.map { Choice($0.code, .verbatim($0.name)) })
            TextField(
                "Chapter", name: "chapter", value: "1", kind: .number, isRequired: true, .custom("min", "1"), .custom("max", "150"),
                .inputmode("numeric"))
            TextField("Verse", name: "verse", kind: .number, .custom("min", "1"), .custom("max", "200"), .inputmode("numeric"))
            Button("Read", icon: .book)
        }
    }
}

/// Every book of a Bible as a link.
struct BookGrid: HTML {
    let bible: ItemSummary
    let books: [ScriptureBook]

    var body: some HTML {
        ul(.class("scripture-grid scripture-books")) {
            for book in books {
                li { a(.href(LibraryPaths.bibleBook(bible.id, book.code)), .lang(bible.language)) { book.name } }
            }
        }
    }
}

/// The chapters of one book.
struct BibleBookPage: PageAnswer {
    let bible: ItemSummary
    let book: ScriptureBook
    let chapters: [Int]

    var title: Text { .verbatim(book.name) }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader(.verbatim(book.name), lead: "Choose a chapter.", crumbs: [Crumb("The Holy Bible", href: LibraryPaths.bibleItem(bible.id))])
        ul(.class("scripture-grid")) {
            for chapter in chapters {
                li {
                    a(.href(LibraryPaths.bibleChapter(bible.id, book.code, chapter)), .aria("label", "Chapter \(chapter)")) { String(chapter) }
                }
            }
        }
    }
}

/// One chapter to read.
struct ChapterPage: PageAnswer {
    let chapter: Bibles.Chapter

    var title: Text { .verbatim("\(chapter.book.name) \(chapter.number)") }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader(
            .verbatim("\(chapter.book.name) \(chapter.number)"),
            crumbs: [
                Crumb(.verbatim(chapter.bible.title), href: LibraryPaths.bibleItem(chapter.bible.id)),
                Crumb(.verbatim(chapter.book.name), href: LibraryPaths.bibleBook(chapter.bible.id, chapter.book.code)),
            ]
        ) {
            if let publication = chapter.bible.publication, let first = chapter.verses.first {
                LinkButton("Open in the reader", href: ReadingPaths.section(publication, first.section), icon: .book, style: .secondary)
            }
        }
        div(.class("prose scripture"), .lang(chapter.bible.language), .dir(chapter.bible.language.isRightToLeft ? "rtl" : "ltr")) {
            for verse in chapter.verses {
                p(.class("verse"), .id("v\(verse.verse)")) {
                    sup(.class("verse-number")) { String(verse.verse) }
                    " " as String
                    verse.text
                }
            }
        }
        nav(.class("chapter-nav"), .aria("label", "Chapters")) {
            if let previous = chapter.previous { step(previous, icon: .chevronLeft, isNext: false) }
            if let next = chapter.next { step(next, icon: .chevronRight, isNext: true) }
        }
    }

    private func step(_ place: Bibles.Place, icon: Icon, isNext: Bool) -> some HTML {
        LinkButton(
            .verbatim("\(place.book.name) \(place.chapter)"), href: LibraryPaths.bibleChapter(chapter.bible.id, place.book.code, place.chapter),
            icon: icon, style: .secondary, .custom("rel", isNext ? "next" : "prev"))
    }
}
