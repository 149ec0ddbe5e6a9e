import Core
import Database
import Interface
import Platform
import Web

/// The cart.
struct CartRoutes: Sendable {
    let services: CafeteriaServices

    var routes: [Route] {
        [
            .get(CafeteriaPaths.cart, allow: .members, use: show),
            .post(CafeteriaPaths.cart, allow: .members, use: add),
            .post(CafeteriaPaths.clearCart, allow: .members, use: clear),
            .post(CafeteriaPaths.restoreCart, allow: .members, use: restore),
            .post(CafeteriaPaths.cartLine, allow: .members, use: change),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> CartPage {
        let again = request.query["again"].flatMap { OrderID($0) }
        let (cart, points, removal, instructions, ordered) = try await services.site.database.read {
            [carts = services.carts, now = services.site.clock.now()] db in
            // Of one's own order alone.
            let order = try again.flatMap { try db.first(.order($0, of: member.id)) }
            return (
                try carts.cart(of: member.id, in: db), try Points.balance(of: member.id, in: db), try carts.removal(of: member.id, in: db),
                (try CheckoutDraft.read(of: member.id, at: now, in: db).instructions ?? "").tidiedLines(),
                try order.map { (order: $0, lines: try db.all(.lines(of: [$0.id]))) }
            )
        }
        return CartPage(
            cart: cart, points: points, currency: CafeteriaSettings.currency(services.site), notice: services.notice,
            clock: services.site.clockWords(in: request.timeZone), avoided: Avoided(of: request),
            undo: removal.map { UndoRemoval(removal: $0.lines.id, names: $0.names) }, instructions: instructions,
            again: cart.lines.isEmpty
                ? nil : ordered.map { OrderedAgain(order: $0.order, lines: $0.lines, isBeside: request.query["beside"] == "true") })
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        guard let item = fields["item"].flatMap({ MenuItemID($0) }) else { throw Problem.notFound }
        // A group of which one is chosen has a field of its own, so that browsers let one be chosen.
        let choices = fields.names.filter { $0.hasPrefix("choice") }.flatMap(fields.all).compactMap { ChoiceID($0) }
        let quantity = Int(fields["quantity"] ?? "1") ?? 0
        let line = fields["line"].flatMap { CartLineID($0) }
        let name: String
        do {
            name = try await services.site.write(by: member.id) { [carts = services.carts] write in
                try carts.add(item, choices, quantity, inPlaceOf: line, by: member.id, in: write)
            }
        } catch let refusal as CartRefusal {
            guard request.wantsPage, refusal != .unavailable else { throw refusal }
            var page = try await services.itemPage(item, for: member.identity)
            page.avoided = Avoided(of: request)
            (page.problem, page.chosen, page.quantity, page.line) = (refusal.problem, Set(choices), max(1, quantity), line)
            return try await page.response(for: request)
        }
        if line != nil { return .seeOther(CafeteriaPaths.cart(), flash: "Updated: \(name)") }
        return .seeOther(backToMenu(request), flash: "Added: \(name)")
    }

    /// From the page of an item one goes on with the menu, filtered as it was; a list stays where it is.
    private func backToMenu(_ request: Request) -> String {
        guard let from = request.ownReferrer, from.hasPrefix(CafeteriaPaths.home()) else { return CafeteriaPaths.home() }
        guard from.hasPrefix("/cafeteria/items/") else { return from }
        return CafeteriaPaths.home() + from[(from.firstIndex(of: "?") ?? from.endIndex)...]
    }

    private struct QuantityForm: Decodable {
        var quantity: Int
    }

    func change(_ request: Request, _ member: Member, _ line: CartLineID) async throws -> Response {
        let quantity = try request.form(QuantityForm.self).quantity
        try await services.site.write(by: member.id) { [carts = services.carts] write in
            try carts.set(line, to: quantity, by: member.id, in: write)
        }
        return .seeOther(CafeteriaPaths.cart())
    }

    func clear(_ request: Request, _ member: Member) async throws -> Response {
        try await services.site.write(by: member.id) { [carts = services.carts] write in try carts.empty(of: member.id, in: write) }
        return .seeOther(CafeteriaPaths.cart())
    }

    private struct RemovalForm: Decodable {
        var removal: String
    }

    /// Takes back ``clear(_:_:)``, or that a line was taken out.
    func restore(_ request: Request, _ member: Member) async throws -> Response {
        guard let removal = RemovalID(try request.form(RemovalForm.self).removal) else { throw Problem.notFound }
        try await services.site.write(by: member.id) { [carts = services.carts] write in
            try carts.restore(removal, by: member.id, in: write)
        }
        return .seeOther(CafeteriaPaths.cart(), flash: "Back in your cart.")
    }
}
