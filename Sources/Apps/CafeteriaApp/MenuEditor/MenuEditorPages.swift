import Core
import Interface
import Markup
import Platform
import Web

extension ItemForm {
    /// The form of a new item.
    static let new = ItemForm(
        preparation: "10", work: "1", days: (0..<7).map(String.init), isAvailable: true)

    /// An item as it is.
    init(_ offer: Offer, currency: String) {
        let item = offer.item
        name = item.name
        category = item.category.description
        description = item.description
        price = ChoiceText.amount(item.price, currency)
        preparation = String(item.preparation)
        station = item.station.description
        work = String(item.work)
        portions = item.portions.map(String.init)
        from = item.serving.hours.map { OpeningHours.clock($0.lowerBound) }
        until = item.serving.hours.map { OpeningHours.clock($0.upperBound) }
        days = (0..<7).filter { item.serving.days & (1 << $0) != 0 }.map(String.init)
        allergens = item.hasNoAllergens ? [Allergen.none] : item.allergens.map(\.rawValue)
        diets = item.diets.map(\.rawValue)
        choices = ChoiceText.write(offer.groups, currency: currency)
        energy = item.nutrition?.energy.map(String.init)
        protein = item.nutrition?.protein.map { String($0) }
        carbohydrates = item.nutrition?.carbohydrates.map { String($0) }
        fat = item.nutrition?.fat.map { String($0) }
        isAvailable = item.isAvailable
    }
}

/// The form of an item.
struct ItemFormPage: PageAnswer {
    /// nil is a new one.
    let item: MenuItemID?
    let picture: StoredPicture?
    let form: ItemForm
    let rows: ChoiceRows
    let categories: [MenuCategory]
    let stations: [Station]
    let currency: String
    let language: Language
    var problem: Problem?
    /// The id of the control of ``rows`` that is used next.
    var focus: String?

