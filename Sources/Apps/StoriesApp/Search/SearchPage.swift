import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Search: the bar at the top, browse tags below it, and what was found (STO-005 to STO-007).
struct SearchPage: PageAnswer {
    /// What became of words that nothing was found for.
    enum Correction: Sendable, Equatable {
        /// Others were searched for instead; what was typed.
        case made(typed: StoryFilter)
        /// Others would find something.
        case offered(StoryFilter)
    }

    /// In an address: search for these words and no others.
    static let exactly = "exact"

    let filter: StoryFilter
    /// Nil before anything was asked for.
    let findings: StorySearch.Findings?
    let browse: [BrowseCount]
    /// The words by which tags are shown.
    let names: BrowseTags
    /// Those of the filter that no story has.
    let unknownTags: [StoryTag]
    /// The name of somebody who is filtered by.
    let author: String?
    /// In which there are stories.
    let languages: [Language]
    let language: Language
    let isFirst: Bool
    let next: String?
    let correction: Correction?
    let profile: @Sendable (PersonID) -> String

    var title: Text {
        if !filter.words.isEmpty { return "Search: \(filter.words)" }
        if let tag = filter.tags.first, filter.tags.count == 1 { return .verbatim(names.name(of: tag, in: language)) }
        return "Search"
    }
    var shell: ShellStyle { .app("stories") }
    var activePath: String? { StoriesPaths.search() }
    var scripts: [String] { ["stories/js/filter.js", "stories/js/tags.js"] }

    var body: some HTML {
        PageHeader(filter.words.isEmpty ? title : "Search")
        SearchBox(
            StoriesPaths.search(), placeholder: "Stories, people, tags", value: typed, suggestions: StoriesPaths.suggest(),
            keeping: kept, isProminent: true, takesFocus: filter.isEmpty)
        if let findings {
            findings.looks.piece(for: inputs(findings)) { [self] in
                filters
                found(findings)
            }
            Pagination(previous: isFirst ? nil : filter.address, next: next.map { address(after: $0) })
        } else {
            filters
            hints
        }
    }

    /// What one page of findings depends on beside itself.
    struct Inputs: Sendable, Equatable {
        let browse: [BrowseCount]
        let unknownTags: [StoryTag]
        let author: String?
        let languages: [Language]
        let correction: Correction?
        /// The stories that are left out may be others'.
        let shown: [StoryID]
        let total: Int
    }

    private func inputs(_ findings: StorySearch.Findings) -> Inputs {
        Inputs(
            browse: browse, unknownTags: unknownTags, author: author, languages: languages, correction: correction,
            shown: findings.lines.compactMap(\.story?.story.id), total: findings.total)
    }

    @HTMLBuilder private var filters: Node {
        div(.class("browse-tags"), .if(findings != nil, .class("browse-tags-line"))) {
            BrowseRow(browse: browse, selected: filter.tags.map(names.key(of:)), language: language)
        }
        FilterPanel(page: self)
        ActiveFilters(page: self)
        for tag in unknownTags { p(.class("muted"), .data("unknown-tag", tag.name)) { "No story has the tag “\(tag.name)”." } }
    }

    /// The words as they were typed.
    private var typed: String { if case .made(let typed) = correction { typed.words } else { filter.words } }

    /// What stays when other words are searched for: the order only if it was chosen.
    private var kept: [(name: String, value: String)] {
        let items = filter.items
        return items.names.filter { $0 != "q" && ($0 != "sort" || filter.chosenOrder != nil) }.flatMap { name in items.all(name).map { (name, $0) } }
    }

    private var hints: some HTML {
        EmptyState(
            .search, title: "Find your next story",
            message: "Search titles, descriptions, tags, authors and every word of the stories, or choose a tag."
        ) {
            LinkButton("Most read", href: filter.address { $0.chosenOrder = .read }, style: .secondary)
        }
    }

