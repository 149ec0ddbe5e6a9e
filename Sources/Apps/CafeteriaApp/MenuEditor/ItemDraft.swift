import Core
import Web

/// An item as the form sends it.
struct ItemForm: Decodable, Sendable {
    var name: String?
    var category: String?
    var description: String?
    var price: String?
    var preparation: String?
    var station: String?
    var work: String?
    var portions: String?
    var from: String?
    var until: String?
    var days: [String]?
    var allergens: [String]?
    var diets: [String]?
    var choices: String?
    var energy: String?
    var protein: String?
    var carbohydrates: String?
    var fat: String?
    var isAvailable: Bool?
}

extension Nutrition {
    /// What a form says of it; nil where it says nothing.
    fileprivate init?(_ form: ItemForm) {
        func grams(_ text: String?) -> Double? {
            text.flatMap { Double($0.trimmed.replacing(",", with: ".")) }.flatMap { (0...1000).contains($0) ? $0 : nil }
        }
        let energy = form.energy.flatMap { Int($0.trimmed) }.flatMap { (0...5000).contains($0) ? $0 : nil }
        self.init(energy: energy, protein: grams(form.protein), carbohydrates: grams(form.carbohydrates), fat: grams(form.fat))
        if self == Nutrition() { return nil }
    }
}

/// An item that may be kept.
struct ItemDraft: Sendable {
    let name: String
    let category: CategoryID
    let description: String
    let price: Int
    let preparation: Int
    let station: StationID
    let work: Int
    let portions: Int?
    let serving: Serving
    let allergens: [Allergen]
    let diets: [Diet]
    let choices: [ChoiceText.Group]
    let nutrition: Nutrition?
    let isAvailable: Bool

    /// Checks a form.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: ItemForm, categories: [MenuCategory], stations: [Station], currency: String) throws(Problem) {
        var wrong: [String: Text] = [:]
        name = (form.name ?? "").tidied()
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > MenuItem.longestName { wrong["name"] = "Write at most \(MenuItem.longestName) characters." }
        description = (form.description ?? "").tidiedLines()
        if description.length > MenuItem.longestDescription { wrong["description"] = "Write at most \(MenuItem.longestDescription) characters." }
        let chosen = form.category.flatMap { CategoryID($0) }
        category = categories.first { $0.id == chosen }?.id ?? CategoryID(0)
        if category.number == 0 { wrong["category"] = "Choose a category." }
        let made = form.station.flatMap { StationID($0) }
        station = stations.first { $0.id == made }?.id ?? StationID(0)
        if station.number == 0 { wrong["station"] = "Choose a station." }
        let money = Money(typed: form.price ?? "", currency: currency)
        price = money?.minor ?? 0
        if money.map({ !(0...1_000_000_00).contains($0.minor) }) ?? true { wrong["price"] = "Enter a price like 250." }
        let minutes = Int((form.preparation ?? "").trimmed)
        preparation = minutes ?? 0
        if minutes.map({ !(0...600).contains($0) }) ?? true { wrong["preparation"] = "Enter minutes from 0 to 600." }
        let units = Int((form.work ?? "1").trimmed)
        work = units ?? 0
        if units.map({ !(0...1000).contains($0) }) ?? true { wrong["work"] = "Enter a number from 0 to 1000." }
        let count = (form.portions ?? "").trimmed
        portions = Int(count)
        if !count.isEmpty, portions.map({ !(0...100_000).contains($0) }) ?? true { wrong["portions"] = "Enter a number, or leave it empty." }
        let days = (form.days ?? []).compactMap { Int($0) }.filter { (0...6).contains($0) }
        if days.isEmpty { wrong["days"] = "Choose at least one day." }
        let (from, until) = (form.from.flatMap(MenuBook.minutes), form.until.flatMap(MenuBook.minutes))
        if (from == nil) != (until == nil) || from.map({ $0 >= until ?? 0 }) ?? false { wrong["from"] = "Enter both times, the earlier one first." }
        let hours = from.flatMap { from in until.flatMap { from < $0 ? from..<$0 : nil } }
        serving = Serving(days: days.reduce(0) { $0 | 1 << $1 }, hours: hours)
        allergens = (form.allergens ?? []).compactMap(Allergen.init)
        diets = (form.diets ?? []).compactMap(Diet.init)
        let groups = ChoiceText.read(form.choices ?? "", currency: currency)
        choices = groups ?? []
        if groups == nil { wrong["choices"] = "Write a line like “Size: Small, Large +30”." }
        nutrition = Nutrition(form)
        isAvailable = form.isAvailable ?? false
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "cafeteria.item-wrong", "The item wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }
}
