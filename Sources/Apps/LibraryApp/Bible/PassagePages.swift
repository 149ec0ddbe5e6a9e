import Core
import Interface
import Localization
import Markup
import Web

/// The words of a reference, as a page of its own and in a panel of the reader.
struct PassagePage: PageAnswer {
    let passage: Bibles.Passage

    /// Verses shown before “Open”.
    private static let shown = 12

    var title: Text { .verbatim(passage.label) }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb(.verbatim(passage.bible.title), href: LibraryPaths.bibleItem(passage.bible.id))])
        div(.class("stack"), .data("reader-panel")) {
            div(
                .class("prose"), .lang(passage.bible.language), .dir(passage.bible.language.isRightToLeft ? "rtl" : "ltr")
            ) {
                for verse in passage.verses.prefix(Self.shown) {
                    p(.class("verse")) {
                        sup(.class("verse-number")) { String(verse.verse) }
                        " " as String
                        verse.text
                    }
                }
                if passage.verses.count > Self.shown { p { "…" as String } }
            }
            p(.class("muted"), .dir("auto")) { passage.bible.title }
            if let address = passage.address { p(.class("panel-way")) { LinkButton("Open", href: address, icon: .bible, style: .secondary) } }
        }
    }
}
