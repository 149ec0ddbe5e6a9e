import Core
import Interface
import Markup
import Reading
import Web

/// The editor of one item: one form for all fields, filled with what is there (LIB-094, LIB-095).
struct ItemEditorPage: PageAnswer {
    let item: Item
    let categories: CategoryTree
    let languages: [LibraryLanguage]
    let permissions: Permissions
    let uploadLimit: Int64
    /// What was sent and refused, so that nothing has to be written twice.
    var rejected: Rejected?

    /// What this person may do here.
    struct Permissions: Sendable {
        let mayEdit: Bool
        let mayPublish: Bool
        let mayDelete: Bool
    }

    /// A change that was refused.
    struct Rejected: Sendable {
        let change: ItemChange
        let problem: Problem
    }

    var title: Text { .verbatim(item.title) }
    var shell: ShellStyle { .admin }
    var status: Status { rejected == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Items", href: LibraryPaths.adminItems())]) {
            if let publication = item.publication {
                LinkButton(
                    item.status == .published ? "Open in the reader" : "Preview", href: ReadingPaths.publication(publication), icon: .eye,
                    style: .secondary)
            }
        }
        ProblemAlert(rejected?.problem)
        ItemStandingCard(item: item, permissions: permissions)
        if permissions.mayEdit, item.status != .deleted {
            fields
            ItemCoverCard(item: item)
            ItemFileCard(item: item, limit: uploadLimit)
        }
        facts
    }

    private var fields: some HTML {
        Card("Details") {
            p(.class("muted")) { "All fields are checked before anything is saved." }
            Form(LibraryPaths.adminItem(item.id), .class("item-form")) {
                input(.type("hidden"), .name("version"), .value(String(item.version)))
                div(.class("item-fields")) { inputs }
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    private var inputs: some HTML {
        Fragment {
            TextField(
                ItemField.title.label, name: ItemField.title.name, value: written(.title), error: error(.title), isRequired: true,
                .maxlength(ItemMetadata.longestTitle))
            TextArea(
                ItemField.authors.label, name: ItemField.authors.name, value: written(.authors), lines: 3, hint: "One name per line.",
                error: error(.authors))
            div(.class("item-field-wide")) {
                TextArea(
                    ItemField.description.label, name: ItemField.description.name, value: written(.description),
                    hint: "Up to 500 characters; readers see it on the item’s page.", error: error(.description),
                    .maxlength(ItemMetadata.longestDescription))
            }
            for (field, line) in ItemField.lines {
                TextField(
                    field.label, name: field.name, value: written(field), error: error(field), .if(line.isNumber, .inputmode("numeric")),
                    .maxlength(line.inputLength))
            }
            choice(.language, languages.map { Choice($0.tag.rawValue, .verbatim($0.name)) })
            choice(.kind, ItemKind.allCases.map { Choice($0.rawValue, $0.name) })
            choice(
                .format, (item.format == nil ? [Choice("", "Unknown")] : []) + ItemFormat.allCases.map { Choice($0.rawValue, $0.name) })
            div(.class("item-field-wide")) { CategoryChoices(tree: categories, chosen: chosen, error: error(.categories)) }
        }
    }

    private func choice(_ field: ItemField, _ choices: [Choice]) -> some HTML {
        Select(field.label, name: field.name, choices: choices, selected: written(field), error: error(field))
    }

    private var chosen: Set<CategoryID> { Set(written(.categories).split(separator: " ").compactMap { CategoryID(String($0)) }) }

    private var facts: some HTML {
        Card("About this item") {
            DescriptionList([
                .init("ID") { code { item.uuid } },
                .init("Words") { "\(item.words)" as Text },
                .init("Times read") { "\(item.readCount)" as Text },
                .init("Added") { "\(moment: item.createdAt)" as Text },
                .init("Last changed") { "\(moment: item.changedAt)" as Text },
            ])
        }
    }

    /// What was sent, else what is kept.
    private func written(_ field: ItemField) -> String { rejected?.change[field] ?? field.text(item.metadata) }

    private func error(_ field: ItemField) -> Text? { rejected?.problem.fields[field.name] }
}

/// All categories as boxes to tick, in the order of the tree.
struct CategoryChoices: HTML {
    let tree: CategoryTree
    let chosen: Set<CategoryID>
    var error: Text?

    var body: some HTML {
        FieldGroup("Categories") {
            div(.class("category-choices")) {
                for category in tree.categories {
                    Checkbox(
                        .verbatim(tree.label(of: category.id)), name: "categories", value: category.id.description,
                        isChecked: chosen.contains(category.id))
                }
            }
            if let error { Alert(.danger) { error } }
            // Says that the boxes were sent, also when none of them is ticked.
            input(.type("hidden"), .name("categories.sent"), .value("1"))
        }
    }
}