    @HTMLBuilder private func found(_ findings: StorySearch.Findings) -> Node {
        switch correction {
        case .made(let typed):
            div(.class("found-corrected")) {
                h2 { "Results for \(filter.words)" }
                p { a(.href(exact(typed))) { "Search instead for \(typed.words)" } }
            }
        case .offered(let other):
            p(.class("found-corrected")) {
                "Did you mean"
                " "
                a(.href(other.address), .dir("auto")) { "\(other.words)?" }
            }
        case nil: Node.nothing
        }
        FoundCounts(findings: findings)
        if findings.lines.isEmpty {
            nothing
        } else {
            h2(.class("visually-hidden")) { "Results" }
            ol(.class("cover-rows found-lines")) {
                for line in findings.lines { li { FoundLine(line: line, page: self) } }
            }
        }
        if findings.hidesMature { matureNote("Mature stories are hidden.", "Show them") }
        if findings.isOfAge { matureNote("Mature stories are shown.", "Change") }
    }

    /// Leads to where one says one's age, and takes it back.
    private func matureNote(_ words: Text, _ label: Text) -> some HTML {
        p(.class("muted")) {
            words
            " "
            a(.href(link(StoriesPaths.ofAge(), query: ["then": filter.address]))) { label }
        }
    }

    @HTMLBuilder private var nothing: Node {
        if filter.isNarrow {
            EmptyState(.filter, title: "No stories match", message: "Remove a filter, or clear them all.") {
                LinkButton("Clear filters", href: cleared, icon: .close, style: .secondary)
            }
        } else {
            EmptyState(.search, title: "Nothing found", message: "Check the spelling, or try fewer words.")
        }
    }

    /// The same words without any filter.
    var cleared: String { StoryFilter().address { $0.words = filter.words } }

    private func exact(_ filter: StoryFilter) -> String {
        var items = filter.items
        items.add(Self.exactly, "true")
        return link(StoriesPaths.search(), query: items)
    }

    private func address(after mark: String) -> String {
        var items = filter.items
        items.add("after", mark)
        return link(StoriesPaths.search(), query: items)
    }
}

/// How many of each kind were found.
struct FoundCounts: HTML {
    let findings: StorySearch.Findings

    var body: some HTML {
        let authors = findings.lines.count { if case .person = $0 { true } else { false } }
        let tags = findings.lines.count { if case .tag = $0 { true } else { false } }
        div(.class("facts found-count"), .role("status")) {
            if findings.total > 0 || authors + tags == 0 {
                span { findings.totalIsExact ? "\(findings.total) stories found" : "More than \(findings.total) stories found" }
            }
            if authors > 0 { span { "\(authors) authors" } }
            if tags > 0 { span { "\(tags) tags" } }
        }
    }
}

/// The tags to browse by, each with how many stories carry it.
struct BrowseRow: HTML {
    let browse: [BrowseCount]
    /// Their keys.
    let selected: [String]
    let language: Language

    var body: some HTML {
        ChipRow("Browse by tag") {
            for entry in browse where entry.stories > 0 || selected.contains(entry.tag.key) {
                Chip(
                    .verbatim(entry.tag.name(in: language)), href: StoryTag(entry.tag.name).map(StoryFilter.address(of:)) ?? StoriesPaths.search(),
                    isSelected: selected.contains(entry.tag.key), count: entry.stories)
            }
        }
    }
}

/// One line of what was found; what it is stands beside it wherever kinds are mixed.
struct FoundLine: HTML {
    let line: StorySearch.Line
    let page: SearchPage

    var body: some HTML {
        switch line {
        case .story(let found):
            StoryRow(found: found, browse: page.names, language: page.language, showsKind: !page.filter.words.isEmpty)
        case .person(let id, let name, let stories):
            other(name, href: page.profile(id), sign: Avatar(name).node, kind: "Author", stories)
        case .tag(let tag, let name, let stories):
            other("#\(name)", href: StoryFilter.address(of: tag), sign: Icon.tag.node, kind: "Tag of a story", stories)
        }
    }

    private func other(_ name: String, href: String, sign: Node, kind: Text, _ stories: Int) -> some HTML {
        article(.class("cover-row found-other")) {
            span(.class("found-sign"), .aria("hidden", true)) { sign }
            div(.class("cover-row-words")) {
                h3 { a(.class("stretched"), .href(href), .dir("auto")) { name } }
                div(.class("facts")) {
                    Badge(kind, tone: .info)
                    span { "\(stories) stories" }
                }
            }
        }
    }
}
