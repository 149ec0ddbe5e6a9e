import Core
import Database
import Foundation
import Platform

extension CartLine: SQLRow {
    static let columns: SQL = "id, item_id, choices, quantity, price_seen"

    init(row: inout RowReader) throws {
        id = try row.next()
        item = try row.next()
        choices = try row.next(String.self).split(separator: " ").compactMap { ChoiceID(String($0)) }
        quantity = try row.next()
        priceSeen = try row.next()
    }
}

extension Query where Row == CartLine {
    static func cart(of person: PersonID) -> Self {
        "SELECT \(CartLine.columns) FROM cafeteria_cart_line WHERE person_id = \(person) ORDER BY id LIMIT \(CartLine.mostLines)"
    }
}

/// The carts of people: one each, the same on every device (CAF-016, CAF-017).
struct Carts: Sendable {
    let site: Site
    let menu: MenuBook

    /// A person's cart as it would be ordered for a moment; nil for as soon as all of it is served.
    func cart(of person: PersonID, for moment: Instant? = nil, in db: any Connection) throws -> Cart {
        let lines = try db.all(.cart(of: person))
        return try price(lines, for: moment, in: db)
    }

    /// Prices lines by what is offered for a moment; nil for as soon as all of it is served.
    func price(_ lines: [CartLine], for moment: Instant?, in db: any Connection) throws -> Cart {
        let offers = try Offer.read(Array(Set(lines.map(\.item))), in: db)
        let now = site.clock.now()
        let start = moment == nil ? menu.start(of: offers.values.lazy.map(\.item), after: now) : nil
        let moment = moment ?? start ?? now
        let limited = offers.values.filter { $0.item.portions != nil }.map(\.item)
        var cart = Cart(lines, offers: offers, when: menu.time(of: moment), servedFrom: start, left: try menu.left(of: limited, on: moment, in: db))
        cart.servedUntil = menu.end(of: cart.orderable.lazy.map(\.item), onDayOf: moment)
        return cart
    }

    /// Puts portions of an item into the cart; the same item with the same choices becomes more of it.
    /// - Parameters:
    ///   - price: what a portion cost when the person last saw it; nil for what it costs now.
    ///   - line: the line that is changed to this, which keeps its place; nil where one is added.
    /// - Returns: the name of the item.
    /// - Throws: ``CartRefusal``.
    @discardableResult
    func add(
        _ item: MenuItemID, _ choices: [ChoiceID], _ quantity: Int, seenAt price: Int? = nil, inPlaceOf line: CartLineID? = nil, by person: PersonID,
        in write: Write
    ) throws -> String {
        guard let offer = try Offer.read([item], in: write)[item], offer.item.deletedAt == nil else { throw Problem.notFound }
        guard offer.item.isAvailable else { throw CartRefusal.unavailable }
        let chosen = offer.groups.flatMap(\.choices).filter { choices.contains($0.id) && $0.isAvailable }
        guard chosen.count == Set(choices).count, Cart.fits(chosen, offer.groups) else { throw CartRefusal.choicesWrong }
        guard (1...CartLine.mostPortions).contains(quantity) else { throw CartRefusal.quantityWrong }
        let price = price ?? offer.price(with: chosen)
        if let line, try change(line, to: chosen.map(\.id), quantity, of: item, seenAt: price, by: person, in: write) {
            return offer.item.name
        }
        try put(item, chosen.map(\.id), quantity, seenAt: price, by: person, in: write)
        try forgetRemovals(of: person, in: write)
        return offer.item.name
    }

    /// Changes a line where it stands.
    /// - Returns: false where it is gone, or where the choices make it the same as another line, to which it is to be added.
    private func change(
        _ line: CartLineID, to choices: [ChoiceID], _ quantity: Int, of item: MenuItemID, seenAt price: Int, by person: PersonID, in write: Write
    ) throws -> Bool {
        let words = choices.sorted().map(\.description).joined(separator: " ")
        let lines = try write.all(.cart(of: person))
        guard lines.contains(where: { $0.id == line && $0.item == item }) else { return false }
        guard !lines.contains(where: { $0.id != line && $0.item == item && $0.choices == choices.sorted() }) else {
            try drop(line, of: person, in: write)
            return false
        }
        try write.run(
            """
            UPDATE cafeteria_cart_line SET choices = \(words), quantity = \(quantity), price_seen = \(price), changed_at = \(write.now),
                changed_by = \(write.actor)
            WHERE id = \(line) AND person_id = \(person)
            """)
        try forgetRemovals(of: person, in: write)
        return true
    }

