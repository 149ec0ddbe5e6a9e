import Core
import Documents
import Interface
import Markup
import Search
import Web

/// The table of contents as a page of its own; of a long one a part.
struct ContentsPage: PageAnswer {
    let publication: Publication
    let entries: [ContentsEntry]
    /// Which of the entries it shows.
    let range: NumberedRange

    /// - Parameters:
    ///   - line: an entry that is to be seen, counted from 1.
    ///   - section: where the reader is; counts where no line was asked for.
    init(publication: Publication, entries: [ContentsEntry], line: Int?, section: Int?) {
        (self.publication, self.entries) = (publication, entries)
        let here = section.flatMap { section in entries.lastIndex { ($0.section ?? .max) <= section } } ?? 0
        range = NumberedRange(holding: line ?? here + 1, of: entries.count)
    }

    var title: Text { "Contents: \(publication.card.title)" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(
            "Contents", lead: .verbatim(publication.card.title),
            crumbs: [Crumb(.verbatim(publication.card.title), href: publication.card.pagePath)])
        let page = ReadingPaths.contents(publication.id)
        range.chips("Contents", on: page, as: "from", place: "contents")
        nav(.class("reading-contents"), .id("contents"), .aria("label", "Contents"), .dir(publication.direction.rawValue)) {
            list(Array(entries[range.numbers]))
        }
        range.pagination(on: page, as: "from", place: "contents")
    }

    private func list(_ entries: [ContentsEntry]) -> Node {
        ol {
            for entry in entries {
                li {
                    if let number = entry.section {
                        a(.href(ReadingPaths.section(publication.id, number) + (entry.anchor.map { "#" + $0 } ?? "")), .dir("auto")) {
                            entry.title
                        }
                    } else {
                        span(.dir("auto")) { entry.title }
                    }
                    if !entry.children.isEmpty { list(entry.children) }
                }
            }
        }
    }
}

/// Searching inside a publication as a page of its own.
struct FindPage: PageAnswer {
    let publication: Publication
    let words: String
    let found: FoundJSON

    var title: Text { "Search: \(publication.card.title)" }
    var shell: ShellStyle { .site }

    var body: some HTML {
        PageHeader(
            "Search in this book", lead: .verbatim(publication.card.title),
            crumbs: [Crumb(.verbatim(publication.card.title), href: publication.card.pagePath)])
        SearchBox(ReadingPaths.find(publication.id), placeholder: "Search this book", value: words)
        if found.hits.isEmpty {
            if !words.isEmpty { EmptyState(.search, title: "Nothing found.", message: "Try another word, or fewer words.") }
        } else {
            p(.class("muted")) { "\(found.total) results." }
            ol(.class("reading-found"), .dir(publication.direction.rawValue)) {
                for hit in found.hits {
                    li {
                        a(.href(hit.address)) {
                            span(.class("muted"), .dir("auto")) { hit.title ?? "" }
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
