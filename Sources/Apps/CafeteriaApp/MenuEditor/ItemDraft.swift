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
    /// Which days: every one, Monday to Friday, or those of ``days``, which are meant where it says nothing.
    var week: ServedWeek?
    var days: [String]?
    var allergens: [String]?
    var diets: [String]?
    /// As a table has them; the form of the page has rows.
    var choices: String?
    var energy: String?
    var protein: String?
    var carbohydrates: String?
    var fat: String?
    var isAvailable: Bool?
    var removesPicture: Bool?
    /// Which part of a picture lists show: per cent from its top or left; empty where nobody chose it.
    var focus: String?

    var pictureFocus: Int? { focus.flatMap { Int($0) }.map { min(100, max(0, $0)) } }
}

/// The days on which an item is served, as its form offers them.
enum ServedWeek: String, Decodable, Sendable, CaseIterable {
    case daily, weekdays, chosen

    /// The first that means these days, of which Monday is `0`.
    init(_ days: [String]) { self = Self.allCases.first { $0.days.map(Set.init) == Set(days) } ?? .chosen }

    /// The days as a form sends them; nil for those that are ticked.
    var days: [String]? {
        switch self {
        case .daily: (0..<7).map(String.init)
        case .weekdays: (0..<5).map(String.init)
        case .chosen: nil
        }
    }

    var name: Text {
        switch self {
        case .daily: "Every day"
        case .weekdays: "Weekdays"
        case .chosen: "Other days"
        }
    }
}

extension Nutrition {
    /// What a form says of it; nil where it says nothing.
    fileprivate init?(_ form: ItemForm, _ wrong: inout [String: Text]) {
        func number(_ field: String, _ text: String?, most: Double) -> Double? {
            let text = (text ?? "").trimmed.replacing(",", with: ".")
            guard !text.isEmpty else { return nil }
            guard let number = Double(text), (0...most).contains(number) else {
                wrong[field] = "Enter a number from 0 to \(Int(most)), or leave it empty."
                return nil
            }
            return number
        }
        self.init(
            energy: number("energy", form.energy, most: 5000).map { Int($0.rounded()) }, protein: number("protein", form.protein, most: 1000),
            carbohydrates: number("carbohydrates", form.carbohydrates, most: 1000), fat: number("fat", form.fat, most: 1000))
        if self == Nutrition() { return nil }
    }
}

/// An item that may be kept.
struct ItemDraft: Sendable, Equatable {
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
    let hasNoAllergens: Bool
    let diets: [Diet]
    let choices: [ChoiceText.Group]
    let nutrition: Nutrition?
    let isAvailable: Bool

    /// Checks a form.
    /// - Parameter rows: its choices; nil where it has them as a text.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: ItemForm, rows: ChoiceRows? = nil, categories: [MenuCategory], stations: [Station], currency: String) throws(Problem) {
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
        let amount = Self.price(form.price, currency: currency)
        price = amount ?? 0
        if amount == nil { wrong["price"] = Self.wrongPrice }
        let minutes = Int((form.preparation ?? "").trimmed)
        preparation = minutes ?? 0
        if minutes.map({ !(0...600).contains($0) }) ?? true { wrong["preparation"] = "Enter minutes from 0 to 600." }
        let units = Int((form.work ?? "1").trimmed)
        work = units ?? 0
        if units.map({ !(0...1000).contains($0) }) ?? true { wrong["work"] = "Enter a number from 0 to 1000." }
        let count = (form.portions ?? "").trimmed
        portions = Int(count)
        if !count.isEmpty, portions.map({ !(0...100_000).contains($0) }) ?? true { wrong["portions"] = "Enter a number, or leave it empty." }
        serving = Serving(form, &wrong)
        let contains = form.allergens ?? []
        hasNoAllergens = contains.contains(Allergen.none)
        allergens = Self.words(contains.filter { $0 != Allergen.none }, "allergens", &wrong)
        if hasNoAllergens, contains.count > 1 { wrong["allergens"] = "Choose what it contains, or none of them." }
        diets = Self.words(form.diets, "diets", &wrong)
        for diet in diets {
            if let wrongOne = allergens.first(where: diet.excludes.contains) {
                wrong["diets"] = "It contains “\(wrongOne.name)”, so it can’t be “\(diet.name)”."
            }
        }
        if let rows {
            choices = rows.checked(currency: currency, &wrong)
        } else {
            let groups = ChoiceText.read(form.choices ?? "", currency: currency)
            choices = groups ?? []
            if groups == nil { wrong["choices"] = "Write a line like “Size: Small, Large +30”." }
        }
        nutrition = Nutrition(form, &wrong)
        isAvailable = form.isAvailable ?? false
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "cafeteria.item-wrong", "The item wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }

    static let wrongPrice: Text = "Enter a price like 250."

    /// The price that was typed; nil where it is none.
    static func price(_ typed: String?, currency: String) -> Int? {
        Money(typed: typed ?? "", currency: currency).flatMap { (0...MenuItem.highestPrice).contains($0.minor) ? $0.minor : nil }
    }

    /// Each once, in the order in which they are listed everywhere. An allergen that nobody knows must not get lost.
    private static func words<Value: RawRepresentable<String> & CaseIterable & Equatable>(
        _ chosen: [String]?, _ field: String, _ wrong: inout [String: Text]
    ) -> [Value] {
        let chosen = chosen ?? []
        let values = chosen.compactMap(Value.init)
        if let unknown = chosen.first(where: { Value(rawValue: $0) == nil }) { wrong[field] = "“\(unknown)” isn’t one of the choices." }
        return Value.allCases.filter { values.contains($0) }
    }
}

extension Serving {
    /// The days and hours that a form says.
    fileprivate init(_ form: ItemForm, _ wrong: inout [String: Text]) {
        let chosen = form.week?.days ?? form.days ?? []
        let days = chosen.compactMap { Int($0) }.filter { (0...6).contains($0) }
        if days.isEmpty { wrong["days"] = "Choose at least one day." }
        if days.count < chosen.count { wrong["days"] = "Write days like “Mon-Fri” or “Sat, Sun”." }
        let (from, until) = (form.from.flatMap(MenuBook.minutes), form.until.flatMap(MenuBook.minutes))
        let isGiven = !(form.from ?? "").trimmed.isEmpty || !(form.until ?? "").trimmed.isEmpty
        let hours = from.flatMap { from in until.flatMap { from < $0 ? from..<$0 : nil } }
        if isGiven, hours == nil { wrong["from"] = "Enter both times, the earlier one first." }
        self.init(days: days.reduce(0) { $0 | 1 << $1 }, hours: hours)
    }
}
