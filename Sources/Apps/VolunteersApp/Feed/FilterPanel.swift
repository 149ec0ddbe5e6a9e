import Core
import Interface
import Markup
import Web

/// The filter button of the feed and what opens from it (VOL-011, VOL-012).
struct FilterPanel: HTML {
    let filter: FeedFilter
    let categories: CategoryList
    let language: Language

    var body: some HTML {
        details(.class("filter-panel"), .data("filter"), .data("tour", "filter")) {
            summary(.class("button button-secondary")) {
                Icon.filter
                span { "Filter" }
            }
            Form(VolunteersPaths.home(), method: .get) {
                Select(
                    "Category", name: "category",
                    choices: [Choice("", "All categories")] + categories.alphabetical(in: language).map { $0.choice(in: language) },
                    selected: filter.category?.description ?? "", isRequired: true)
                TextField("Posted by", name: "poster", value: filter.poster ?? "", .maxlength(FeedFilter.longestPoster), .autocomplete("off"))
                Select(
                    "Time", name: "period", choices: FeedPeriod.allCases.map { Choice($0.rawValue, $0.name) }, selected: filter.period.rawValue,
                    isRequired: true)
                Select(
                    "Sort by", name: "sort", choices: FeedOrder.allCases.map { Choice($0.rawValue, $0.name) }, selected: filter.chosenOrder.rawValue,
                    isRequired: true)
                if filter.isThisWeek { input(.type("hidden"), .name("when"), .value("week")) }
                if filter.isNear { input(.type("hidden"), .name("near"), .value("me")) }
                Actions {
                    Button("Show", icon: .check)
                    LinkButton("Clear", href: VolunteersPaths.home(), style: .secondary)
                }
            }
        }
    }
}

/// What is needed soon, and what else narrows or orders the feed now; each of these chips takes one choice away.
struct ActiveFilters: HTML {
    let filter: FeedFilter
    let categories: CategoryList
    let language: Language
    /// Whether it is known where the reader is.
    let hasArea: Bool

    var body: some HTML {
        ChipRow("Filters") {
            Chip("This week", href: address { $0.isThisWeek.toggle() }, isSelected: filter.isThisWeek, isRemovable: filter.isThisWeek)
            if hasArea || filter.isNear {
                Chip("Near me", href: address { $0.isNear.toggle() }, isSelected: filter.isNear, isRemovable: filter.isNear)
            }
            if !filter.isUsual {
                if let category = filter.category.flatMap({ categories[$0] }) {
                    Chip(.verbatim(category.name(in: language)), href: address { $0.category = nil }, isSelected: true, isRemovable: true)
                }
                if let poster = filter.poster {
                    Chip("By \(poster)", href: address { $0.poster = nil }, isSelected: true, isRemovable: true)
                }
                if filter.period != .ever {
                    Chip(filter.period.name, href: address { $0.period = .ever }, isSelected: true, isRemovable: true)
                }
                if filter.sort != .time || filter.isAscending != nil {
                    Chip(
                        filter.chosenOrder.name,
                        href: address {
                            $0.sort = .time
                            $0.isAscending = nil
                        }, isSelected: true, isRemovable: true)
                }
            }
        }
    }

    private func address(_ change: (inout FeedFilter) -> Void) -> String {
        var changed = filter
        change(&changed)
        return FeedPage.address(changed)
    }
}