    /// What is in the cart already keeps the price at which it was put in.
    func put(_ item: MenuItemID, _ choices: [ChoiceID], _ quantity: Int, seenAt price: Int?, by person: PersonID, in write: Write) throws {
        let words = choices.sorted().map(\.description).joined(separator: " ")
        let count: Int = try write.one(
            "SELECT count(*) FROM cafeteria_cart_line WHERE person_id = \(person) AND NOT (item_id = \(item) AND choices = \(words))")
        guard count < CartLine.mostLines else { throw CartRefusal.tooManyLines }
        try write.run(
            """
            INSERT INTO cafeteria_cart_line (person_id, item_id, choices, quantity, price_seen, changed_at, changed_by)
            VALUES (\(person), \(item), \(words), \(quantity), \(price), \(write.now), \(write.actor))
            ON CONFLICT (person_id, item_id, choices) DO UPDATE SET changed_at = excluded.changed_at, changed_by = excluded.changed_by,
                quantity = CASE WHEN cafeteria_cart_line.quantity + excluded.quantity > \(CartLine.mostPortions) THEN \(CartLine.mostPortions)
                    ELSE cafeteria_cart_line.quantity + excluded.quantity END
            """)
    }

    /// Sets how many there are of a line; 0 takes it out, and it can be put back (``restore(_:by:in:)``).
    func set(_ line: CartLineID, to quantity: Int, by person: PersonID, in write: Write) throws {
        guard (0...CartLine.mostPortions).contains(quantity) else { throw CartRefusal.quantityWrong }
        if quantity == 0 {
            try remember(try write.all(.cart(of: person)).filter { $0.id == line }, of: person, in: write)
            try drop(line, of: person, in: write)
        } else {
            try write.run(
                """
                UPDATE cafeteria_cart_line SET quantity = \(quantity), changed_at = \(write.now), changed_by = \(write.actor)
                WHERE id = \(line) AND person_id = \(person)
                """)
            try forgetRemovals(of: person, in: write)
        }
    }

    /// Takes a line out for good.
    func drop(_ line: CartLineID, of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_cart_line WHERE id = \(line) AND person_id = \(person)")
    }

    /// Takes everything out; it can be put back (``restore(_:by:in:)``).
    func empty(of person: PersonID, in write: Write) throws {
        try remember(try write.all(.cart(of: person)), of: person, in: write)
        try write.run("DELETE FROM cafeteria_cart_line WHERE person_id = \(person)")
    }

    /// Begins a new cart: the old one was ordered.
    func clear(of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_cart_line WHERE person_id = \(person)")
        try forgetRemovals(of: person, in: write)
        try CheckoutDraft.forget(of: person, in: write)
    }
}

/// Why something wasn't put into the cart.
enum CartRefusal: Error, Equatable {
    case unavailable
    case choicesWrong
    case quantityWrong
    case tooManyLines
    case removalGone
}

extension CartRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .unavailable:
            Problem(.conflict, "cafeteria.unavailable", "This is sold out.", remedy: "Choose something else from the menu.")
        case .choicesWrong:
            Problem(.conflict, "cafeteria.choices-wrong", "Some choices are missing or no longer available.", remedy: "Choose again.")
        case .quantityWrong:
            Problem(
                .invalid, "cafeteria.quantity-wrong", "You can order up to \(CartLine.mostPortions) of an item.", remedy: "Enter a smaller number.",
                fields: ["quantity": "Enter a number from 1 to \(CartLine.mostPortions)."])
        case .tooManyLines:
            Problem(.conflict, "cafeteria.cart-full", "Your cart is full.", remedy: "Order what’s in it, or remove something.")
        case .removalGone:
            Problem(.conflict, "cafeteria.undo-late", "This can no longer be undone.", remedy: "Choose it again from the menu.")
        }
    }
}
