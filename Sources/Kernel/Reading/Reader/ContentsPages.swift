import Core
import Documents
import Interface
import Markup
import Web

/// A page beside the text, on the paper that the reader has chosen.
struct BesideText: HTML {
    private let publication: Publication
    private let settings: ReadingSettings
    private let title: Text
    private let back: String
    private let content: Node

    init(_ publication: Publication, _ title: Text, settings: ReadingSettings, back: String, @HTMLBuilder content: () -> Node) {
        (self.publication, self.settings, self.title, self.back) = (publication, settings, title, back)
        self.content = content()
    }

    var body: some HTML {
        div(.class("reader is-beside"), .data("shows-listening"), settings.attributes) {
            header(.class("reader-bar is-preview")) {
                a(.class("reader-button"), .data("back"), .href(back), .aria("label", "Back"), .title("Back")) { Icon.back }
                div(.class("reader-titles")) {
                    h1(.class("reader-title")) { title }
                    p(.class("reader-chapter"), .dir("auto")) { publication.card.title }
                }
                // As wide as the way back, so that the title is in the middle.
                span(.class("reader-button"), .aria("hidden", true)) {}
            }
            main(.class("reader-view"), .id("text"), .tabindex(-1)) { div(.class("reader-beside")) { content } }
        }
    }
}

/// The table of contents as a page of its own; of a long one a part.
struct ContentsPage: PageAnswer {
    let publication: Publication
    let entries: [ContentsEntry]
    let settings: ReadingSettings
    /// Which of the entries it shows.
    let range: NumberedRange
    /// Where the reader is.
    let section: Int?
    /// Which sections are read, and which are new.
    var standing: [Int: Furthest.Standing] = [:]
    /// Where the entries are in print, for somebody who comes from a printed page.
    var print: PrintedPlaces?
    /// This person's bookmarks, for somebody who comes from a printed page: the panels of the text aren't there.
    var bookmarks: [Bookmark] = []

    /// - Parameters:
    ///   - line: an entry that is to be seen, counted from 1.
    ///   - section: where the reader is; counts where no line was asked for.
    init(publication: Publication, entries: [ContentsEntry], line: Int?, section: Int?, settings: ReadingSettings) {
        (self.publication, self.entries, self.settings, self.section) = (publication, entries, settings, section)
        let here = section.flatMap { section in entries.lastIndex { ($0.section ?? .max) <= section } } ?? 0
        range = NumberedRange(holding: line ?? here + 1, of: entries.count)
    }

    var title: Text { "Contents: \(publication.card.title)" }
    var shell: ShellStyle { .reader }

    /// The sections that it leads to.
    var sections: Range<Int> {
        let all = Self.sections(of: entries[range.numbers])
        guard let first = all.min(), let last = all.max() else { return 0..<0 }
        return first..<(last + 1)
    }

    private static func sections(of entries: some Sequence<ContentsEntry>) -> [Int] {
        entries.flatMap { [$0.section].compactMap(\.self) + sections(of: $0.children) }
    }

    /// The first entry of those that lead into the section that is read.
    private var here: Int? {
        section.flatMap { section in Self.sections(of: entries[range.numbers]).filter { $0 <= section }.max() }
    }

    private var back: String {
        print?.back ?? section.map { ReadingPaths.section(publication.id, $0) } ?? publication.card.pagePath
    }

    var body: some HTML {
        BesideText(publication, "Contents", settings: settings, back: back) {
            let page = link(ReadingPaths.contents(publication.id), query: ["page": print.map { String($0.page) }])
            if let print { PrintedBookmarks(bookmarks: bookmarks, places: print) }
            range.chips("Contents", on: page, as: "from", place: "contents")
            nav(.class("reading-contents"), .id("contents"), .aria("label", "Contents"), .dir(publication.direction.rawValue)) {
                var marked = false
                list(Array(entries[range.numbers]), &marked)
            }
            range.pagination(on: page, as: "from", place: "contents")
        }
    }

    private func list(_ entries: [ContentsEntry], _ marked: inout Bool) -> Node {
        var rows: [Node] = []
        for entry in entries {
            let isHere = !marked && entry.section != nil && entry.section == here
            if isHere { marked = true }
            let children = entry.children.isEmpty ? nil : list(entry.children, &marked)
            rows.append(
                li {
                    if let number = entry.section {
                        let page = print?.marks.page(of: entry)
                        a(
                            .href(
                                page.flatMap { print?.address(of: $0) }
                                    ?? ReadingPaths.section(publication.id, number) + (entry.anchor.map { "#" + $0 } ?? "")),
                            .if(isHere, .aria("current", "true"))
                        ) {
                            span(.dir("auto")) { entry.title }
                            sign(of: number, isHere: isHere)
                            if let page {
                                span(.class("reader-sign is-page")) {
                                    span(.class("visually-hidden")) { "Page \(page)" }
                                    span(.aria("hidden", true)) { String(page) }
                                }
                            }
                        }
                    } else {
                        span(.dir("auto")) { entry.title }
                    }
                    children
                }.node)
        }
        return ol { for row in rows { row } }.node
    }

    @HTMLBuilder private func sign(of number: Int, isHere: Bool) -> Node {
        if isHere {
            span(.class("reader-sign")) { "You’re here" }
        } else if standing[number] == .read {
            span(.class("reader-sign is-read")) {
                Icon.check
                span(.class("visually-hidden")) { "Read" }
            }
        } else if standing[number] == .new {
            span(.class("reader-sign is-new")) { "New" }
        }
    }
}
