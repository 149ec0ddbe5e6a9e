import Core
import Database
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// A cafeteria with a small menu.
struct Cafeteria: Sendable {
    let app: TestApp

    var services: CafeteriaServices {
        get throws { try CafeteriaServices(site: app.site) }
    }

    /// Lets everyone read the menu, as a site can choose.
    func openMenu() async throws {
        try await app.site.configure { site in
            site.policies["cafeteria"] = AppPolicy(signIn: [.password], guests: .browse, languages: [.english, .swahili], phone: .kenyan)
        }
    }

    /// Puts an item on the menu.
    func item(
        _ name: String, price: Int = 250_00, preparation: Int = 10, station: Int64 = 1, work: Int = 1, description: String = "",
        portions: Int? = nil, isAvailable: Bool = true, category: Int64 = 2, days: Int = 127, from: Int? = nil, until: Int? = nil
    ) async throws -> MenuItemID {
        let book = try services.menu
        return try await app.site.write(by: nil) { write in
            let id: MenuItemID = try write.insert(
                """
                INSERT INTO cafeteria_item (category_id, name, name_key, description, price, preparation, station_id, work, portions, is_available,
                    served_days, served_from, served_until, changed_at)
                VALUES (\(category), \(name), \(name.sortKey), \(description), \(price), \(preparation), \(station), \(work), \(portions),
                    \(isAvailable), \(days), \(from), \(until), \(write.now))
                """)
            try write.invalidate(book.lists.shared)
            return id
        }
    }

    /// Gives an item a group of choices.
    func choices(of item: MenuItemID, least: Int, most: Int, _ choices: [(String, Int)]) async throws -> [ChoiceID] {
        try await app.site.write(by: nil) { write in
            let group: ChoiceGroupID = try write.insert(
                """
                INSERT INTO cafeteria_choice_group (item_id, name, least, most, position, changed_at)
                VALUES (\(item), 'Size', \(least), \(most), 1, \(write.now))
                """)
            return try choices.map { name, price in
                try write.insert(
                    "INSERT INTO cafeteria_choice (group_id, name, price, position, changed_at) VALUES (\(group), \(name), \(price), 1, \(write.now))"
                )
            }
        }
    }

    /// Puts portions into somebody's cart.
    func add(_ item: MenuItemID, _ quantity: Int = 1, to client: TestClient, choices: [ChoiceID] = []) async throws {
        let added = try await client.post(
            CafeteriaPaths.cart(),
            fields: [("item", item.description), ("quantity", String(quantity))] + choices.map { ("choice", $0.description) })
        #expect(added.status == .seeOther, "\(added.text)")
    }

    /// Reads the summary and confirms it, as somebody at the checkout does.
    /// - Returns: the answer to the confirmation.
    func order(_ client: TestClient, _ fields: [(String, String)] = [("provider", "cash")]) async throws -> TestResponse {
        let summary = try await client.post(CafeteriaPaths.review(), fields: fields)
        guard let digest = summary.text.firstMatch(of: /name="digest" value="([^"]+)"/)?.1 else { return summary }
        return try await client.post(CafeteriaPaths.orders(), fields: fields + [("digest", String(digest))])
    }

    /// The order that an answer leads to.
    func placed(_ response: TestResponse) async throws -> Order {
        let id = try #require(
            response.location?.split(separator: "?").first?.split(separator: "/").last.flatMap { OrderID(String($0)) }, "\(response.text)")
        return try await find(id)
    }

    func find(_ id: OrderID) async throws -> Order { try await app.site.database.read { try $0.one(.order(id)) } }

    /// A member of staff takes the cash for an order.
    func pay(_ order: Order) async throws {
        try await app.runJobs()
        let paid = try await app.signedIn(.owner).post(CafeteriaPaths.takeCash(order.id))
        #expect(paid.status == .seeOther, "\(paid.text)")
    }

    /// The kitchen takes a step.
    func step(_ order: Order, _ status: OrderStatus) async throws -> TestResponse {
        try await app.signedIn(.owner).post(CafeteriaPaths.kitchenOrder(order.id), ["status": status.rawValue])
    }

    func points(of who: Cast) async throws -> Int {
        let person = try await app.person(who)
        return try await app.site.database.read { try Points.balance(of: person, in: $0) }
    }

    /// Gives somebody points, as an order that was completed does.
    func give(_ points: Int, to who: Cast, cause: Int64 = 900_000) async throws {
        let person = try await app.person(who)
        try await app.site.write(by: nil) { write in
            let transfer = LedgerTransfer(
                "points.adjusted", in: Points.book, points, Points.unit, from: LedgerAccount("issued"), to: .person(person),
                because: PaymentSubject("test.gift", cause))
            try Ledger.post(transfer, in: write)
        }
    }

    /// What disagrees between the books and the facts.
    func faults() async throws -> [String] {
        let rules = app.site.extensions[.ledgerRules]
        return try await app.site.database.read { db in try rules.flatMap { try $0.faults(db) } }
    }
}

func withCafeteria(on engine: Engine, _ body: (Cafeteria) async throws -> Void) async throws {
    try await withTestApp(CafeteriaApp.self, parts: [NotificationsModule.self, PaymentsModule.self], on: engine) { app in
        try await body(Cafeteria(app: app))
    }
}