    var scripts: [String] { ["cafeteria/js/choices.js", "cafeteria/js/item-picture.js"] }
    var title: Text { item == nil ? "New item" : form.name.flatMap { $0.trimmed.isEmpty ? nil : .verbatim($0) } ?? "Edit item" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { CafeteriaPaths.adminMenu() }

    private func wrong(_ field: String) -> Text? { problem?.fields[field] }
    private var week: ServedWeek { form.week ?? ServedWeek(form.days ?? []) }

    var body: some HTML {
        PageHeader(title, crumbs: [Crumb("Menu", href: CafeteriaPaths.adminMenu())]) {
            if let item { LinkButton("See as customer", href: CafeteriaPaths.item(item), icon: .eye, style: .secondary) }
        }
        ProblemAlert(problem)
        Form(item.map { CafeteriaPaths.adminItem($0) } ?? CafeteriaPaths.adminNewItem(), hasFiles: true, .class("stack")) {
            EnterButton()
            Card("What it is") {
                TextField("Name", name: "name", value: form.name ?? "", error: wrong("name"), isRequired: true, .maxlength(MenuItem.longestName))
                TextField(
                    "Price in \(currency)", name: "price", value: form.price ?? "", error: wrong("price"), isRequired: true,
                    .custom("inputmode", "decimal"))
                Select(
                    "Category", name: "category", choices: categories.map { Choice($0.id.description, .verbatim($0.name(in: language))) },
                    selected: form.category, error: wrong("category"))
                pictureField
                Checkbox("Available now", name: "isAvailable", isChecked: form.isAvailable ?? false)
            }
            topic("Description", ["description"], isUsed: !(form.description ?? "").isEmpty) {
                TextArea(
                    "Description", name: "description", value: form.description ?? "", lines: 3, error: wrong("description"), isRequired: false,
                    .maxlength(MenuItem.longestDescription))
            }
            topic("Allergens and diet", ["allergens", "diets"], isUsed: !(form.allergens ?? []).isEmpty || !(form.diets ?? []).isEmpty) {
                FieldGroup("Contains", name: "allergens", error: wrong("allergens")) {
                    div(.class("allergen-grid")) {
                        for allergen in Allergen.allCases {
                            Checkbox(
                                allergen.name, name: "allergens", value: allergen.rawValue,
                                isChecked: (form.allergens ?? []).contains(allergen.rawValue))
                        }
                    }
                    Checkbox(
                        "None of these", name: "allergens", value: Allergen.none, isChecked: (form.allergens ?? []).contains(Allergen.none),
                        hint: "Until you tick something here, allergen filters leave the item out.")
                }
                FieldGroup("Diet", name: "diets", error: wrong("diets")) {
                    for diet in Diet.allCases {
                        Checkbox(diet.name, name: "diets", value: diet.rawValue, isChecked: (form.diets ?? []).contains(diet.rawValue))
                    }
                }
            }
            topic("Choices", ["choices"], isUsed: !rows.groups.isEmpty || focus != nil) {
                ChoiceEditor(rows: rows, currency: currency, wrong: problem?.fields ?? [:], focus: focus)
            }
            topic("Kitchen", ["station", "preparation", "work", "portions"], isUsed: item != nil) {
                Select(
                    "Station", name: "station", choices: stations.map { Choice($0.id.description, .verbatim($0.name)) }, selected: form.station,
                    error: wrong("station"))
                TextField(
                    "Preparation time in minutes", name: "preparation", value: form.preparation ?? "", kind: .number, error: wrong("preparation"),
                    isRequired: true, .min("0"), .max("600"))
                TextField(
                    "Counts as", name: "work", value: form.work ?? "1", kind: .number,
                    hint: "Portions, usually 1. Write 2 for a dish that takes the station twice the work, 0 for one that takes none.",
                    error: wrong("work"), isRequired: true, .min("0"), .max("1000"))
                TextField(
                    "Portions a day", name: "portions", value: form.portions ?? "", kind: .number,
                    hint: "Leave it empty for as many as are ordered.", error: wrong("portions"), .min("0"))
            }
            topic("When it’s served", ["days", "from"], isUsed: week != .daily || !(form.from ?? "").isEmpty) {
                ServedDays(week: week, days: form.days ?? [], error: wrong("days"))
                TextField("From", name: "from", value: form.from ?? "", kind: .time, hint: "Leave both empty for all day.", error: wrong("from"))
                TextField("Until", name: "until", value: form.until ?? "", kind: .time)
            }
            topic(
                "Nutrition per portion", ["energy", "protein", "carbohydrates", "fat"],
                isUsed: [form.energy, form.protein, form.carbohydrates, form.fat].contains { !($0 ?? "").isEmpty }
            ) {
                TextField("Energy in kcal", name: "energy", value: form.energy ?? "", kind: .number, error: wrong("energy"), .min("0"), .max("5000"))
                TextField("Protein in grams", name: "protein", value: form.protein ?? "", error: wrong("protein"), .custom("inputmode", "decimal"))
                TextField(
                    "Carbohydrates in grams", name: "carbohydrates", value: form.carbohydrates ?? "", error: wrong("carbohydrates"),
                    .custom("inputmode", "decimal"))
                TextField("Fat in grams", name: "fat", value: form.fat ?? "", error: wrong("fat"), .custom("inputmode", "decimal"))
            }
            Actions { Button("Save") }
        }
        if let item {
            Card("Delete item") {
                Actions { LinkButton("Delete…", href: CafeteriaPaths.adminItemDelete(item), icon: .trash, style: .danger) }
            }
        }
    }

    /// What can be told later, folded until something is told, or wrong, there.
    private func topic(_ title: Text, _ fields: [String], isUsed: Bool, @HTMLBuilder content: () -> Node) -> Node {
        Disclosure(title, isOpen: isUsed || fields.contains { wrong($0) != nil }, .class("item-topic"), content: content).node
    }

    private var pictureField: some HTML {
        PictureField(item: item, picture: picture, form: form, error: wrong("picture"))
    }
}
