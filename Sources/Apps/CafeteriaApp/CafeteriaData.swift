import Core
import Database
import Payments
import Platform

/// The app's share in the export and the erasure of a person's data (CORE-020). Orders stay in the books, without a name.
struct CafeteriaData: PersonalData {
    let services: CafeteriaServices
    let folder = "cafeteria"
    var title: Text { "Cafeteria" }

    private struct Share: Encodable {
        let order: Int64
        let at: String
        let status: String
        let lines: [String]
        let total: Int
        let currency: String
        let points: Int
        let earned: Int
        let instructions: String
    }

    private struct PointsShare: Encodable {
        let at: String
        let change: Int
        let reason: String
        let order: Int64?
        /// What staff wrote when they gave or took them.
        let words: String?
    }

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        try await exportOrders(of: person, into: export)
        let account = LedgerAccount.person(person)
        let (points, reasons, cart, favourites, checkout) = try await services.site.database.readInBackground {
            [carts = services.carts, now = services.site.clock.now()] db in
            let names: Query<String> = """
                SELECT i.name FROM cafeteria_favourite f JOIN cafeteria_item i ON i.id = f.item_id WHERE f.person_id = \(person)
                ORDER BY i.name_key, i.id LIMIT 10000
                """
            return (
                try Ledger.history(of: account, in: Points.book, limit: 100_000, db), try PointsAdjustment.reasons(of: person, in: db),
                try carts.cart(of: person, in: db), try db.all(names),
                try CheckoutDraft.read(of: person, at: now, in: db)
            )
        }
        if !points.isEmpty {
            try export.add(
                points.map { line in
                    PointsShare(
                        at: line.at.rfc3339, change: line.change(of: account), reason: line.reason,
                        order: line.cause.kind == Order.kind ? line.cause.id : nil,
                        words: line.cause.kind == PointsAdjustment.kind ? reasons[line.cause.id] : nil)
                }, as: "points.json", "Your points")
        }
        if !cart.lines.isEmpty {
            try export.add(cart.lines.map { "\($0.line.quantity) × \($0.item.name) \($0.choiceNames)" }, as: "cart.json", "Your cart")
        }
        let typed = [checkout.instructions ?? "", checkout.phone ?? ""].filter { !$0.isEmpty }
        if !typed.isEmpty { try export.add(typed, as: "checkout.json", "What you filled in at the checkout") }
        if !favourites.isEmpty { try export.add(favourites, as: "favourites.json", "Your favourites") }
    }

    private func exportOrders(of person: PersonID, into export: any PersonalDataExport) async throws {
        let (orders, lines) = try await services.site.database.readInBackground { db in
            let orders = try db.all(.history(of: person, before: OrderID(.max), limit: 10_000))
            return (orders, Dictionary(grouping: try db.all(.lines(of: orders.map(\.id))), by: \.order))
        }
        guard !orders.isEmpty else { return }
        try export.add(
            orders.map { order in
                Share(
                    order: order.id.number, at: order.createdAt.rfc3339, status: order.status.rawValue,
                    lines: (lines[order.id] ?? []).map { "\($0.quantity) × \($0.name) \($0.choiceNames)" }, total: order.total,
                    currency: order.currency, points: order.points, earned: order.earned, instructions: order.instructions)
            }, as: "orders.json", "Your orders")
    }

    func erase(_ person: PersonID, in write: Write) throws {
        let unpaid = try write.all(.open(of: person)).filter { $0.status == .pendingPayment }
        // The books keep whose points were put aside; the order is ended afterwards, when there is nobody left to tell.
        for order in unpaid { try Points.release(order.points, of: person, for: order.id, in: write) }
        try write.run("DELETE FROM cafeteria_cart_line WHERE person_id = \(person)")
        try write.run("DELETE FROM cafeteria_cart_removal WHERE person_id = \(person)")
        try CheckoutDraft.forget(of: person, in: write)
        try write.run("DELETE FROM cafeteria_begun_sale WHERE person_id = \(person)")
        try write.run("DELETE FROM cafeteria_favourite WHERE person_id = \(person)")
        try write.run(
            """
            UPDATE cafeteria_points_adjustment SET person_id = NULL, reason = '', changed_at = \(write.now), changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
        try write.run(
            """
            UPDATE cafeteria_order SET person_id = NULL, customer = '', instructions = '', changed_at = \(write.now),
                changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
        for order in unpaid { try services.orders.cancel(order.id, because: "The account was deleted.", in: write) }
    }
}
