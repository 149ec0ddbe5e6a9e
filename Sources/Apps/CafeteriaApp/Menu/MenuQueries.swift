import Core
import Database
import Platform

extension MenuItem: SQLRow {
    static let columns: SQL = """
        i.id, i.category_id, i.name, i.description, i.price, i.preparation, i.station_id, i.work, i.allergens, i.has_no_allergens, i.diets, \
        i.nutrition, i.served_days, i.served_from, i.served_until, i.portions, i.picture_digest, i.picture_size, i.picture_width, \
        i.picture_height, i.thumbnail_digest, i.thumbnail_size, i.is_available, i.deleted_at
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        category = try row.next()
        name = try row.next()
        description = try row.next()
        price = try row.next()
        preparation = try row.next()
        station = try row.next()
        work = try row.next()
        allergens = Self.list(try row.next())
        hasNoAllergens = try row.next() && allergens.isEmpty
        diets = Self.list(try row.next())
        nutrition = try row.next(StoredJSON<Nutrition>?.self)?.value
        let days: Int = try row.next()
        let (from, until): (Int?, Int?) = (try row.next(), try row.next())
        let hours = from.flatMap { from in until.flatMap { from < $0 ? from..<$0 : nil } }
        serving = Serving(days: days, hours: hours)
        portions = try row.next()
        picture = try StoredPicture(row: &row)
        isAvailable = try row.next()
        deletedAt = try row.next()
    }

    /// Words with blanks between them, as the columns of allergens and diets hold them.
    static func list<Value: RawRepresentable<String>>(_ words: String) -> [Value] {
        words.split(separator: " ").compactMap { Value(rawValue: String($0)) }
    }

    static func words<Value: RawRepresentable<String>>(_ values: [Value]) -> String { values.map(\.rawValue).joined(separator: " ") }
}

extension ChoiceGroup: SQLRow {
    static let columns: SQL = "g.id, g.item_id, g.name, g.least, g.most, g.is_several"

    init(row: inout RowReader) throws {
        id = try row.next()
        item = try row.next()
        name = try row.next()
        least = try row.next()
        most = try row.next()
        isSeveral = try row.next()
    }
}

extension ItemChoice: SQLRow {
    static let columns: SQL = "c.id, c.group_id, c.name, c.price, c.allergens, c.is_available"

    init(row: inout RowReader) throws {
        id = try row.next()
        group = try row.next()
        name = try row.next()
        price = try row.next()
        allergens = MenuItem.list(try row.next())
        isAvailable = try row.next()
    }
}

extension Query where Row == MenuItem {
    /// The whole menu, by category and name, without what was deleted.
    static var menu: Self {
        "SELECT \(MenuItem.columns) FROM cafeteria_item i WHERE i.deleted_at IS NULL ORDER BY i.category_id, i.name_key, i.id LIMIT \(MenuItem.most)"
    }

    static func item(_ id: MenuItemID) -> Self { "SELECT \(MenuItem.columns) FROM cafeteria_item i WHERE i.id = \(id)" }

    static func items(_ ids: [MenuItemID]) -> Self {
        "SELECT \(MenuItem.columns) FROM cafeteria_item i WHERE i.id IN \(list: ids) ORDER BY i.id LIMIT 1000"
    }
}

extension Query where Row == ChoiceGroup {
    /// The groups of items, without their choices.
    static func groups(of items: [MenuItemID]) -> Self {
        "SELECT \(ChoiceGroup.columns) FROM cafeteria_choice_group g WHERE g.item_id IN \(list: items) ORDER BY g.position, g.id LIMIT 1000"
    }
}

extension Query where Row == ItemChoice {
    static func choices(of items: [MenuItemID]) -> Self {
        """
        SELECT \(ItemChoice.columns) FROM cafeteria_choice c JOIN cafeteria_choice_group g ON g.id = c.group_id
        WHERE g.item_id IN \(list: items) ORDER BY c.position, c.id LIMIT 5000
        """
    }
}

/// Items with their groups of choices, as an order needs them.
struct Offer: Sendable {
    let item: MenuItem
    let groups: [ChoiceGroup]

    /// What a portion costs with some of its choices.
    func price(with choices: [ItemChoice]) -> Int { max(0, choices.reduce(item.price) { $0 + $1.price }) }

    /// Some items with their choices: at most three queries, however many there are.
    static func read(_ ids: [MenuItemID], in db: any Connection) throws -> [MenuItemID: Offer] {
        guard !ids.isEmpty else { return [:] }
        let items = try db.all(.items(ids))
        let found = try db.all(.groups(of: ids))
        let choices = found.isEmpty ? [:] : Dictionary(grouping: try db.all(.choices(of: ids)), by: \.group)
        let groups = Dictionary(
            grouping: found.map { group in
                var group = group
                group.choices = choices[group.id] ?? []
                return group
            }, by: \.item)
        return Dictionary(items.map { ($0.id, Offer(item: $0, groups: groups[$0.id] ?? [])) }) { first, _ in first }
    }
}
