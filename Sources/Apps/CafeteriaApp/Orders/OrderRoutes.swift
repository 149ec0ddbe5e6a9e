import Core
import Database
import Events
import Interface
import Payments
import Platform
import Web

/// A customer's own orders.
struct OrderRoutes: Sendable {
    let services: CafeteriaServices

    private var site: Site { services.site }
    private static let pageSize = 20

    var routes: [Route] {
        [
            .get(CafeteriaPaths.orders, allow: .members, use: list),
            .get(CafeteriaPaths.order, allow: .members, use: show),
            .post(CafeteriaPaths.pay, allow: .members, use: pay),
            .get(CafeteriaPaths.cancel, allow: .members, use: confirmCancel),
            .post(CafeteriaPaths.cancel, allow: .members, use: cancel),
            .post(CafeteriaPaths.reorder, allow: .members, use: reorder),
            .get(CafeteriaPaths.points, allow: .members, use: points),
        ]
    }

    func list(_ request: Request, _ member: Member) async throws -> OrdersPage {
        let before = request.query["before"].flatMap { OrderID($0) } ?? OrderID(.max)
        let (orders, lines, pictures, refunded) = try await site.database.read { db in
            let orders = try db.all(.history(of: member.id, before: before, limit: Self.pageSize + 1))
            let lines = try db.all(.lines(of: orders.map(\.id)))
            let refunded = try Payments.refunded(Order.kind, orders.map(\.id.number), in: db)
            return (orders, lines, try Self.pictures(of: lines, in: db), refunded)
        }
        return OrdersPage(
            orders: Array(orders.prefix(Self.pageSize)), lines: Dictionary(grouping: lines, by: \.order), refunded: Set(refunded), pictures: pictures,
            next: orders.count > Self.pageSize ? orders[Self.pageSize - 1].id : nil, isFirst: before.number == .max,
            clock: site.clockWords(in: request.timeZone))
    }

    func show(_ request: Request, _ member: Member, _ id: OrderID) async throws -> OrderPage { try await page(id, member, request) }

    private func page(_ id: OrderID, _ member: Member, _ request: Request, problem: Problem? = nil) async throws -> OrderPage {
        try await site.database.read { [services, site] db in
            guard let order = try db.first(.order(id, of: member.id)) else { throw Problem.notFound }
            let lines = try db.all(.lines(of: [id]))
            return OrderPage(
                order: order, lines: lines,
                pictures: try Self.pictures(of: lines, in: db),
                payments: try services.payments.all(for: order.subject, in: db),
                receipts: try services.payments.receiptLinks(of: order.subject, in: db),
                providers: services.providers(in: order.currency), clock: site.clockWords(in: request.timeZone),
                place: site.value(of: CafeteriaSettings.pickupPlace),
                sequence: try site.events.head(in: db),
                points: PointsRule.earned(for: order.total, times: try Promotion.factor(at: site.clock.now(), in: db)), problem: problem)
        }
    }

    /// Of what is still on the menu.
    private static func pictures(of lines: [OrderLine], in db: any Connection) throws -> [MenuItemID: StoredPicture] {
        let items = try db.all(.items(Array(Set(lines.map(\.item))))).filter { $0.deletedAt == nil }
        return Dictionary(items.compactMap { item in item.picture.map { (item.id, $0) } }) { first, _ in first }
    }

    private struct PayForm: Decodable {
        var provider: String
        var phone: String?
    }

    /// Another attempt, after one that failed (CAF-026).
    func pay(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let form = try request.form(PayForm.self)
        do {
            let phone = try services.payments.phone(form.phone, for: form.provider)
            try await site.write(by: member.id) { [services] write in
                guard let order = try write.first(.order(id, of: member.id)) else { throw Problem.notFound }
                try services.orders.pay(order, with: form.provider, phone: phone, in: write)
            }
            return .seeOther(CafeteriaPaths.order(id))
        } catch let refusal as PaymentRefusal where request.wantsPage {
            var page = try await page(id, member, request, problem: refusal.problem)
            if refusal.problem.fields["phone"] != nil { page.phone = form.phone }
            return try await page.response(for: request)
        }
    }

    func confirmCancel(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        let page = try await page(id, member, request)
        // The order has moved on since its page was drawn, which says how it is now.
        guard page.order.status.canBeCancelled else { return .seeOther(CafeteriaPaths.order(id)) }
        return try await CancelOrderDialog.page(page.order, CancelledMoney(page.payments)).response(for: request)
    }

    func cancel(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(CafeteriaPaths.order(id)) }
        try await site.write(by: member.id) { [services] write in
            guard try write.first(.order(id, of: member.id)) != nil else { throw Problem.notFound }
            try services.orders.cancel(id, because: Orders.cancelledByCustomer, in: write)
        }
        return .seeOther(CafeteriaPaths.order(id), flash: "The order has been cancelled.")
    }

    /// Puts everything of an order into the cart with its instructions, or names what is missing (CAF-025). The cart then says what came in.
    func reorder(_ request: Request, _ member: Member, _ id: OrderID) async throws -> Response {
        do {
            let isBeside = try await site.write(by: member.id) { [services] write in
                guard let order = try write.first(.order(id, of: member.id)) else { throw Problem.notFound }
                let isBeside = try !write.all(.cart(of: member.id)).isEmpty
                let missing = try write.all(.lines(of: [id])).filter { line in
                    do {
                        try write.savepoint {
                            _ = try services.carts.add(
                                line.item, line.choices, line.quantity, seenAt: line.unitPrice, by: member.id, in: write)
                        }
                        return false
                    } catch { return true }
                }
                guard missing.isEmpty else { throw OrderRefusal.missing(missing.map(\.name)) }
                try CheckoutDraft.add(order.instructions, of: member.id, in: write)
                return isBeside
            }
            return .seeOther(link(CafeteriaPaths.cart(), query: ["again": id.description, "beside": isBeside ? "true" : nil]))
        } catch OrderRefusal.missing(let names) where request.wantsPage {
            return try await page(id, member, request, problem: OrderRefusal.missing(names).problem).response(for: request)
        }
    }

    func points(_ request: Request, _ member: Member) async throws -> PointsPage {
        let before = request.query["before"].flatMap { Int64($0) } ?? .max
        return try await site.database.read { [site] db in
            PointsPage(
                history: try PointsHistory(of: member.id, before: before, in: db), currency: CafeteriaSettings.currency(site),
                promotion: try Promotion.running(at: site.clock.now(), in: db))
        }
    }
}
