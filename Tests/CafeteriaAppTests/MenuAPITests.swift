import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct MenuAPITests {
    private struct Page: Decodable {
        let items: [MenuItemAnswer]
        let next: String?
    }

    private func page(_ client: TestClient, _ query: String = "") async throws -> Page {
        let answer = try await client.get(CafeteriaPaths.apiMenu() + query)
        #expect(answer.status == .ok, "\(answer.text)")
        return try JSONDecoder().decode(Page.self, from: Data(answer.bytes))
    }

    @Test(.covers("CAF-008", "CAF-012", "CAF-010"), arguments: Engine.available)
    func `the menu is read page by page, filtered as on the page`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            for number in 1...7 { _ = try await cafeteria.item("Dish \(number)", category: 1) }
            _ = try await cafeteria.item(
                "Chai", price: 80_50, description: "Tea", portions: 3, isAvailable: false, category: 5, from: 420, until: 630)
            let ada = try await cafeteria.app.signedIn(.ada).asProgram
            var (names, next): ([String], String?) = ([], nil)
            repeat {
                let page = try await page(ada, "?limit=3" + (next.map { "&after=\($0)" } ?? ""))
                #expect(page.items.count <= 3)
                names += page.items.map(\.name)
                next = page.next
            } while next != nil
            #expect(names == (1...7).map { "Dish \($0)" } + ["Chai"])
            let chai = try #require(try await page(ada, "?q=tea").items.first)
            #expect(chai.price == 80_50 && chai.currency == "KES" && !chai.isAvailable && chai.hours?.from == "07:00" && chai.days == Array(1...7))
            #expect(try await page(ada, "?category=5").items.map(\.name) == ["Chai"])
            #expect(try await page(ada, "?diet=vegan").items.isEmpty)
            #expect(try await page(ada, "?without=milk").items.isEmpty, "nobody stated what they contain")
            try await cafeteria.app.site.write(by: nil) { try $0.run("UPDATE cafeteria_item SET has_no_allergens = 1") }
            cafeteria.app.clock.advance(by: .seconds(61))
            #expect(try await page(ada, "?without=milk&without=nuts").items.count == 8)
            #expect(try await ada.get(CafeteriaPaths.apiMenu() + "?without=kryptonite").status == .unprocessableContent)
            #expect(try await cafeteria.app.guest.asProgram.get(CafeteriaPaths.apiMenu()).status == .unauthorized)
            let categories = try await ada.get(CafeteriaPaths.apiCategories())
            let list = try JSONDecoder().decode([MenuCategoryAnswer].self, from: Data(categories.bytes))
            #expect(list.map(\.items) == [7, 0, 0, 0, 1] && list.first?.name == "Breakfast")
        }
    }

    @Test(.covers("CAF-013"), arguments: Engine.available)
    func `an item is read with its choices and the portions that are left`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let cake = try await cafeteria.item("Cake", portions: 5)
            let choices = try await cafeteria.choices(of: cake, least: 1, most: 1, [("Small", 0), ("Large", 30_00)])
            let client = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(cake, 2, to: client, choices: [choices[0]])
            _ = try await cafeteria.order(client)
            let answer = try await client.asProgram.get(CafeteriaPaths.apiItem(cake))
            let item = try JSONDecoder().decode(MenuItemDetails.self, from: Data(answer.bytes))
            #expect(item.portionsLeft == 3 && item.groups.first?.choices.map(\.price) == [0, 30_00])
            #expect(try await client.asProgram.get(CafeteriaPaths.apiItem(MenuItemID(999))).status == .notFound)
        }
    }

    @Test(.covers("CAF-045"), arguments: Engine.available)
    func `staff say by program what is available, and customers cannot`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let (ada, owner) = (try await cafeteria.app.signedIn(.ada).asProgram, try await cafeteria.app.signedIn(.owner).asProgram)
            let path = CafeteriaPaths.apiAvailability(tea)
            #expect(try await ada.json(.put, path, #"{"isAvailable": false}"#).status != .noContent)
            #expect(try await owner.json(.put, path, #"{"isAvailable": false}"#).status == .noContent)
            #expect(try await page(ada).items.first?.isAvailable == false)
            #expect(try await owner.json(.put, path, #"{"isAvailable": "maybe"}"#).status == .unprocessableContent)
        }
    }
}
