import Core
import Documents
import Interface
import Markup
import Search
import Web

/// Searching inside a publication as a page of its own.
struct FindPage: PageAnswer {
    let publication: Publication
    let words: String
    let found: FoundJSON
    /// What the publication is called.
    let names: ReadingWords
    /// What else than words may be written in the field.
    let hint: Text?
    let settings: ReadingSettings
    /// Where hits are in print, for somebody who comes from a printed page.
    var print: PrintedPlaces?

    var title: Text { "Search: \(publication.card.title)" }
    var shell: ShellStyle { .reader }

    var body: some HTML {
        BesideText(publication, names.searchTitle, settings: settings, back: print?.back ?? ReadingPaths.publication(publication.id)) {
            form(.class("reader-find"), .role("search"), .action(ReadingPaths.find(publication.id))) {
                if let print { input(.type("hidden"), .name("page"), .value(String(print.page))) }
                input(
                    .type("search"), .name("q"), .value(words), .aria("label", names.search), .placeholder(hint ?? names.search), .autocomplete("off")
                )
                button(.class("reader-button")) {
                    Icon.search
                    span(.class("visually-hidden")) { "Search" }
                }
            }
            if found.hits.isEmpty {
                if !words.isEmpty {
                    p(.role("status")) { "Nothing found." }
                    p(.class("reader-muted")) { "Try another word, or fewer words." }
                }
            } else {
                p(.class("reader-muted"), .role("status")) { "\(found.total) results." }
                ol(.class("reading-found"), .dir(publication.direction.rawValue)) {
                    for hit in found.hits {
                        li {
                            let page = print?.page(of: hit.passage)
                            a(.href(page.flatMap { print?.address(of: $0) } ?? hit.address)) {
                                span(.class("reader-muted"), .dir("auto")) { place(of: hit, on: page) }
                                span(.dir("auto")) {
                                    Marked(hit.snippet)
                                }
                            }
                        }
                    }
                }
            }
        }
    }

    private func place(of hit: FoundJSON.Hit, on page: Int?) -> Text {
        guard let page else { return .verbatim(hit.title ?? "") }
        return hit.title.map { "Page \(page): \($0)" } ?? "Page \(page)"
    }
}
