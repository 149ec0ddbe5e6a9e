import Core
import Database
import Payments
import Platform

/// The app's share in the export and the erasure of a person's data (CORE-020). Orders stay in the books, without a name.
struct CafeteriaData: PersonalData {
    let site: Site
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

    func export(_ person: PersonID, into export: any PersonalDataExport) async throws {
        let (orders, lines) = try await site.database.readInBackground { db in
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
        try write.run("DELETE FROM cafeteria_cart_line WHERE person_id = \(person)")
        try write.run("DELETE FROM cafeteria_favourite WHERE person_id = \(person)")
        try write.run(
            """
            UPDATE cafeteria_order SET person_id = NULL, customer = '', instructions = '', changed_at = \(write.now),
                changed_by = \(nil as PersonID?)
            WHERE person_id = \(person)
            """)
    }
}
