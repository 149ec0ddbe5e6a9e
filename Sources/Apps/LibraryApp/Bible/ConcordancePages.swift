import Core
import Interface
import Localization
import Markup
import Reading
import Search
import Web

/// Every verse of a Bible that has the words, in its order (LIB-080).
struct ConcordancePage: PageAnswer {
    let bibles: [ItemSummary]
    let bible: ItemSummary?
    let words: String
    let results: PassageResults?
    let next: String?

    var title: Text { "Concordance" }
    var shell: ShellStyle { .app("library") }
    var activePath: String? { LibraryPaths.bible() }

    var body: some HTML {
        PageHeader("Concordance", lead: bible.map { .verbatim($0.title) }, crumbs: [Crumb("The Holy Bible", href: LibraryPaths.bible())])
        if let bible {
            Form(LibraryPaths.concordance(), method: .get) {
                div(.class("scripture-chooser")) {
                    TextField("Word or phrase", name: "q", value: words, kind: .search, isRequired: true)
                    if bibles.count > 1 {
                        Select(
                            "Edition", name: "bible", choices: bibles.map { Choice($0.id.description, .verbatim($0.title)) },
                            selected: bible.id.description)
                    }
                    Button("Find", icon: .search)
                }
            }
            if let results { list(results, in: bible) }
        } else {
            EmptyState(.bible, title: "No Bible yet", message: "A Bible can be read here once it’s published.")
        }
    }

    @HTMLBuilder private func list(_ results: PassageResults, in bible: ItemSummary) -> Node {
        if results.hits.isEmpty {
            EmptyState(.search, title: "No verse has these words", message: "Try fewer words, or another form of the word.")
        } else {
            p(.class("muted"), .custom("role", "status")) {
                results.totalIsExact ? "\(results.total) verses" as Text : "More than \(results.total) verses"
            }
            ul(.class("rows")) {
                for hit in results.hits { li { PassageLink(hit: hit, bible: bible) } }
            }
            Pagination(
                previous: nil,
                next: next.map {
                    link(LibraryPaths.concordance(), query: ["q": words, "bible": bible.id.description, "after": $0])
                })
        }
    }
}

/// One verse of a concordance.
private struct PassageLink: HTML {
    let hit: PassageHit
    let bible: ItemSummary

    var body: some HTML {
        if let publication = bible.publication {
            a(.class("passage-link"), .href(ReadingPaths.address(of: hit.place, in: publication)), .lang(bible.language)) {
                strong { hit.label }
                span(.class("passage-words")) { Marked(hit.snippet) }
            }
        }
    }
}
