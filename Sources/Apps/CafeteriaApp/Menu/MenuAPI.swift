import Core
import Database
import Platform
import Web

/// The menu for programs: what the page shows, by the same rules.
struct MenuAPI: Sendable {
    let services: CafeteriaServices

    private static let pages = PageSize(usual: 60, most: 200)

    var routes: [Route] {
        [
            .get(CafeteriaPaths.apiMenu, allow: .everyone, use: list)
                .summary("The menu in its order, page by page; results of a search best first.")
                .query("q", .text(most: MenuFilter.longestSearch), "Words of the name or description.")
                .query("category", .id, "Only of this category.")
                .query("diet", .array(.oneOf(Diet.self), most: Diet.allCases.count), "Only what fits all of these diets.")
                .query("without", .array(.oneOf(Allergen.self), most: Allergen.allCases.count), "Only what is stated to contain none of these.")
                .query("now", .boolean, "Only what is served at present.")
                .query("favourites", .boolean, "Only the caller's favourites.").paged(Self.pages),
            .get(CafeteriaPaths.apiItem, allow: .everyone, use: show).summary("One item with its choices and the portions that are left."),
            .put(CafeteriaPaths.apiAvailability, allow: .permission(.cafeteriaKitchen), use: setAvailability)
                .summary("Offers an item again, or no longer; effective at once.").accepts(AvailabilityInput.self),
            .get(CafeteriaPaths.apiCategories, allow: .everyone, use: listCategories)
                .summary("The categories in the order of the menu, with how many items each has."),
        ]
    }

    private var currency: String { CafeteriaSettings.currency(services.site) }

    func list(_ request: Request, _ visitor: Visitor) async throws -> Paged<MenuItemAnswer> {
        let filter = MenuFilter { request.query.all($0) }
        let (menu, time) = (try await services.menu.list(), services.menu.time(of: services.site.clock.now()))
        let favourites = try await services.menu.favourites(of: visitor.personID)
        let items = menu.find(filter, at: time, favourites: favourites, limit: MenuItem.most).items
        let key = try request.after(.menu)
        let start = key.map { key in items.firstIndex { $0.id == key.item }.map { $0 + 1 } ?? min(key.offset, items.count) } ?? 0
        let limit = try request.query.limit(Self.pages)
        let page = items[start..<min(start + limit, items.count)]
        let next = try page.last.flatMap { last in
            page.endIndex < items.count ? try request.cursor(.menu, after: MenuKey(item: last.id, offset: page.endIndex)) : nil
        }
        return Paged(items: page.map { MenuItemAnswer($0, at: time, currency) }, next: next)
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: MenuItemID) async throws -> MenuItemDetails {
        let now = services.site.clock.now()
        return try await services.site.database.read { [services, currency] db in
            guard let offer = try Offer.read([id], in: db)[id], offer.item.deletedAt == nil else { throw Problem.notFound }
            let left = offer.item.portions == nil ? nil : try services.menu.left(of: [offer.item], on: now, in: db)[id]
            return MenuItemDetails(offer, left: left, at: services.menu.time(of: now), currency)
        }
    }

    func setAvailability(_ request: Request, _ member: Member, _ id: MenuItemID) async throws -> NoContent {
        try await services.menu.setAvailable(id, try request.json(AvailabilityInput.self).isAvailable, by: member.id)
        return NoContent()
    }

    func listCategories(_ request: Request, _ visitor: Visitor) async throws -> [MenuCategoryAnswer] {
        let menu = try await services.menu.list()
        let counts = menu.items.reduce(into: [:]) { counts, item in counts[item.category, default: 0] += 1 }
        return menu.categories.map { MenuCategoryAnswer(id: $0.id, name: $0.name(in: request.language), items: counts[$0.id] ?? 0) }
    }
}

/// Where the next page of the menu begins.
struct MenuKey: Codable, Sendable {
    let item: MenuItemID
    /// Where it was, should the item be gone.
    let offset: Int
}

