import Audit
import Core
import Database
import Media
import Platform

/// Changes the menu (CAF-044).
struct MenuEditor: Sendable {
    let site: Site
    let menu: MenuBook
    let pictures: PictureMaker

    init(site: Site, menu: MenuBook) {
        (self.site, self.menu) = (site, menu)
        pictures = PictureMaker.items(of: site)
    }

    /// Adds an item, or changes one.
    /// - Throws: ``PictureRefusal`` where the picture cannot be used; then nothing is changed.
    /// - Parameter focus: where the picture is cut for lists; nil: as it is, and a new one around what draws the eye.
    func save(
        _ draft: ItemDraft, as id: MenuItemID?, _ change: PictureChange = .keep, cutAt focus: Int? = nil, by person: PersonID
    ) async throws -> MenuItemID {
        let keep: @Sendable (StoredPicture?, Bool) async throws -> MenuItemID = { [self] picture, isNew in
            try await site.write(by: person) { [self] write in
                let item = try put(draft, as: id, in: write)
                if isNew { try set(picture, cutAt: focus, of: item, in: write) }
                try write.invalidate(menu.lists.shared)
                return item
            }
        }
        if change == .keep, let focus, let id, let (picture, old) = try await picture(of: id), old != focus {
            return try await pictures.withCut(of: picture, at: focus) { try await keep($0, true) }
        }
        return try await pictures.withPicture(of: change, cutAt: focus) { try await keep($0, change != .keep) }
    }

    /// The picture of an item, and where staff had it cut; nil where it has none.
    private func picture(of id: MenuItemID) async throws -> (StoredPicture, Int?)? {
        try await site.database.read { db in
            guard let picture = try db.first(.item(id))?.picture else { return nil }
            return (picture, try Self.focus(of: id, in: db))
        }
    }

    /// Where staff had the picture of an item cut for lists; nil where they left that to what draws the eye.
    static func focus(of id: MenuItemID, in db: any Connection) throws -> Int? {
        try db.first("SELECT picture_focus FROM cafeteria_item WHERE id = \(id) AND picture_focus IS NOT NULL" as Query<Int>)
    }

    /// Adds an item, or changes one, in a transaction that tells of the new menu by itself.
    func put(_ draft: ItemDraft, as id: MenuItemID?, in write: Write) throws -> MenuItemID {
        let item: MenuItemID
        if let id {
            try update(id, draft, in: write)
            item = id
        } else {
            item = try insert(draft, in: write)
        }
        let old = try id.flatMap { try Offer.read([$0], in: write)[$0] }?.groups ?? []
        try keep(draft.choices, of: item, old, in: write)
        try write.audit(id == nil ? .create : .update, item, ["name": draft.name, "price": String(draft.price)])
        return item
    }

    /// Puts a picture in the place of the present one, whose files go unless another item has the same.
    private func set(_ picture: StoredPicture?, cutAt focus: Int? = nil, of item: MenuItemID, in write: Write) throws {
        try site.media.holds.setHolds(of: .picture(of: item), to: picture?.files ?? [], in: write)
        try write.run(
            """
            UPDATE cafeteria_item SET picture_digest = \(picture?.large.digest), picture_size = \(picture?.large.size),
                picture_width = \(picture?.width), picture_height = \(picture?.height), thumbnail_digest = \(picture?.thumbnail.digest),
                thumbnail_size = \(picture?.thumbnail.size), picture_focus = \(picture == nil ? nil : focus), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(item)
            """)
    }

    private func insert(_ draft: ItemDraft, in write: Write) throws -> MenuItemID {
        try write.insert(
            """
            INSERT INTO cafeteria_item (category_id, name, name_key, description, price, preparation, station_id, work, portions, allergens,
                has_no_allergens, diets, nutrition, served_days, served_from, served_until, is_available, changed_at, changed_by)
            VALUES (\(draft.category), \(draft.name), \(draft.name.sortKey), \(draft.description), \(draft.price), \(draft.preparation),
                \(draft.station), \(draft.work), \(draft.portions), \(MenuItem.words(draft.allergens)),
                \(draft.hasNoAllergens), \(MenuItem.words(draft.diets)), \(try draft.nutrition.map(StoredJSON.init)), \(draft.serving.days), \(draft.serving.hours?.lowerBound),
                \(draft.serving.hours?.upperBound), \(draft.isAvailable), \(write.now), \(write.actor))
            """)
    }

    private func update(_ id: MenuItemID, _ draft: ItemDraft, in write: Write) throws {
        let count = try write.run(
            """
            UPDATE cafeteria_item SET category_id = \(draft.category), name = \(draft.name), name_key = \(draft.name.sortKey),
                description = \(draft.description), price = \(draft.price), preparation = \(draft.preparation), station_id = \(draft.station),
                work = \(draft.work), portions = \(draft.portions), allergens = \(MenuItem.words(draft.allergens)),
                has_no_allergens = \(draft.hasNoAllergens), diets = \(MenuItem.words(draft.diets)), nutrition = \(try draft.nutrition.map(StoredJSON.init)),
                served_days = \(draft.serving.days), served_from = \(draft.serving.hours?.lowerBound),
                served_until = \(draft.serving.hours?.upperBound), is_available = \(draft.isAvailable), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(id) AND deleted_at IS NULL
            """)
        guard count == 1 else { throw Problem.notFound }
    }

