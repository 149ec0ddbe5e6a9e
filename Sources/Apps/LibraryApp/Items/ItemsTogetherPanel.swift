import Core
import Interface
import Markup

/// What is done with the items that are selected in the list above it.
struct ItemsTogetherPanel: HTML {
    let categories: CategoryTree
    let languages: [LibraryLanguage]
    let mayPublish: Bool

    var body: some HTML {
        Card("Edit selected items") {
            span(.id("edit-selected"), .class("selection-target"))
            p(.class("muted")) { "Select items in the list. Fields you leave empty don’t change." }
            div(.class("item-fields")) {
                select("Category", ItemField.categories.name, categories.choices, hint: "Added to the categories that each item has.")
                select("Language", ItemField.language.name, languages.map { Choice($0.tag.rawValue, .verbatim($0.name)) })
                select("Kind", ItemField.kind.name, ItemKind.allCases.map { Choice($0.rawValue, $0.name) })
                TextField(ItemField.series.label, name: ItemsTogether.name(ItemField.series.name), .maxlength(ItemMetadata.longestSeries))
                TextArea(ItemField.authors.label, name: ItemsTogether.name(ItemField.authors.name), lines: 2, hint: "One name per line.")
            }
            Actions {
                Button("Save", icon: .check)
                if mayPublish { Button("Save and publish", icon: .globe, style: .secondary, .name("status"), .value(ItemStatus.published.rawValue)) }
            }
        }
    }

    private func select(_ label: Text, _ name: String, _ choices: [Choice], hint: Text? = nil) -> some HTML {
        Select(label, name: ItemsTogether.name(name), choices: [Choice("", "Unchanged")] + choices, hint: hint, isRequired: false)
    }
}

/// How many items are ticked, and what can be done with them, always in sight. The script shows it; without one the panel has it all.
struct SelectionBar: HTML {
    let mayPublish: Bool

    var body: some HTML {
        div(.class("selection-bar"), .data("selection"), .flag("hidden")) {
            p(.class("selection-count"), .role("status"), .data("selection-count"), .data("words", text: "\("%1") selected"))
            LinkButton("Edit", href: "#edit-selected", icon: .edit, style: .secondary)
            if mayPublish { Button("Publish", icon: .globe, .name("status"), .value(ItemStatus.published.rawValue)) }
            IconButton(.close, label: "Clear selection", .type("button"), .data("selection-clear"))
        }
    }
}

/// The box before an item's title.
struct ItemBox: HTML {
    let item: ItemSummary

    var body: some HTML {
        label(.class("check row-check")) {
            input(.type("checkbox"), .name("item"), .value(item.id.description), .data("select"))
            span(.class("visually-hidden")) { "Select “\(item.title)”" }
        }
    }
}
