import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct MenuEditorTests {
    private let form: [(String, String)] = [
        ("name", "Chai"), ("category", "5"), ("price", "80"), ("preparation", "3"), ("station", "2"), ("work", "1"), ("days", "0"), ("days", "1"),
        ("choices", "Size: Small, Large +30\nExtras (0-2): Ginger, Honey +12.50"), ("allergens", "milk"), ("diets", "vegetarian"),
        ("isAvailable", "true"), ("from", "07:00"), ("until", "10:30"), ("portions", "40"), ("energy", "120"),
    ]

    @Test(.covers("CAF-044", "CAF-008"), arguments: Engine.available)
    func `an item is added, changed and taken off the menu, and its orders keep it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await owner.post(CafeteriaPaths.adminNewItem(), fields: form).location == CafeteriaPaths.adminMenu())
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(item.name == "Chai" && item.price == 80_00 && item.serving == Serving(days: 0b11, hours: 420..<630) && item.portions == 40)
            let page = try await owner.get(CafeteriaPaths.adminItem(item.id)).text
            #expect(page.contains("Size: Small, Large +30") && page.contains("Extras (0-2): Ginger, Honey +12.50"))
            let before = try await cafeteria.app.site.database.read { try Offer.read([item.id], in: $0)[item.id]?.groups.flatMap(\.choices) ?? [] }
            let changed = form.map { $0.0 == "choices" ? ($0.0, "Size: Small, Large +35") : $0.0 == "price" ? ($0.0, "85,50") : $0 }
            #expect(try await owner.post(CafeteriaPaths.adminItem(item.id), fields: changed).status == .seeOther)
            let after = try await cafeteria.app.site.database.read { try Offer.read([item.id], in: $0)[item.id] }
            #expect(after?.item.price == 85_50)
            #expect(after?.groups.flatMap(\.choices).map(\.id) == before.prefix(2).map(\.id), "carts that hold a choice stay whole")
            let asked = try await owner.get(CafeteriaPaths.adminItemDelete(item.id))
            #expect(asked.text.contains("Delete this menu item?"))
            _ = try await owner.post(CafeteriaPaths.adminItemDelete(item.id), ["confirmed": "true"])
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
            #expect(try await owner.get(CafeteriaPaths.item(item.id)).status == .notFound)
            #expect(try await cafeteria.app.auditTrail().suffix(3) == ["cafeteria.item.create", "cafeteria.item.update", "cafeteria.item.delete"])
        }
    }

    @Test(.covers("CAF-013", "CAF-044"), arguments: Engine.available)
    func `each choice says what people must be warned of`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let choices = "Milk: Cow’s [dairy], Oat +20 [oats, Soy], None"
            let sent = form.filter { !["from", "until"].contains($0.0) }.map { $0.0 == "choices" ? ($0.0, choices) : $0 }
            #expect(try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent).status == .seeOther)
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(try await owner.get(CafeteriaPaths.adminItem(item.id)).text.contains("Milk: Cow’s [milk], Oat +20 [gluten, soya], None"))
            let shown = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.item(item.id)).text
            #expect(shown.contains(/choice-allergens[^\n]*Gluten[^\n]*Soya/))
            let details = try await cafeteria.app.signedIn(.ada).asProgram.get(CafeteriaPaths.apiItem(item.id)).text
            #expect(details.contains(#""allergens":["gluten","soya"]"#))
        }
    }

    @Test(.covers("CAF-044"))
    func `an item with an order says so before it is deleted`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await owner.get(CafeteriaPaths.adminItemDelete(tea)).text.contains("It’s part of 1 order"))
            _ = try await owner.post(CafeteriaPaths.adminItemDelete(tea), ["confirmed": "true"])
            #expect(try await ada.get(CafeteriaPaths.order(order.id)).text.contains("Tea"))
        }
    }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("name", ""), ("name", String(repeating: "x", count: 81)), ("price", "-1"), ("price", "many"), ("price", "1.234"), ("preparation", "601"),
            ("category", "99"), ("station", "0"), ("portions", "-2"), ("until", "06:00"), ("choices", "no colon"), ("choices", "Size (3-2): A, B"),
            ("choices", "Size (0-9): A"), ("choices", "Milk: Oat [sand]"), ("choices", "Milk: Oat [soya"), ("work", "x"), ("diets", "vegan"),
        ])
    func `what makes no sense is marked at its field, and nothing typed is lost`(field: String, value: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let sent = form.map { $0.0 == field ? (field, value) : $0 }
            let refused = try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("field-invalid") && refused.text.contains("Extras (0-2)") || field == "choices")
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
        }
    }

    @Test(.covers("CORE-018"), arguments: [Cast.ada])
    func `customers neither edit the menu nor see the kitchen`(who: Cast) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let client = try await cafeteria.app.signedIn(who)
            for path in [CafeteriaPaths.adminMenu(), CafeteriaPaths.kitchen(), CafeteriaPaths.counter()] {
                #expect(try await client.get(path).status == .notFound, "\(path)")
            }
            #expect(try await client.post(CafeteriaPaths.adminNewItem(), fields: form).status == .notFound)
        }
    }
}