    /// Puts the choices of an item in place. What was there before keeps its number, so that carts that hold it stay whole.
    private func keep(_ groups: [ChoiceText.Group], of item: MenuItemID, _ old: [ChoiceGroup], in write: Write) throws {
        let (known, gone) = Self.match(groups.map { ($0.id, $0.name) }, with: old, id: \.id, name: \.name)
        for group in gone { try write.run("DELETE FROM cafeteria_choice_group WHERE id = \(group.id)") }
        for (position, group) in groups.enumerated() {
            let id: ChoiceGroupID
            if let known = known[position] {
                id = known.id
                try write.run(
                    """
                    UPDATE cafeteria_choice_group SET name = \(group.name), least = \(group.least), most = \(group.most),
                        is_several = \(group.isSeveral ?? known.isSeveral), position = \(position), changed_at = \(write.now), changed_by = \(write.actor)
                    WHERE id = \(id)
                    """)
            } else {
                id = try write.insert(
                    """
                    INSERT INTO cafeteria_choice_group (item_id, name, least, most, is_several, position, changed_at, changed_by)
                    VALUES (\(item), \(group.name), \(group.least), \(group.most), \(group.isSeveral ?? false), \(position), \(write.now),
                        \(write.actor))
                    """)
            }
            try keep(group.choices, in: id, known[position]?.choices ?? [], write)
        }
    }

    private func keep(_ choices: [ChoiceText.Choice], in group: ChoiceGroupID, _ old: [ItemChoice], _ write: Write) throws {
        let (known, gone) = Self.match(choices.map { ($0.id, $0.name) }, with: old, id: \.id, name: \.name)
        for choice in gone { try write.run("DELETE FROM cafeteria_choice WHERE id = \(choice.id)") }
        for (position, choice) in choices.enumerated() {
            if let known = known[position] {
                try write.run(
                    """
                    UPDATE cafeteria_choice SET name = \(choice.name), price = \(choice.price),
                        allergens = \(MenuItem.words(choice.allergens)), position = \(position), changed_at = \(write.now),
                        changed_by = \(write.actor)
                    WHERE id = \(known.id)
                    """)
            } else {
                try write.run(
                    """
                    INSERT INTO cafeteria_choice (group_id, name, price, allergens, position, changed_at, changed_by)
                    VALUES (\(group), \(choice.name), \(choice.price), \(MenuItem.words(choice.allergens)), \(position), \(write.now),
                        \(write.actor))
                    """)
            }
        }
    }

    /// Which of the old ones each is, by its number where it has one, else by its name; and those that none is.
    private static func match<Old, Key: Equatable>(
        _ wanted: [(id: Key?, name: String)], with old: [Old], id: KeyPath<Old, Key>, name: KeyPath<Old, String>
    ) -> (known: [Old?], gone: [Old]) {
        var free = old
        var known = wanted.map { one in free.firstIndex { $0[keyPath: id] == one.id }.map { free.remove(at: $0) } }
        for (index, one) in wanted.enumerated() where known[index] == nil {
            known[index] = free.firstIndex { $0[keyPath: name] == one.name }.map { free.remove(at: $0) }
        }
        return (known, free)
    }

    /// Changes what the list of the menu can change of an item.
    /// - Returns: whether the price is another.
    func change(_ id: MenuItemID, price: Int, isAvailable: Bool?, by person: PersonID) async throws -> Bool {
        try await site.write(by: person) { [menu] write in
            guard let item = try write.first(.item(id)), item.deletedAt == nil else { throw Problem.notFound }
            if price != item.price {
                try write.run(
                    """
                    UPDATE cafeteria_item SET price = \(price), changed_at = \(write.now), changed_by = \(write.actor) WHERE id = \(id)
                    """)
                try write.audit(.update, id, ["name": item.name, "price": String(price)])
                try write.invalidate(menu.lists.shared)
            }
            if let isAvailable, isAvailable != item.isAvailable { try menu.setAvailable(id, isAvailable, in: write) }
            return price != item.price
        }
    }

    /// Takes an item off the menu; orders keep its name.
    func delete(_ id: MenuItemID, by person: PersonID) async throws {
        try await site.write(by: person) { [self] write in
            let name = try write.first(
                """
                UPDATE cafeteria_item SET deleted_at = \(write.now), changed_at = \(write.now), changed_by = \(person)
                WHERE id = \(id) AND deleted_at IS NULL RETURNING name
                """ as Query<String>)
            guard let name else { throw Problem.notFound }
            try set(nil, of: id, in: write)
            try write.audit(.delete, id, ["name": name])
            try write.invalidate(menu.lists.shared)
        }
    }

    /// How many orders an item is in.
    func orders(of id: MenuItemID) async throws -> Int {
        try await site.database.read { db in
            try db.one("SELECT count(*) FROM (SELECT DISTINCT order_id FROM cafeteria_order_line WHERE item_id = \(id) LIMIT 100000) t")
        }
    }
}
