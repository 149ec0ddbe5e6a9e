import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// The funnel: category, language and the other facets of a list, as one form (LIB-020, LIB-021).
struct FilterMenu: HTML {
    let page: ItemListPage

    var body: some HTML {
        details(.class("menu list-menu"), .data("menu")) {
            Markup.summary(.class("icon-button icon-button-filled"), .aria("label", "Filter"), .title("Filter")) { Icon.filter }
            div(.class("menu-list list-menu-panel")) {
                Form(page.kind.path, method: .get) {
                    Select("Category", name: "category", choices: categories, selected: page.filter.category?.description ?? "")
                    Select("Language", name: "language", choices: languages, selected: page.filter.language?.rawValue ?? "")
                    for facet in ItemField.facets where values(of: facet).count >= facet.leastValues {
                        Select(
                            facet.title, name: facet.name, choices: [Choice("", facet.everything)] + values(of: facet),
                            selected: page.filter.facets[facet] ?? "")
                    }
                    if page.sort != .newest { input(.type("hidden"), .name("sort"), .value(page.sort.rawValue)) }
                    Actions { Button("Show", icon: .check) }
                }
                if let language = page.filter.language, language != page.remembered {
                    remember(language, "Always begin with books in \(language)")
                } else if page.remembered != nil {
                    remember(nil, "Begin with books in all languages")
                }
            }
        }
    }

    private func remember(_ language: Language?, _ words: Text) -> some HTML {
        Form(LibraryPaths.bookLanguage()) {
            input(.type("hidden"), .name("language"), .value(language?.rawValue ?? ""))
            input(.type("hidden"), .name("then"), .value(page.kind.path))
            Actions { Button(words, icon: .globe, style: .quiet) }
        }
    }

    private var categories: [Choice] {
        let counted = page.categories.categories.compactMap { category in
            page.facets.categories[category.id].map { count in
                Choice(category.id.description, .verbatim("\(page.categories.label(of: category.id)) (\(count))"))
            }
        }
        return [Choice("", "All categories")] + counted
    }

    private var languages: [Choice] {
        let counted = page.facets.languages.map { facet in
            let name = page.languages.first { $0.tag.rawValue == facet.value }?.name ?? Language(facet.value).nativeName
            return Choice(facet.value, .verbatim("\(name) (\(facet.count))"))
        }
        return [Choice("", "All languages")] + counted
    }

    private func values(of facet: ItemFacet) -> [Choice] {
        (page.facets.fields[facet.name] ?? []).map { Choice($0.value, facet.label($0.value)) }
    }
}

/// The double arrow: the order of a list.
struct SortMenu: HTML {
    let page: ItemListPage

    var body: some HTML {
        details(.class("menu list-menu"), .data("menu")) {
            Markup.summary(.class("icon-button icon-button-filled"), .aria("label", "Sort"), .title("Sort")) { Icon.sort }
            div(.class("menu-list")) {
                ul {
                    for sort in ItemSort.forReaders {
                        li {
                            a(
                                .class("menu-item"), .href(page.address(sort: sort)), .if(sort == page.sort, .aria("current", "true"))
                            ) {
                                sort.name
                                if sort == page.sort { Icon.check }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// The coloured buttons: the top categories that have something in them.
struct CategoryRow: HTML {
    let page: ItemListPage

    var body: some HTML {
        if !shown.isEmpty {
            ChipRow("Categories") {
                for category in shown {
                    CategoryButton(
                        .verbatim(category.name),
                        href: page.address { $0.category = $0.category == category.id ? nil : category.id },
                        hue: category.colour.hue, isSelected: page.filter.category == category.id)
                }
            }
        }
    }

    private var shown: [Category] {
        let parent = page.filter.category.flatMap { page.categories[$0] }
        let top = page.categories.children(of: nil)
        let below = parent.map { page.categories.children(of: $0.id) } ?? []
        return (top + below).filter { (page.facets.categories[$0.id] ?? 0) > 0 || $0.id == page.filter.category }
    }
}

/// What narrows the list now, each with a way to take it off (LIB-026).
struct ActiveFilters: HTML {
    let page: ItemListPage

    var body: some HTML {
        if page.filter.isNarrowed {
            ChipRow("Active filters") {
                if let category = page.filter.category {
                    Chip(
                        .verbatim(page.categories.label(of: category)), href: page.address { $0.category = nil }, isSelected: true, isRemovable: true)
                }
                if let language = page.filter.language {
                    Chip(.verbatim(language.nativeName), href: page.address { $0.language = nil }, isSelected: true, isRemovable: true)
                }
                for facet in ItemField.facets {
                    if let value = page.filter.facets[facet] {
                        Chip(facet.label(value), href: page.address { $0.facets[facet] = nil }, isSelected: true, isRemovable: true)
                    }
                }
                if let author = page.filter.author {
                    Chip(.verbatim(author), href: page.address { $0.author = nil }, isSelected: true, isRemovable: true)
                }
            }
        }
    }
}
