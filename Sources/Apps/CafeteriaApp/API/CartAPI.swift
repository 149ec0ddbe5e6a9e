import Core
import Database
import Payments
import Platform
import Web

/// The cart and the summary before an order, for programs.
struct CartAPI: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }

    var routes: [Route] {
        [
            .get(CafeteriaPaths.apiCart, allow: .members, use: show).summary("The caller's cart, priced as it is now."),
            .post(CafeteriaPaths.apiCart, allow: .members, body: .json, use: add)
                .summary("Puts portions of an item into the cart; the same item with the same choices becomes more of it.")
                .accepts(NewCartLine.self),
            .delete(CafeteriaPaths.apiCart, allow: .members, use: clear).summary("Empties the cart."),
            .put(CafeteriaPaths.apiCartLine, allow: .members, use: change)
                .summary("Sets how many there are of a line; 0 takes it out.").accepts(CartQuantity.self),
            .delete(CafeteriaPaths.apiCartLine, allow: .members, use: remove).summary("Takes a line out of the cart."),
            .post(CafeteriaPaths.apiSummary, allow: .members, body: .json, use: summarise)
                .summary("What an order of the cart would be: what the person confirms. Its digest goes with the order.")
                .accepts(OrderWish.self),
        ]
    }

    /// Portions of an item as they are sent.
    struct NewCartLine: Codable, Sendable {
        var item: MenuItemID
        var quantity: Int
        var choices: [ChoiceID]?
    }

    /// A number of portions.
    struct CartQuantity: Codable, Sendable {
        var quantity: Int
    }

    func show(_ request: Request, _ member: Member) async throws -> CartAnswer {
        let cart = try await site.database.read { [carts = services.carts] db in try carts.cart(of: member.id, in: db) }
        return CartAnswer(cart, currency: CafeteriaSettings.currency(site))
    }

    func add(_ request: Request, _ member: Member) async throws -> CartAnswer {
        let line = try request.json(NewCartLine.self)
        try await site.write(by: member.id) { [carts = services.carts] write in
            _ = try carts.add(line.item, line.choices ?? [], line.quantity, by: member.id, in: write)
        }
        return try await show(request, member)
    }

    func change(_ request: Request, _ member: Member, _ line: CartLineID) async throws -> CartAnswer {
        let quantity = try request.json(CartQuantity.self).quantity
        try await site.write(by: member.id) { [carts = services.carts] write in try carts.set(line, to: quantity, by: member.id, in: write) }
        return try await show(request, member)
    }

    func remove(_ request: Request, _ member: Member, _ line: CartLineID) async throws -> NoContent {
        try await site.write(by: member.id) { [carts = services.carts] write in try carts.set(line, to: 0, by: member.id, in: write) }
        return NoContent()
    }

    func clear(_ request: Request, _ member: Member) async throws -> NoContent {
        try await site.write(by: member.id) { [carts = services.carts] write in try carts.empty(of: member.id, in: write) }
        return NoContent()
    }

    func summarise(_ request: Request, _ member: Member) async throws -> SummaryAnswer {
        let wish = try request.json(OrderWish.self).wish(by: services.payments)
        let (cart, plan) = try await site.database.read { [orders = services.orders] db in try orders.preview(of: member.id, wish, in: db) }
        let answer = SummaryAnswer(cart, plan, points: wish.points, currency: CafeteriaSettings.currency(site))
        if answer.total > 0 {
            try services.payments.provider(wish.provider, for: Money(minor: answer.total, currency: answer.currency), phone: wish.phone)
        }
        return answer
    }
}

extension CartAPI.NewCartLine: LimitedMembers {
    static var limits: [String: Schema] {
        ["quantity": .integer(in: 1...CartLine.mostPortions), "choices": .array(.integer(1...Int64.max), most: 50)]
    }
}

extension CartAPI.CartQuantity: LimitedMembers {
    static var limits: [String: Schema] { ["quantity": .integer(in: 0...CartLine.mostPortions)] }
}

/// What somebody wants besides what is in the cart, as programs send it.
struct OrderWish: Codable, Sendable {
    /// When it is wanted; as soon as possible when not said.
    var pickupAt: Instant?
    var instructions: String?
    var points: Int?
    /// How it is paid: `cash`, `mpesa`.
    var provider: String
    var phone: String?

    func wish(by payments: Payments) throws(PaymentRefusal) -> Orders.Wish {
        Orders.Wish(
            pickupAt: pickupAt, instructions: (instructions ?? "").tidiedLines(), points: points ?? 0, provider: provider,
            phone: try payments.phone(phone, for: provider))
    }
}

extension OrderWish: LimitedMembers {
    static var limits: [String: Schema] {
        [
            "instructions": .text(most: Order.longestInstructions), "points": .integer(in: 0...1_000_000), "provider": .text(least: 1, most: 40),
            "phone": .text(most: 20),
        ]
    }
}

/// A cart as programs read it; money in the currency's smallest unit.
struct CartAnswer: JSONAnswer, Codable {
    let lines: [Line]
    let subtotal: Int
    let currency: String
    let portions: Int

    struct Line: Codable, Sendable {
        let id: CartLineID
        let item: MenuItemID
        let name: String
        let choices: [ChoiceID]
        let choiceNames: String
        let quantity: Int
        let unitPrice: Int
        /// What a portion cost when it was put in; absent where that is the same.
        let oldPrice: Int?
        let total: Int
        /// Why it can't be ordered now, and isn't counted; absent where it can.
        let fault: String?
    }

    init(_ cart: Cart, currency: String) {
        lines = cart.lines.map(Line.init)
        subtotal = cart.subtotal
        portions = cart.portions
        self.currency = currency
    }
}

extension CartAnswer.Line {
    init(_ line: PricedLine) {
        self.init(
            id: line.line.id, item: line.item.id, name: line.item.name, choices: line.line.choices, choiceNames: line.choiceNames,
            quantity: line.line.quantity, unitPrice: line.unitPrice, oldPrice: line.oldPrice, total: line.total, fault: line.fault?.code)
    }
}

extension PricedLine.Fault {
    /// Stable.
    var code: String {
        switch self {
        case .unavailable: "unavailable"
        case .notServedThen: "not-served-then"
        case .soldOut: "sold-out"
        case .choicesChanged: "choices-changed"
        }
    }
}

/// What an order would be.
struct SummaryAnswer: JSONAnswer, Codable {
    let lines: [CartAnswer.Line]
    let subtotal: Int
    let discount: Int
    let total: Int
    let currency: String
    let readyAt: Instant
    /// Sent along with the order: it says that this is what was confirmed.
    let digest: String

    init(_ cart: Cart, _ plan: SlotPlan, points: Int, currency: String) {
        lines = cart.orderable.map(CartAnswer.Line.init)
        subtotal = cart.subtotal
        discount = PointsRule.discount(for: points)
        total = subtotal - discount
        self.currency = currency
        readyAt = plan.readyAt
        digest = cart.digest(points: points)
    }
}
