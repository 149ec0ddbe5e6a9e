import Core
import Interface
import Localization
import Markup
import Web

/// A chapter in two editions, verse by verse.
struct ParallelPage: PageAnswer {
    let chapter: Bibles.Chapter
    /// The other edition.
    let with: ItemSummary
    /// The chapter there; nil where it has none.
    let other: Bibles.Chapter?
    /// All that can be compared with.
    let editions: [ItemSummary]

    var title: Text { .verbatim(name) }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    private var name: String { chapter.book.chapter(chapter.number) }

    var body: some HTML {
        PageHeader(
            .verbatim(name),
            crumbs: [
                Crumb(.verbatim(chapter.bible.title), href: LibraryPaths.bibleItem(chapter.bible.id)),
                Crumb(.verbatim(chapter.book.name), href: LibraryPaths.bibleBook(chapter.bible.id, chapter.book.code)),
            ]
        ) {
            LinkButton(
                "Read", href: LibraryPaths.bibleChapter(chapter.bible.id, chapter.book.code, chapter.number), icon: .book, style: .secondary)
        }
        if editions.count > 1 {
            Form(address(chapter.book.code, chapter.number), method: .get) {
                div(.class("parallel-choice")) {
                    Select(
                        "Compare with", name: "with",
                        choices: editions.map { Choice($0.id.description, .verbatim("\($0.title) · \($0.language.nativeName)")) },
                        selected: with.id.description)
                    Button("Show", style: .secondary)
                }
            }
        }
        if other == nil { Alert(.info) { "“\(with.title)” doesn’t have this chapter." } }
        div(.class("parallel")) {
            div(.class("parallel-heads")) {
                h2(.lang(chapter.bible.language), .dir("auto")) { chapter.bible.title }
                h2(.lang(with.language), .dir("auto")) { with.title }
            }
            for row in rows { ParallelVerse(row: row, here: chapter.bible, there: with) }
        }
        nav(.class("chapter-nav"), .aria("label", "Chapters")) {
            if let previous = chapter.previous { step(previous, icon: .chevronLeft, isNext: false) }
            if let next = chapter.next { step(next, icon: .chevronRight, isNext: true) }
        }
    }

    /// Every number that one of the two has: editions count some verses differently.
    private var rows: [ParallelVerse.Row] {
        let here = Dictionary(chapter.verses.map { ($0.verse, $0.text) }) { first, _ in first }
        let there = Dictionary((other?.verses ?? []).map { ($0.verse, $0.text) }) { first, _ in first }
        return Set(here.keys).union(there.keys).sorted().map { number in
            .init(number: number, here: here[number], there: there[number])
        }
    }

    private func address(_ book: String, _ number: Int) -> String { LibraryPaths.bibleChapter(chapter.bible.id, book, number) }

    private func step(_ place: Bibles.Place, icon: Icon, isNext: Bool) -> some HTML {
        LinkButton(
            .verbatim(place.book.chapter(place.chapter)),
            href: link(address(place.book.code, place.chapter), query: ["with": with.id.description]), icon: icon, style: .secondary,
            .custom("rel", isNext ? "next" : "prev"), .if(isNext, .class("button-icon-last")))
    }
}

/// One verse in both editions: side by side, and below one another where there is little room.
private struct ParallelVerse: HTML {
    struct Row {
        let number: Int
        let here: String?
        let there: String?
    }

    let row: Row
    let here: ItemSummary
    let there: ItemSummary

    var body: some HTML {
        div(.class("parallel-verse"), .id("v\(row.number)")) {
            p(.class("parallel-number")) { String(row.number) }
            cell(row.here, of: here)
            cell(row.there, of: there)
        }
    }

    private func cell(_ text: String?, of bible: ItemSummary) -> some HTML {
        div(.class("parallel-text")) {
            p(.class("parallel-edition"), .dir("auto")) { EditionName.short(bible.title) }
            p(.lang(bible.language), .dir(bible.language.isRightToLeft ? "rtl" : "ltr")) { text ?? "–" }
        }
    }
}
