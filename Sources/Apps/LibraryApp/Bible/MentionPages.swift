import Core
import Interface
import Markup
import Reading
import Web

/// The places in books that cite a chapter or a verse, as a page of its own and in a panel of the reader.
struct MentionsPage: PageAnswer {
    let chapter: Bibles.Chapter
    let verse: Int?
    let mentions: [Bibles.ShownMention]

    var title: Text { "Mentioned in" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    private var chapterName: String { chapter.book.chapter(chapter.number) }

    var body: some HTML {
        PageHeader(
            title, lead: .verbatim(verse.map { "\(chapterName):\($0)" } ?? chapterName),
            crumbs: [
                Crumb(.verbatim(chapter.bible.title), href: LibraryPaths.bibleItem(chapter.bible.id)),
                Crumb(.verbatim(chapterName), href: LibraryPaths.bibleChapter(chapter.bible.id, chapter.book.code, chapter.number)),
            ])
        div(.data("reader-panel")) {
            if mentions.isEmpty {
                p(.class("muted")) { "No book in the library mentions it." }
            } else {
                ul(.class("rows")) {
                    for shown in mentions {
                        li {
                            a(.class("passage-link"), .href(shown.address)) {
                                strong(.lang(shown.mention.language), .dir("auto")) { shown.mention.title }
                                span(.class("passage-words"), .lang(shown.mention.language), .dir("auto")) { Marked(shown.snippet) }
                            }
                        }
                    }
                }
            }
        }
    }
}
