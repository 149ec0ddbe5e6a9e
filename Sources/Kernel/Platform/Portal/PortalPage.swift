import Core
import Interface
import Markup
import Web

/// The first page of the portal: what needs attention, then every place that is open to this person.
struct PortalPage: PageAnswer {
    let items: [AdminAlert]
    let sections: [NavigationSection]
    /// What happened today, in each app that tells of it.
    var today: [(subject: Text?, figures: [PortalFigures.Figure])] = []
    /// What happened in the last seven days.
    var figures: [PortalFigures.Figure] = []
    /// What the site still needs; nil once nothing is left.
    var setup: SetupList?
    /// What a place was asked for by; empty on the first page.
    var words = ""

    var title: Text { "Administration" }
    var shell: ShellStyle { .admin }
    var activePath: String? { SitePaths.administration() }

    var body: some HTML {
        PageHeader(title)
        // On a phone the field is here; what is typed narrows the places as it does in the menu.
        div(.data("portal-places")) { found }
    }

    @HTMLBuilder private var found: Node {
        div(.class("portal-finder")) { PlaceFinder(words: words) }
        if words.isEmpty {
            div(.class("portal-columns")) {
                div {
                    if let setup {
                        SectionHeader("Get started")
                        SetupChecklist(list: setup, isFolded: true)
                    }
                    alerts
                }
                if !today.isEmpty || !figures.isEmpty {
                    div {
                        for part in today { told(part.subject.map { "Today: \($0)" } ?? "Today", part.figures) }
                        if !figures.isEmpty { told("The last 7 days", figures) }
                    }
                }
            }
        }
        if sections.isEmpty {
            EmptyState(.search, title: "No page found", message: "Try another word, or go back to all pages.") {
                LinkButton("All pages", href: SitePaths.administration(), style: .secondary)
            }
        }
        if words.isEmpty {
            // The menu beside it has them too: what waits comes first, and the map is one tap away.
            Disclosure("All pages", isOpen: setup == nil && items.isEmpty, .data("place-fold")) { places }
        } else {
            places
        }
    }

    @HTMLBuilder private func told(_ title: Text, _ figures: [PortalFigures.Figure]) -> Node {
        SectionHeader(title)
        StatGrid { for figure in figures { StatCard(figure.label, value: figure.value, detail: figure.detail, href: figure.path) } }
    }

    /// In the order of the menu, each app under its name.
    @HTMLBuilder private var places: Node {
        for section in sections {
            for part in section.parts { PlaceSection(section: part) }
            if !section.items.isEmpty { PlaceSection(section: NavigationSection(section.title, items: section.items)) }
        }
    }

    @HTMLBuilder private var alerts: Node {
        SectionHeader("Needs attention")
        if items.isEmpty {
            Alert(.success, title: "Nothing to do right now") { p { "New tasks appear here." } }
        } else {
            ul(.class("attention")) {
                for item in items {
                    li(.class(item.isUrgent ? "is-urgent" : "")) {
                        LinkCard(item.title, detail: item.detail, icon: item.isUrgent ? .warning : .info, href: item.path)
                    }
                }
            }
        }
    }
}

/// A group of places, each with what it is for.
private struct PlaceSection: HTML {
    let section: NavigationSection

    var body: some HTML {
        Markup.section(.class("place-section"), .aria("label", section.title)) {
            SectionHeader(section.title)
            PlaceList(items: section.items)
        }
    }
}

private struct PlaceList: HTML {
    let items: [NavigationItem]

    var body: some HTML {
        ul(.class("places")) {
            for item in items {
                li(item.searchedAs.map { .data("search", text: $0) } ?? .nothing) {
                    a(.href(item.path)) {
                        item.icon
                        span(.class("place-words")) {
                            strong { item.label }
                            if let summary = item.summary { span(.class("muted")) { summary } }
                        }
                    }
                }
            }
        }
    }
}

extension [NavigationSection] {
    /// The places that have all of the words in their label or summary, or are searched by them, in the reader's language.
    func matching(_ words: String, _ render: (Text) -> String) -> Self {
        let wanted = words.lowercased().split(separator: " ")
        func fits(_ item: NavigationItem, _ titles: [Text]) -> Bool {
            let text = ([item.label] + titles + [item.summary, item.searchedAs].compactMap(\.self)).map { render($0).lowercased() }.joined(
                separator: " ")
            return wanted.allSatisfy { word in
                // Asked for in the plural, in English.
                text.contains(word) || word.count > 3 && word.hasSuffix("s") && text.contains(word.dropLast())
            }
        }
        return map { section in
            NavigationSection(
                section.title, items: section.items.filter { fits($0, [section.title]) },
                parts: section.parts.map { part in
                    NavigationSection(part.title, items: part.items.filter { fits($0, [section.title, part.title]) })
                }.filter { !$0.items.isEmpty })
        }.filter { !$0.all.isEmpty }
    }
}
