import Core

/// A column of a menu in a table. Its raw value is its heading in the tables that the portal writes.
enum MenuColumn: String, Sendable, Codable, CaseIterable {
    case name, category, description, price, preparation, station, work, portions, days, from, until, choices, allergens, diets, energy, protein,
        carbohydrates, fat, available

    /// What a table must have for rows to be told apart.
    static let required: [MenuColumn] = [.name, .category]

    /// The column that a heading means; nil for one that a menu does not have.
    init?(heading: String) {
        let plain = Self.plain(heading)
        guard let column = Self.allCases.first(where: { $0.rawValue == plain || $0.aliases.contains(plain) }) else { return nil }
        self = column
    }

    /// `Prep. time (min)` as `preptime`: letters alone, without what stands in brackets and the unit behind.
    private static func plain(_ heading: String) -> String {
        let outside = heading.replacing(/\([^)]*\)|\[[^\]]*\]/, with: " ")
        let letters = outside.sortKey.filter { $0.isLetter || $0 == " " || $0 == "_" || $0 == "-" }
        let words = letters.split { !$0.isLetter }.filter { !units.contains(String($0)) }
        return words.joined()
    }

    private static let units: Set<String> = ["kes", "ksh", "sek", "kr", "g", "min", "in", "of", "the"]

    private var aliases: Set<String> {
        switch self {
        case .name: ["itemname", "item", "dish", "dishname", "title", "product", "productname", "menuitem", "namn", "rätt", "ratt"]
        case .category: ["categoryname", "categories", "section", "group", "menusection", "kategori"]
        case .description: ["details", "about", "ingredients", "itemdescription", "beskrivning"]
        case .price: ["unitprice", "itemprice", "cost", "amount", "pris"]
        case .preparation: ["preparationtime", "preparationminutes", "prep", "preptime", "minutes", "cookingtime", "tillagningstid"]
        case .station: ["kitchenstation", "preparedat", "madeat"]
        case .work: ["workperportion", "countsas", "effort"]
        case .portions: ["portionsaday", "portionsperday", "dailyportions", "dailylimit", "stock", "portioner"]
        case .days: ["day", "servedon", "daysserved", "weekdays", "dagar"]
        case .from: ["servedfrom", "starts", "start", "fromtime", "från", "fran"]
        case .until: ["to", "serveduntil", "ends", "end", "untiltime", "till"]
        case .choices: ["options", "modifiers", "choice", "variations", "variants", "val"]
        case .allergens: ["allergen", "contains", "allergener"]
        case .diets: ["diet", "dietary", "suitablefor", "kost"]
        case .energy: ["kcal", "calories", "energykcal", "kalorier", "energi"]
        case .protein: ["proteins"]
        case .carbohydrates: ["carbs", "carbohydrate", "kolhydrater"]
        case .fat: ["fats", "totalfat", "fett"]
        case .available: ["availability", "isavailable", "availablenow", "active", "onsale"]
        }
    }

    var title: Text {
        switch self {
        case .name: "Name"
        case .category: "Category"
        case .description: "Description"
        case .price: "Price"
        case .preparation: "Preparation time"
        case .station: "Station"
        case .work: "Counts as"
        case .portions: "Portions a day"
        case .days: "Days"
        case .from: "From"
        case .until: "Until"
        case .choices: "Choices"
        case .allergens: "Allergens"
        case .diets: "Diet"
        case .energy: "Energy"
        case .protein: "Protein"
        case .carbohydrates: "Carbohydrates"
        case .fat: "Fat"
        case .available: "Availability"
        }
    }

    /// What is written in it.
    var hint: Text {
        switch self {
        case .name: "Required. An item is found again by its name in its category."
        case .category: "Required. A new one can be created."
        case .description: "Up to \(MenuItem.longestDescription) characters."
        case .price: "250, 12.50 or 12,50. Required for new items."
        case .preparation: "Minutes. 10 if nothing is written."
        case .station: "Where it is made. You choose one for all new items if nothing is written."
        case .work: "How many portions it counts as. 1 if nothing is written."
        case .portions: "A number; empty for as many as are ordered."
        case .days: "Mon-Fri, or Sat, Sun. Every day if nothing is written."
        case .from, .until: "07:30. Empty for all day."
        case .choices: "Size: Small, Large +30 | Extras (0-2): Cheese +40"
        case .allergens: "gluten, milk, nuts. Write none if it contains none of the 14; empty if nobody has checked."
        case .diets: "vegetarian, vegan, halal"
        case .energy: "Kilocalories per portion."
        case .protein, .carbohydrates, .fat: "Grams per portion."
        case .available: "yes or no. Yes if nothing is written."
        }
    }
}