extension CursorScope<MenuKey> {
    static var menu: Self { Self("cafeteria.menu") }
}

/// Whether staff offer an item, as programs say it.
struct AvailabilityInput: Codable, Sendable {
    var isAvailable: Bool
}

/// A category as programs read it.
struct MenuCategoryAnswer: JSONAnswer, Codable {
    let id: CategoryID
    let name: String
    let items: Int
}

/// An item as programs read it.
struct MenuItemAnswer: JSONAnswer, Codable {
    struct Hours: Codable {
        /// `07:00`, by the site's clock.
        let from: String
        let until: String
    }

    struct Picture: Codable {
        let thumbnail: String
        let large: String
        let width: Int
        let height: Int
    }

    let id: MenuItemID
    let category: CategoryID
    let name: String
    let description: String
    /// In the smallest unit of the currency, without choices.
    let price: Int
    let currency: String
    let preparationMinutes: Int
    let allergens: [String]
    /// Whether staff said what it contains: only then does an empty list mean that it contains none of the fourteen.
    let areAllergensStated: Bool
    let diets: [String]
    let isAvailable: Bool
    /// Whether this is one of its days and hours.
    let isServedNow: Bool
    /// From 1 for Monday.
    let days: [Int]
    let hours: Hours?
    let picture: Picture?

    init(_ item: MenuItem, at time: MenuTime, _ currency: String) {
        id = item.id
        category = item.category
        name = item.name
        description = item.description
        price = item.price
        self.currency = currency
        preparationMinutes = item.preparation
        allergens = item.allergens.map(\.rawValue)
        areAllergensStated = item.areAllergensStated
        diets = item.diets.map(\.rawValue)
        isAvailable = item.isAvailable
        isServedNow = item.serving.includes(time)
        days = (0..<7).filter { item.serving.days & 1 << $0 != 0 }.map { $0 + 1 }
        hours = item.serving.hours.map { Hours(from: OpeningHours.clock($0.lowerBound), until: OpeningHours.clock($0.upperBound)) }
        picture = item.picture.map {
            Picture(
                thumbnail: $0.address(.thumbnail, of: item.id), large: $0.address(.large, of: item.id), width: $0.width, height: $0.height)
        }
    }
}

/// An item with everything that an order of it needs.
struct MenuItemDetails: JSONAnswer, Codable {
    struct Group: Codable {
        let id: ChoiceGroupID
        let name: String
        /// How many may be chosen.
        let least: Int
        let most: Int
        let choices: [Choice]
    }

    struct Choice: Codable {
        let id: ChoiceID
        let name: String
        /// What it adds to the price of a portion, in the smallest unit; less than 0 where it takes off.
        let price: Int
        /// What it contains besides what the item does.
        let allergens: [String]
        let isAvailable: Bool
    }

    struct Contents: Codable {
        let energyKcal: Int?
        let proteinGrams: Double?
        let carbohydratesGrams: Double?
        let fatGrams: Double?
    }

    let item: MenuItemAnswer
    let groups: [Group]
    let nutrition: Contents?
    /// Portions that are left today; absent where there is no limit.
    let portionsLeft: Int?

    init(_ offer: Offer, left: Int?, at time: MenuTime, _ currency: String) {
        item = MenuItemAnswer(offer.item, at: time, currency)
        groups = offer.groups.map { group in
            Group(
                id: group.id, name: group.name, least: group.least, most: group.most,
                choices: group.choices.map {
                    Choice(id: $0.id, name: $0.name, price: $0.price, allergens: $0.allergens.map(\.rawValue), isAvailable: $0.isAvailable)
                })
        }
        nutrition = offer.item.nutrition.map {
            Contents(energyKcal: $0.energy, proteinGrams: $0.protein, carbohydratesGrams: $0.carbohydrates, fatGrams: $0.fat)
        }
        portionsLeft = left
    }
}
