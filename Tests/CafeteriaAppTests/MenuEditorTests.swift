import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct MenuEditorTests {
    private let form: [(String, String)] = [
        ("name", "Chai"), ("category", "5"), ("price", "80"), ("preparation", "3"), ("station", "2"), ("work", "1"), ("days", "0"), ("days", "1"),
        ("choice-0-name", "Size"), ("choice-0-rule", "one"), ("choice-0-0-name", "Small"), ("choice-0-1-name", "Large"), ("choice-0-1-price", "+30"),
        ("choice-1-name", "Extras"), ("choice-1-rule", "several"), ("choice-1-least", ""), ("choice-1-most", "2"), ("choice-1-0-name", "Ginger"),
        ("choice-1-1-name", "Honey"), ("choice-1-1-price", "12,50"), ("choice-1-2-name", "Milk"), ("choice-1-3-name", ""), ("allergens", "milk"),
        ("diets", "vegetarian"),
        ("isAvailable", "true"), ("from", "07:00"), ("until", "10:30"), ("portions", "40"), ("energy", "120"),
    ]

    @Test(.covers("CAF-044", "CAF-008"), arguments: Engine.available)
    func `an item is added, changed and taken off the menu, and its orders keep it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await owner.post(CafeteriaPaths.adminNewItem(), fields: form).location == CafeteriaPaths.adminMenu())
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(item.name == "Chai" && item.price == 80_00 && item.serving == Serving(days: 0b11, hours: 420..<630) && item.portions == 40)
            let table = try await owner.get(CafeteriaPaths.adminExport()).text
            #expect(table.contains("Size: Small, Large +30 | Extras (0-2): Ginger, Honey +12.50, Milk"), "a row in which nobody wrote is none")
            let before = try await cafeteria.app.site.database.read { try Offer.read([item.id], in: $0)[item.id]?.groups.flatMap(\.choices) ?? [] }
            let kept = form.filter { !$0.0.hasPrefix("choice-1") }
            let changed = kept.map { $0.0 == "choice-0-1-price" ? ($0.0, "35") : $0.0 == "price" ? ($0.0, "85,50") : $0 }
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
            let sent =
                form.filter { !["from", "until"].contains($0.0) && !$0.0.hasPrefix("choice-") } + [
                    ("choice-0-name", "Milk"), ("choice-0-0-name", "Cow’s"), ("choice-0-0-allergens", "milk"), ("choice-0-1-name", "Oat"),
                    ("choice-0-1-price", "20"), ("choice-0-1-allergens", "soya"), ("choice-0-1-allergens", "gluten"), ("choice-0-2-name", "None"),
                ]
            #expect(try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent).status == .seeOther)
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(try await owner.get(CafeteriaPaths.adminExport()).text.contains("Milk: Cow’s [milk], Oat +20 [gluten, soya], None"))
            let ticked = try await owner.get(CafeteriaPaths.adminItem(item.id)).text.matches(of: /name="choice-0-1-allergens"[^>]*checked/)
            #expect(ticked.count == 2)
            let shown = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.item(item.id)).text
            #expect(shown.contains(/choice-allergens[^\n]*Gluten[^\n]*Soya/))
            let details = try await cafeteria.app.signedIn(.ada).asProgram.get(CafeteriaPaths.apiItem(item.id)).text
            #expect(details.contains(#""allergens":["gluten","soya"]"#))
        }
    }

    @Test(.covers("CAF-013", "CAF-044"), arguments: Engine.available)
    func `staff state that an item contains no allergens, and not at once that it contains some`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            func send(_ allergens: [String]) async throws -> TestResponse {
                try await owner.post(
                    CafeteriaPaths.adminNewItem(), fields: form.filter { $0.0 != "allergens" } + allergens.map { ("allergens", $0) })
            }
            let both = try await send(["none", "milk"])
            #expect(both.status == .unprocessableContent && both.text.contains("Choose what it contains, or none of them."))
            #expect(try await send(["none"]).status == .seeOther)
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            #expect(item.areAllergensStated && item.allergens.isEmpty)
            let page = try await owner.get(CafeteriaPaths.adminItem(item.id)).text
            #expect(page.contains(/value="none"[^>]*checked/) || page.contains(/checked[^>]*value="none"/))
            #expect(!(try await owner.get(CafeteriaPaths.adminMenu()).text.contains("No allergen information")))
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
            ("category", "99"), ("station", "0"), ("portions", "-2"), ("until", "06:00"), ("choice-0-name", ""),
            ("choice-0-name", "Extras"), ("choice-0-1-name", ""), ("choice-0-1-name", "small"), ("choice-0-1-name", "Large | Huge"),
            ("choice-0-1-name", String(repeating: "x", count: 41)), ("choice-0-1-price", "more"), ("choice-0-1-price", "1.234"),
            ("choice-1-least", "3"), ("choice-1-most", "4"), ("choice-1-most", "0"), ("work", "x"), ("diets", "vegan"),
        ])
    func `what makes no sense is marked at its field, and nothing typed is lost`(field: String, value: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let sent = form.map { $0.0 == field ? (field, value) : $0 }
            let refused = try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent)
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("field-invalid") && refused.text.contains("Ginger") && refused.text.contains("12,50"))
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
        }
    }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("add", "Size Small Large Extras Ginger Honey Milk - - - -", "field-choice-2-name"),
            ("add-0", "Size Small Large - Extras Ginger Honey Milk -", "field-choice-0-2-name"),
            ("remove-0", "Extras Ginger Honey Milk -", "choices-add"), ("remove-1-0", "Size Small Large Extras Honey Milk -", "choices-add-1"),
            ("up-0", "Size Small Large Extras Ginger Honey Milk -", ""), ("down-0", "Extras Ginger Honey Milk - Size Small Large", "choices-up-1"),
            ("up-1-1", "Size Small Large Extras Honey Ginger Milk -", "choices-down-1-0"),
            ("down-1-0", "Size Small Large Extras Honey Ginger Milk -", "choices-down-1-1"),
            ("down-9-9", "Size Small Large Extras Ginger Honey Milk -", ""), ("sing", "", ""),
        ])
    func `buttons add, move and remove rows, keep what was typed and save nothing`(button: String, names: String, focus: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let sent = form.map { $0.0 == "price" ? ("price", "eighty") : $0 } + [("choices", button)]
            let answer = try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent)
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
            #expect(answer.text.contains("value=\"eighty\""))
            // What is no button saves, and is refused for its price.
            guard button != "sing" else { return #expect(answer.status == .unprocessableContent) }
            #expect(answer.status == .ok && !answer.text.contains("field-invalid"))
            let fields = answer.text.matches(of: /<input[^>]*name="choice-\d+(?:-\d+)?-name"[^>]*>/).map { String($0.0) }
            let shown = fields.map { field in field.firstMatch(of: /value="([^"]*)"/).map { String($0.1) } ?? "-" }
            #expect(shown == names.split(separator: " ").map(String.init))
            let focused = answer.text.matches(of: /<[^>]*autofocus[^>]*>/).compactMap { $0.0.firstMatch(of: /id="([^"]*)"/).map { String($0.1) } }
            #expect(focused == (focus.isEmpty ? [] : [focus]))
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `a choice that gets another name or place stays the same one`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            _ = try await owner.post(CafeteriaPaths.adminNewItem(), fields: form)
            let item = try #require(try await cafeteria.services.menu.list().items.first?.id)
            func groups() async throws -> [ChoiceGroup] {
                try await cafeteria.app.site.database.read { try Offer.read([item], in: $0)[item]?.groups ?? [] }
            }
            let before = try await groups()
            let (small, large) = (before[0].choices[0].id, before[0].choices[1].id)
            let emptied = form.map { $0.0 == "choice-0-0-name" ? ($0.0, "") : $0 } + [("choice-0-0-id", "\(small)")]
            let refused = try await owner.post(CafeteriaPaths.adminItem(item), fields: emptied)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-choice-0-0-name-error"), "none goes unseen")
            let rows = [
                ("choice-0-id", "\(before[0].id)"), ("choice-0-name", "How much"), ("choice-0-0-id", "\(large)"), ("choice-0-0-name", "Small"),
                ("choice-0-1-name", "Large"), ("choice-0-2-id", "\(small)"), ("choice-0-2-name", "Tiny, \"warm\""), ("choice-0-2-price", "−5"),
            ]
            _ = try await owner.post(CafeteriaPaths.adminItem(item), fields: form.filter { !$0.0.hasPrefix("choice-") } + rows)
            let after = try await groups()
            #expect(after.map(\.id) == [before[0].id] && after.map(\.name) == ["How much"])
            let choices = try #require(after.first).choices
            #expect(choices.map(\.name) == ["Small", "Large", "Tiny, \"warm\""] && choices.map(\.price) == [0, 0, -5_00])
            #expect(choices[0].id == large && choices[2].id == small && ![small, large].contains(choices[1].id))
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `an order keeps what was ordered, whatever becomes of the item and its choices`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let always = form.filter { !["from", "until", "days"].contains($0.0) } + (0..<7).map { ("days", String($0)) }
            _ = try await owner.post(CafeteriaPaths.adminNewItem(), fields: always)
            let item = try #require(try await cafeteria.services.menu.list().items.first?.id)
            let ada = try await cafeteria.app.signedIn(.ada)
            let groups = try await cafeteria.app.site.database.read { try Offer.read([item], in: $0)[item]?.groups ?? [] }
            let (large, honey) = (groups[0].choices[1].id, groups[1].choices[1].id)
            try await cafeteria.add(item, to: ada, choices: [large, honey])
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(order.total == 122_50)
            let changed = always.filter { !$0.0.hasPrefix("choice-1") }.map { name, value in
                switch name {
                case "name": (name, "Tea")
                case "price": (name, "10")
                case "choice-0-1-name": (name, "Huge")
                case "choice-0-1-price": (name, "99")
                default: (name, value)
                }
            }
            _ = try await owner.post(CafeteriaPaths.adminItem(item), fields: changed + [("choice-0-1-id", "\(large)")])
            for page in [try await ada.get(CafeteriaPaths.order(order.id)).text, try await owner.get(CafeteriaPaths.counterOrder(order.id)).text] {
                #expect(page.contains("Chai") && page.contains("Large") && page.contains("Honey") && page.contains("122.50"))
                #expect(!page.contains("Huge"))
            }
        }
    }

    @Test(.covers("CAF-044", "CAF-045"), arguments: Engine.available)
    func `the list changes a price and whether an item is available`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let owner = try await cafeteria.app.signedIn(.owner)
            func item() async throws -> MenuItem? { try await cafeteria.services.menu.list().items.first { $0.id == tea } }
            let before = try await cafeteria.app.auditTrail().count
            let saved = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "95,50"])
            #expect(saved.status == .seeOther && saved.location == "\(CafeteriaPaths.adminMenu())#item-\(tea)")
            #expect(saved.cookies["flash"]?.removingPercentEncoding?.contains("Saved: “Tea” costs KES\u{A0}95.50.") == true)
            #expect(try await item()?.price == 95_50)
            _ = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "95.50"])
            #expect(try await cafeteria.app.auditTrail().dropFirst(before) == ["cafeteria.item.update"], "what stays is no change")
            _ = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "90", "available": "false"])
            #expect(try await item().map { $0.price == 90_00 && !$0.isAvailable } == true, "a price that was typed isn’t lost")
            _ = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "90", "available": "true"])
            #expect(try await item()?.isAvailable == true)
            let refused = try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "many"])
            #expect(refused.status == .unprocessableContent)
            #expect(try await item()?.price == 90_00)
            _ = try await owner.post(CafeteriaPaths.adminItemDelete(tea), ["confirmed": "true"])
            #expect(try await owner.post(CafeteriaPaths.adminItemOffer(tea), ["price": "1"]).status == .notFound)
            #expect(try await cafeteria.app.signedIn(.ada).post(CafeteriaPaths.adminItemOffer(tea), ["price": "1"]).status == .notFound)
        }
    }

    @Test(.covers("CAF-013", "CAF-044"), arguments: Engine.available)
    func `“Several” with one option stays “Several”, and customers can take the option off again`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let sent =
                form.filter { !["from", "until"].contains($0.0) && !$0.0.hasPrefix("choice-") } + [
                    ("choice-0-name", "Extras"), ("choice-0-rule", "several"), ("choice-0-0-name", "Honey"),
                    ("choice-1-name", "Sauce"), ("choice-1-rule", "several"), ("choice-1-most", "1"), ("choice-1-0-name", "Hot"),
                    ("choice-1-1-name", "Sweet"), ("choice-2-name", "Cup"), ("choice-2-rule", "optional"), ("choice-2-0-name", "Paper"),
                ]
            #expect(try await owner.post(CafeteriaPaths.adminNewItem(), fields: sent).status == .seeOther)
            let item = try #require(try await cafeteria.services.menu.list().items.first)
            func groups() async throws -> [ChoiceGroup] {
                try await cafeteria.app.site.database.read { try Offer.read([item.id], in: $0)[item.id]?.groups ?? [] }
            }
            let found = try await groups()
            let rows = ChoiceRows(found, currency: "KES").groups
            #expect(rows.map(\.rule) == [.several, .several, .optional])
            #expect(rows.map(\.most) == ["", "1", ""])
            // A table has only the counts: it leaves the rule as it was.
            var wrong: [String: Text] = [:]
            let read = try #require(ChoiceText.read(ChoiceText.write(found, currency: "KES"), currency: "KES"))
            #expect(read.allSatisfy { $0.isSeveral == nil } && read.map(\.most) == [1, 1, 1])
            #expect(ChoiceRows(found, currency: "KES").checked(currency: "KES", &wrong).map(\.most) == [1, 1, 1] && wrong.isEmpty)
            let page = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.item(item.id)).text
            #expect(page.matches(of: /type="checkbox" name="choice"/).count == 2, "one option can be taken off again")
            #expect(page.matches(of: /type="radio"/).count == 3 && page.matches(of: /None of these/).count == 1)
            #expect(page.contains(/type="radio" name="choice-\d+" value=""[^>]*checked/), "nothing is chosen at first")
            let ada = try await cafeteria.app.signedIn(.ada)
            let added = try await ada.post(
                CafeteriaPaths.cart(),
                fields: [("item", item.id.description), ("quantity", "1"), ("choice-\(found[1].id)", "")])
            #expect(added.status == .seeOther, "\(added.text)")
            let details = try await ada.asProgram.get(CafeteriaPaths.apiItem(item.id)).text
            #expect(!details.lowercased().contains("several"), "the API stays as it is")
        }
    }

    @Test(
        .covers("CAF-044"),
        arguments: [
            "Milk, oat", "Half-fat", "6\" or 12\"", "Chai +1", "Size: large", "[new]", "Coffee (1-2)", "Minus -", "7-Up", "\"", "Plain",
        ])
    func `a table keeps every name`(name: String) throws {
        let choice = ItemChoice(id: ChoiceID(1), group: ChoiceGroupID(1), name: name, price: 5_00, allergens: [.milk], isAvailable: true)
        let group = ChoiceGroup(id: ChoiceGroupID(1), item: MenuItemID(1), name: name, least: 0, most: 2, choices: [choice, choice])
        let read = try #require(ChoiceText.read(ChoiceText.write([group], currency: "KES"), currency: "KES"))
        #expect(read.map(\.name) == [name] && read[0].choices.map(\.name) == [name, name])
        #expect(read[0].choices[0].price == 5_00 && read[0].choices[0].allergens == [.milk] && read[0].most == 2)
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `weekdays, every day and other days are each chosen at once`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            func item() async throws -> MenuItem { try #require(try await cafeteria.services.menu.list().items.first) }
            #expect(try await owner.get(CafeteriaPaths.adminNewItem()).text.contains(/name="week" value="daily" checked/))
            _ = try await owner.post(CafeteriaPaths.adminNewItem(), fields: form + [("week", "weekdays")])
            #expect(try await item().serving.days == 0b0011111, "Monday to Friday, whatever is ticked below")
            let path = CafeteriaPaths.adminItem(try await item().id)
            #expect(try await owner.get(path).text.contains(/name="week" value="weekdays" checked/))
            _ = try await owner.post(path, fields: form + [("week", "chosen")])
            #expect(try await item().serving.days == 0b11)
            #expect(try await owner.get(path).text.contains(/name="week" value="chosen" checked/))
            let none = try await owner.post(path, fields: form.filter { $0.0 != "days" } + [("week", "chosen")])
            #expect(none.status == .unprocessableContent && none.text.contains("Choose at least one day."))
            _ = try await owner.post(path, fields: form + [("week", "daily")])
            #expect(try await item().serving.days == 0b1111111)
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
