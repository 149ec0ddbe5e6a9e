import Core
import Interface
import Localization
import Markup
import Platform
import Web

/// The filter of stories: a plain form that opens from a line.
struct FilterPanel: HTML {
    let page: SearchPage

    var body: some HTML {
        let filter = page.filter
        Disclosure("Filter and sort", .class("story-filter"), .data("filter-sheet")) {
            Form(StoriesPaths.search(), method: .get, .class("filter-form")) {
                div(.class("filter-head")) {
                    h2(.id("filter-title"), .tabindex(-1), .data("filter-title")) { "Filter and sort" }
                    IconButton(.close, label: "Close", .type("button"), .data("filter-close"))
                }
                if !filter.words.isEmpty { input(.type("hidden"), .name("q"), .value(filter.words)) }
                if let author = filter.author { input(.type("hidden"), .name("author"), .value(author.description)) }
                Select(
                    "Sort by", name: "sort", choices: orders.map { Choice($0.rawValue, $0.name) }, selected: filter.order.rawValue, isRequired: true)
                TextField(
                    "With tags", name: "tags", value: filter.tags.map(\.name).joined(separator: ", "), .placeholder("winter, sisters"),
                    .maxlength(400), .autocomplete("off"), suggestions)
                TextField(
                    "Without tags", name: "without", value: filter.without.map(\.name).joined(separator: ", "), .placeholder("war, ghosts"),
                    .maxlength(400), .autocomplete("off"), suggestions)
                select("Length", "length", StoryLength.allCases.map { Choice($0.rawValue, $0.name) }, filter.length?.rawValue, any: "Any length")
                select(
                    "Status", "progress", StoryProgress.allCases.map { Choice($0.rawValue, $0.name) }, filter.progress?.rawValue,
                    any: "Complete and ongoing")
                select("Updated", "updated", StoryUpdate.allCases.map { Choice($0.rawValue, $0.name) }, filter.updated?.rawValue, any: "Any time")
                select(
                    "Language", "language", languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) }, filter.language?.base,
                    any: "All languages")
                boxes("Audience", "rating", StoryRating.allCases.map { ($0.rawValue, $0.name, filter.ratings.contains($0)) })
                boxes("Hide stories with", "hide", ContentWarning.allCases.map { ($0.rawValue, $0.name, filter.hidden.contains($0)) })
                Actions {
                    Button(label, icon: .filter, .data("filter-show"))
                    if filter.isNarrow || filter.chosenOrder != nil { LinkButton("Clear", href: page.cleared, style: .quiet) }
                }
            }
        }
    }

    private var suggestions: Attribute {
        .group([.data("tag-suggest", StoriesPaths.searchTags()), .data("found", text: "Suggestions are below. Use the arrow keys.")])
    }

    private var label: Text {
        guard let findings = page.findings, findings.totalIsExact else { return "Show" }
        return "Show \(findings.total) stories"
    }

    /// The best match is one only where there are words.
    private var orders: [StoryOrder] { StoryOrder.allCases.filter { $0 != .relevance || !page.filter.words.isEmpty } }

    private var languages: [Language] {
        (page.languages + [page.filter.language.map { Language($0.base) }].compactMap(\.self)).unique
    }

    private func select(_ label: Text, _ name: String, _ choices: [Choice], _ selected: String?, any: Text) -> some HTML {
        Select(label, name: name, choices: [Choice("", any)] + choices, selected: selected ?? "", isRequired: true)
    }

    private func boxes(_ label: Text, _ name: String, _ choices: [(value: String, name: Text, isOn: Bool)]) -> some HTML {
        div(.class("filter-wide")) {
            FieldGroup(label, name: name) {
                div(.class("choices-row")) {
                    for choice in choices { Checkbox(choice.name, name: name, value: choice.value, isChecked: choice.isOn) }
                }
            }
        }
    }
}

/// What narrows or orders the list now; each chip takes one choice away.
struct ActiveFilters: HTML {
    let page: SearchPage

    var body: some HTML {
        let filter = page.filter
        if filter.isNarrow || filter.chosenOrder != nil {
            ChipRow("Filters") {
                for tag in filter.tags {
                    chip(.verbatim("#\(page.names.name(of: tag, in: page.language))")) { $0.tags.removeAll { $0 == tag } }
                }
                for tag in filter.without {
                    chip("Without #\(page.names.name(of: tag, in: page.language))") { $0.without.removeAll { $0 == tag } }
                }
                for warning in ContentWarning.inOrder(filter.hidden) { chip("Without: \(warning.name)") { $0.hidden.remove(warning) } }
                for rating in StoryRating.allCases where filter.ratings.contains(rating) { chip(rating.name) { $0.ratings.remove(rating) } }
                if let length = filter.length { chip(length.name) { $0.length = nil } }
                if let progress = filter.progress { chip(progress.name) { $0.progress = nil } }
                if let updated = filter.updated { chip(updated.name) { $0.updated = nil } }
                if let language = filter.language { chip(.verbatim(language.nativeName)) { $0.language = nil } }
                if filter.author != nil { chip("By \(page.author ?? "")") { $0.author = nil } }
                if let order = filter.chosenOrder { chip(order.name) { $0.chosenOrder = nil } }
                Chip("Clear all", href: page.cleared)
            }
        }
    }

    private func chip(_ label: Text, _ change: (inout StoryFilter) -> Void) -> Chip {
        Chip(label, href: page.filter.address(change), isSelected: true, isRemovable: true)
    }
}
