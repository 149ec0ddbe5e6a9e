import Audit
import Core
import Platform

/// The identity of an item of the menu.
typealias MenuItemID = ID<MenuItem>
/// The identity of a choice.
typealias ChoiceID = ID<ItemChoice>
/// The identity of a group of choices.
typealias ChoiceGroupID = ID<ChoiceGroup>

/// Something that can be ordered (CAF-008, CAF-013).
struct MenuItem: Sendable, Equatable {
    static let longestName = 80
    static let longestDescription = 1000
    /// In the smallest unit of the currency.
    static let highestPrice = 1_000_000_00
    /// How many a menu can have.
    static let most = 20_000

    let id: MenuItemID
    let category: CategoryID
    let name: String
    let description: String
    /// In the smallest unit of the cafeteria's currency, without choices.
    let price: Int
    /// Minutes from the first move to the counter, when the kitchen has nothing else to do.
    let preparation: Int
    /// Where it is made.
    let station: StationID
    /// How much of a slot's capacity one portion takes.
    let work: Int
    /// Those that staff listed.
    let allergens: [Allergen]
    /// Whether staff stated that it contains none of them.
    let hasNoAllergens: Bool
    let diets: [Diet]
    let nutrition: Nutrition?
    /// When it is served.
    let serving: Serving
    /// How many portions there are a day; nil: as many as are wanted.
    let portions: Int?
    let picture: StoredPicture?
    /// Whether staff offer it at present.
    let isAvailable: Bool
    /// When it was deleted; its orders keep its name.
    let deletedAt: Instant?

    /// Whether staff said what it contains; where they didn’t, an empty list promises nothing.
    var areAllergensStated: Bool { !allergens.isEmpty || hasNoAllergens }

    /// Whether it is offered at a time.
    func canBeOrdered(at time: MenuTime) -> Bool { isAvailable && serving.includes(time) }

    /// Whether it can be ordered for later on the same day.
    func canBeOrderedAhead(at time: MenuTime) -> Bool { isAvailable && serving.start(after: time) != nil }

    /// The narrowest of the diets without meat: the one that a card has room for.
    var mainDiet: Diet? { [Diet.vegan, .vegetarian].first(where: diets.contains) }
}

extension MenuItem: Audited {
    static var auditEntity: String { "cafeteria.item" }
}

/// What a portion contains, as far as it is known.
struct Nutrition: Codable, Sendable, Equatable {
    /// Kilocalories.
    var energy: Int?
    /// Grams.
    var protein: Double?, carbohydrates: Double?, fat: Double?
}

/// A moment as a menu knows it, by the site's clock.
struct MenuTime: Sendable, Equatable {
    /// From 0 for Monday.
    let weekday: Int
    /// After midnight.
    let minute: Int
}

/// The days and hours at which an item is served; without hours, whenever the cafeteria is open.
struct Serving: Sendable, Equatable {
    /// A bit for each day, the lowest is Monday.
    var days = 0b1111111
    /// Minutes after midnight, from the first until before the second.
    var hours: Range<Int>?

    static let always = Serving()

    func includes(_ time: MenuTime) -> Bool { days & (1 << time.weekday) != 0 && (hours?.contains(time.minute) ?? true) }

    /// The minutes of a day at which it is served; nil where it isn't, or has no hours.
    func hours(on weekday: Int) -> Range<Int>? { days & (1 << weekday) != 0 ? hours : nil }

    /// The minute of the same day from which it is served; nil while it is, and once it no longer is.
    func start(after time: MenuTime) -> Int? {
        guard let hours, days & (1 << time.weekday) != 0, hours.lowerBound > time.minute else { return nil }
        return hours.lowerBound
    }
}

/// A set of choices of an item: the size, extras, what to leave out.
struct ChoiceGroup: Sendable, Equatable {
    static let longestName = 40

    let id: ChoiceGroupID
    let item: MenuItemID
    let name: String
    /// How many may be chosen; with 1 as the least, one must.
    let least: Int, most: Int
    /// Whether staff chose that customers take several of them, also while there is but one.
    var isSeveral = false
    var choices: [ItemChoice] = []
}

/// One choice, which may change the price.
struct ItemChoice: Sendable, Equatable {
    let id: ChoiceID
    let group: ChoiceGroupID
    let name: String
    /// What it adds to the price of a portion; less than 0 for what is left out.
    let price: Int
    let allergens: [Allergen]
    let isAvailable: Bool
}

/// What people must be warned of: the fourteen of Regulation (EU) 1169/2011, annex II.
enum Allergen: String, Codable, Sendable, CaseIterable {
    case gluten, crustaceans, eggs, fish, peanuts, soya, milk, nuts, celery, mustard, sesame, sulphites, lupin, molluscs

    /// What stands in their place in forms and tables for an item that contains none of them.
    static let none = "none"

    var name: Text {
        switch self {
        case .gluten: "Gluten"
        case .crustaceans: "Crustaceans"
        case .eggs: "Eggs"
        case .fish: "Fish"
        case .peanuts: "Peanuts"
        case .soya: "Soya"
        case .milk: "Milk"
        case .nuts: "Nuts"
        case .celery: "Celery"
        case .mustard: "Mustard"
        case .sesame: "Sesame"
        case .sulphites: "Sulphites"
        case .lupin: "Lupin"
        case .molluscs: "Molluscs"
        }
    }
}

/// For whom an item is fit.
enum Diet: String, Codable, Sendable, CaseIterable {
    case vegetarian, vegan, halal

    /// What can't be in it.
    var excludes: [Allergen] {
        switch self {
        case .vegetarian: [.crustaceans, .fish, .molluscs]
        case .vegan: [.crustaceans, .eggs, .fish, .milk, .molluscs]
        case .halal: []
        }
    }

    var name: Text {
        switch self {
        case .vegetarian: "Vegetarian"
        case .vegan: "Vegan"
        case .halal: "Halal"
        }
    }
}
