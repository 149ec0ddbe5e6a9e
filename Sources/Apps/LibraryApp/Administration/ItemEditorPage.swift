import Core
import Interface
import Markup
import Reading
import Web

/// The editor of one item: every field has its own form, filled with what is there (LIB-094, LIB-095).
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
        PageHeader(title) {
            if let publication = item.publication {
                LinkButton(
                    item.status == .published ? "Open in the reader" : "Preview", href: ReadingPaths.publication(publication), icon: .eye,
                    style: .secondary)
            }
        }
        ProblemNotice(rejected?.problem)
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
            p(.class("muted")) { "Each field is saved on its own and checked before it is taken over." }
            div(.class("single-fields")) { singleFields }
        }
    }

    private var singleFields: some HTML {
        Fragment {
            SingleField(item: item) {
                TextField(
                    "Title", name: "title", value: written(\.title, item.title), error: error(.title), isRequired: true,
                    .maxlength(ItemMetadata.longestTitle))
            }
            SingleField(item: item) {
                TextArea(
                    "Authors", name: "authors", value: written(\.authors, item.authors.joined(separator: "\n")), lines: 3,
                    hint: "One name per line.", error: error(.authors))
            }
            SingleField(item: item, isWide: true) {
                TextArea(
                    "Description", name: "description", value: written(\.description, item.description),
                    hint: "Up to 500 characters; readers see it on the item's page.", error: error(.description),
                    .maxlength(ItemMetadata.longestDescription))
            }
            SingleField(item: item) {
                TextField(
                    "Year of publication", name: "year", value: written(\.year, item.year.map(String.init) ?? ""), error: error(.year),
                    .inputmode("numeric"), .maxlength(4))
            }
            SingleField(item: item) {
                TextField("ISBN", name: "isbn", value: written(\.isbn, item.isbn ?? ""), error: error(.isbn), .maxlength(20))
            }
            SingleField(item: item) {
                Select(
                    "Language", name: "language", choices: languages.map { Choice($0.tag.rawValue, .verbatim($0.name)) },
                    selected: written(\.language, item.language.rawValue), error: error(.language))
            }
            SingleField(item: item) {
                Select(
                    "Kind", name: "kind", choices: ItemKind.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: written(\.kind, item.kind.rawValue), error: error(.kind))
            }
            SingleField(item: item) {
                Select(
                    "Format", name: "format", choices: ItemFormat.allCases.map { Choice($0.rawValue, $0.name) },
                    selected: written(\.format, item.format?.rawValue ?? ""), error: error(.format))
            }
            SingleField(item: item, isWide: true) { CategoryChoices(tree: categories, chosen: chosen, error: error(.categories)) }
        }
    }

    private var chosen: Set<CategoryID> {
        Set(rejected?.change.categories?.compactMap(CategoryID.init) ?? item.categories.map(\.id))
    }

    private var facts: some HTML {
        Card("About this item") {
            DescriptionList([
                .init("Permanent name") { code { item.uuid } },
                .init("Words") { "\(item.words)" as Text },
                .init("Times read") { "\(item.readCount)" as Text },
                .init("Added") { "\(moment: item.createdAt)" as Text },
                .init("Last changed") { "\(moment: item.changedAt)" as Text },
            ])
        }
    }

    private func written(_ sent: KeyPath<ItemChange, String?>, _ stored: String) -> String {
        rejected?.change[keyPath: sent] ?? stored
    }

    private func error(_ field: ItemField) -> Text? { rejected?.problem.fields[field.rawValue] }
}

/// One field with its own button.
struct SingleField: HTML {
    let item: Item
    let isWide: Bool
    let content: Node

    init(item: Item, isWide: Bool = false, @HTMLBuilder content: () -> Node) {
        self.item = item
        self.isWide = isWide
        self.content = content()
    }

    var body: some HTML {
        Form(LibraryPaths.adminItem(item.id), .class("form-single"), .if(isWide, .class("form-single-wide"))) {
            input(.type("hidden"), .name("version"), .value(String(item.version)))
            content
            Button("Save", style: .secondary)
        }
    }
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
            if let error { Notice(.danger) { error } }
            // Says that the boxes were sent, also when none of them is ticked.
            input(.type("hidden"), .name("categories.sent"), .value("1"))
        }
    }
}
