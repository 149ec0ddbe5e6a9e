import Core
import Database
import Interface
import Payments
import Platform
import Web

/// Sales at the counter.
struct SaleRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }
    /// Items that are shown at once; what is further down is searched for.
    private static let mostShown = 120

    var routes: [Route] {
        [
            .get(CafeteriaPaths.sale, allow: .permission(.cafeteriaKitchen), use: begin),
            .post(CafeteriaPaths.sale, allow: .permission(.cafeteriaKitchen), use: step),
            .post(CafeteriaPaths.placeSale, allow: .permission(.cafeteriaKitchen), use: place),
        ]
    }

    func begin(_ request: Request, _ member: Member) async throws -> SalePage {
        let begun = try await services.counter.begunSale(of: member)
        return try await page(begun ?? CounterSale(), request)
    }

    /// One tap: an item, a choice, more or less of a line.
    func step(_ request: Request, _ member: Member) async throws -> SalePage {
        let page = try await stepped(request, member)
        if let begun = BegunSale(of: member) {
            // The form itself is what counts: a copy of it can be kept twice.
            try await site.write(by: member.id, once: nil) { write in try begun.keep(page.sale, in: write) }
        }
        return page
    }

    private func stepped(_ request: Request, _ member: Member) async throws -> SalePage {
        let fields = try request.formFields()
        if let order = fields["again"].flatMap({ OrderID($0) }) { return try await sellAgain(order, request, member) }
        var sale = CounterSale(fields)
        if fields["clear"] != nil { sale.clear() }
        if fields["restore"] != nil { sale.restore(fields) }
        if let show = fields["show"] {
            sale.category = CategoryID(show)
            sale.words = ""
        }
        sale.choosing = fields["choose"].flatMap { MenuItemID($0) }
        if let pays = fields["pays"] { sale.isPaying = pays == "true" && !sale.lines.isEmpty }
        for (name, change) in [("less", -1), ("more", 1)] {
            guard let index = fields[name].flatMap({ Int($0) }), sale.lines.indices.contains(index) else { continue }
            sale.set(index, to: sale.lines[index].quantity + change)
        }
        guard let item = fields["add"].flatMap({ MenuItemID($0) }) else { return try await page(sale, request) }
        let choices = fields.names.filter { $0.hasPrefix("choice") }.flatMap(fields.all).compactMap { ChoiceID($0) }
        do {
            let offer = try await site.database.read { try Offer.read([item], in: $0)[item] }
            guard let offer, offer.item.deletedAt == nil, offer.item.isAvailable else { throw CartRefusal.unavailable }
            let known = offer.groups.flatMap(\.choices).filter { choices.contains($0.id) && $0.isAvailable }
            guard known.count == Set(choices).count, Cart.fits(known, offer.groups) else { throw CartRefusal.choicesWrong }
            try sale.add(item, choices, Int(fields["quantity"] ?? "1") ?? 0)
            sale.words = ""
            return try await page(sale, request)
        } catch let refusal as CartRefusal {
            if refusal == .choicesWrong || refusal == .quantityWrong { sale.choosing = item }
            return try await page(sale, request, chosen: Set(choices), problem: refusal.problem)
        }
    }

    /// Begins with what an order had that wasn't paid; a sale that is begun already comes first.
    private func sellAgain(_ id: OrderID, _ request: Request, _ member: Member) async throws -> SalePage {
        if let begun = try await services.counter.begunSale(of: member) {
            let problem = Problem(
                .conflict, "cafeteria.sale-begun", "You have already begun a sale.", remedy: "Finish or clear it, then sell the order again.")
            return try await page(begun, request, problem: problem)
        }
        let (order, lines) = try await site.database.read { [orders = services.orders] db in
            (try orders.find(id, in: db), try db.all(.lines(of: [id])))
        }
        guard order.status == .cancelled, order.confirmedAt == nil else { throw OrderRefusal.notAllowed(from: order.status, to: .pendingPayment) }
        return try await page(CounterSale(again: order, lines), request)
    }

    func place(_ request: Request, _ member: Member) async throws -> Response {
        let fields = try request.formFields()
        let sale = CounterSale(fields)
        do {
            // A button with an amount takes that in cash.
            let provider = fields["note"] == nil ? fields["provider"] ?? "" : Orders.cash
            let wish = Orders.Wish(
                instructions: sale.instructions, provider: provider, phone: try services.payments.phone(sale.phone, for: provider), isAtCounter: true)
            let cart = try await site.database.read { [services] db in try services.orders.preview(sale.lines, wish, in: db).cart }
            let cost = Money(minor: cart.subtotal, currency: CafeteriaSettings.currency(site))
            let given = wish.provider == Orders.cash ? try Orders.given(sale.given, for: cost) : nil
            let order = try await services.orders.place(
                sale.lines, wish, as: Orders.Sale(customer: sale.customer, given: given, replaces: sale.replaces, begun: BegunSale(of: member)),
                showing: fields["digest"] ?? "", by: member.id)
            return .seeOther(link(CafeteriaPaths.counterOrder(order), query: ["sold": "true"]))
        } catch let refusal as any ProblemConvertible {
            guard request.wantsPage, refusal is OrderRefusal || refusal is PaymentRefusal else { throw refusal }
            return try await page(sale, request, problem: refusal.problem).response(for: request)
        }
    }

    private func page(_ sale: CounterSale, _ request: Request, chosen: Set<ChoiceID> = [], problem: Problem? = nil) async throws -> SalePage {
        let now = site.clock.now()
        let (list, time) = (try await services.menu.list(), services.menu.time(of: now))
        let (cart, choosing) = try await site.database.read { [carts = services.carts] db in
            (try carts.price(sale.lines, for: now, in: db), try sale.choosing.flatMap { try Offer.read([$0], in: db)[$0] })
        }
        var filter = MenuFilter { _ in [] }
        filter.words = sale.words
        filter.category = sale.category
        let currency = CafeteriaSettings.currency(site)
        return SalePage(
            sale: sale, cart: cart, categories: list.categories,
            items: list.find(filter, at: time, favourites: [], limit: Self.mostShown).items, choosy: list.choosy, choosing: choosing,
            chosen: chosen, time: time, pause: OrderingPause(of: site, at: now), currency: currency,
            phoneProvider: services.payments.providers.first { $0.asksPhone && $0.limits.contains { $0.currency == currency } }?.id,
            language: request.language, problem: problem)
    }
}
