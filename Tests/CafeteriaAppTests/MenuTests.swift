import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct MenuTests {
    @Test(.covers("CAF-008", "CAF-010", "CAF-012"), arguments: Engine.available)
    func `the menu is searched by name and description, with what matched marked and counts by category`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            _ = try await cafeteria.item("Chapati", description: "Flat bread from the griddle", category: 1)
            _ = try await cafeteria.item("Crème brûlée", description: "With bread crumbs", category: 4)
            _ = try await cafeteria.item("Pilau", description: "Spiced rice")
            let ada = try await cafeteria.app.signedIn(.ada)
            let bread = try await ada.get(CafeteriaPaths.home() + "?q=BREAD").text
            #expect(bread.contains("Chapati") && bread.contains("brûlée") && !bread.contains("Pilau"))
            #expect(bread.contains("<mark>bread</mark>") && bread.contains("2 items found"))
            #expect(try await ada.get(CafeteriaPaths.home() + "?q=creme").text.contains("<mark>Crème</mark>"))
            let breakfast = try await ada.get(CafeteriaPaths.home() + "?category=1").text
            #expect(breakfast.contains("Chapati") && !breakfast.contains("Pilau"))
            #expect(try await ada.get(CafeteriaPaths.home() + "?q=%3Cscript%3E").text.contains("Nothing on the menu matches"))
        }
    }

    @Test(.covers("CAF-010", "CAF-011", "CAF-012"))
    func `names that begin with what was typed come first, then names that have it, then descriptions`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            _ = try await cafeteria.item("Flat bread", description: "From the griddle", category: 1)
            let long = "Pea soup, with dark bread \(String(repeating: "and more ", count: 60))to the end"
            _ = try await cafeteria.item("Ärtsoppa", description: long, category: 4)
            _ = try await cafeteria.item("Bread soup", category: 2)
            _ = try await cafeteria.item("Tea", description: "bre", category: 5)
            let list = try await cafeteria.services.menu.list()
            func found(_ words: String, limit: Int = 10) -> MenuList.Finding {
                list.find(MenuFilter { $0 == "q" ? [words] : [] }, at: MenuTime(weekday: 0, minute: 0), favourites: [], limit: limit)
            }
            #expect(found("bread").items.map(\.name) == ["Bread soup", "Flat bread", "Ärtsoppa"])
            #expect(found("SOUP bread").items.map(\.name) == ["Bread soup", "Ärtsoppa"])
            #expect(found("artsoppa end").items.map(\.name) == ["Ärtsoppa"], "all of a long description is searched")
            #expect(found("ad bre").items.map(\.name) == ["Flat bread", "Bread soup", "Ärtsoppa"])
            #expect(found("griddle bread soup").items.isEmpty)
            _ = try await cafeteria.item("Lentils", description: "Steamed", category: 1)
            let later = try await cafeteria.services.menu.list()
            #expect(
                later.find(MenuFilter { $0 == "q" ? ["tea"] : [] }, at: MenuTime(weekday: 0, minute: 0), favourites: [], limit: 10).items.map(\.name)
                    == ["Tea", "Lentils"], "the middle of a word comes last")
            #expect(found("breadflat").items.isEmpty, "no word goes from one item into the next")
            let first = found("bread", limit: 1)
            #expect(first.items.count == 1 && first.total == 3)
            #expect(first.counts.filter { $0.value > 0 } == [CategoryID(1): 1, CategoryID(2): 1, CategoryID(4): 1])
            #expect(found("").items.map(\.name) == ["Flat bread", "Bread soup", "Ärtsoppa", "Tea"], "by category")
        }
    }

    @Test(.covers("CAF-010"))
    func `a misspelled search shows what was meant, and says so`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            _ = try await cafeteria.item("Chicken in coconut sauce", category: 2)
            _ = try await cafeteria.item("Mandazi, three pieces", category: 1)
            _ = try await cafeteria.item("Crème brûlée", category: 4)
            let list = try await cafeteria.services.menu.list()
            func meant(_ words: String) -> (words: String?, names: [String]) {
                let found = list.findMeant(MenuFilter { $0 == "q" ? [words] : [] }, at: MenuTime(weekday: 0, minute: 0), favourites: [], limit: 10)
                return (found.words, found.items.map(\.name))
            }
            for typed in ["chiken", "Chcken", "chikcen", "chickn", "chiken sauec", "coconat chiken"] {
                #expect(meant(typed).names == ["Chicken in coconut sauce"], "\(typed)")
            }
            #expect(meant("mandas").words == "mandazi", "still being typed")
            #expect(meant("creme brulle").names == ["Crème brûlée"])
            #expect(meant("chicken").words == nil && meant("xyzzy").names.isEmpty && meant("tee").names.isEmpty)
            #expect(meant("chiken xyzzy").names.isEmpty, "all words count")
            let page = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.home() + "?q=chiken").text
            #expect(page.contains("Nothing matches “chiken”. Showing “chicken” instead.") && page.contains("<mark>Chicken</mark>"))
        }
    }

    @Test(.covers("CAF-010", "CORE-053"))
    func `a dish is found in every language by what it is called, what is in it and its category`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            _ = try await cafeteria.item("Chicken in coconut sauce", category: 3)
            _ = try await cafeteria.item("Maharagwe", description: "Na wali", category: 2)
            _ = try await cafeteria.item("Ärtsoppa", description: "Med bröd", category: 4)
            let ada = try await cafeteria.app.signedIn(.ada)
            let names = ["Chicken", "Maharagwe", "Ärtsoppa"]
            func found(_ words: String) async throws -> [String] {
                let page = try await ada.get(link(CafeteriaPaths.home(), query: ["q": words])).text
                return names.filter { page.contains($0) }
            }
            for words in ["kuku", "KYCKLING", "inkoko", "chicken", "nazi", "kokos", "middag", "chakula cha jioni", "kuku dinner"] {
                #expect(try await found(words) == ["Chicken"], "\(words)")
            }
            for words in ["beans", "bönor", "bonor", "rice", "ris", "chakula cha mchana"] {
                #expect(try await found(words) == ["Maharagwe"], "\(words)")
            }
            for words in ["mkate", "bread", "Mellanmål", "vitafunio"] { #expect(try await found(words) == ["Ärtsoppa"], "\(words)") }
            // In the middle of a word of another language nothing is meant.
            #expect(try await found("ckling") == [])
        }
    }

    @Test(.covers("CAF-009", "CAF-011"))
    func `categories lead of which half or more can be ordered now`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            for name in ["Eggs", "Porridge"] { _ = try await cafeteria.item(name, isAvailable: false, category: 1) }
            _ = try await cafeteria.item("Doughnut", category: 1)
            _ = try await cafeteria.item("Soup", isAvailable: false, category: 2)
            _ = try await cafeteria.item("Stew", category: 2)
            let list = try await cafeteria.services.menu.list()
            let found = list.find(MenuFilter { _ in [] }, at: MenuTime(weekday: 0, minute: 0), favourites: [], limit: 10)
            #expect(found.items.map(\.name) == ["Stew", "Soup", "Doughnut", "Eggs", "Porridge"])
        }
    }

    @Test(.covers("CAF-009", "CAF-013"), arguments: Engine.available)
    func `an item that is sold out is marked and has no way into the cart`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", isAvailable: false)
            let ada = try await cafeteria.app.signedIn(.ada)
            let page = try await ada.get(CafeteriaPaths.item(tea)).text
            #expect(page.contains("Sold out") && !page.contains("Add to cart"))
            #expect(!(try await ada.get(CafeteriaPaths.home() + "?now=true").text.contains("Sold out")), "it is not available now")
            #expect(!(try await ada.get(CafeteriaPaths.home()).text.contains("Add Tea")))
        }
    }

    @Test(.covers("CAF-013", "CAF-016"), arguments: Engine.available)
    func `choices change the price, and one that must be made is asked for`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 100_00)
            let sizes = try await cafeteria.choices(of: tea, least: 1, most: 1, [("Small", 0), ("Large", 30_00)])
            let ada = try await cafeteria.app.signedIn(.ada)
            let refused = try await ada.post(CafeteriaPaths.cart(), ["item": tea.description, "quantity": "1"])
            #expect(refused.status == .conflict && refused.text.contains("Some choices are missing"))
            let both = try await ada.asProgram.post(
                CafeteriaPaths.cart(), fields: [("item", tea.description)] + sizes.map { ("choice", $0.description) })
            #expect(both.problem?.code == "cafeteria.choices-wrong")
            try await cafeteria.add(tea, 2, to: ada, choices: [sizes[1]])
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}260"))
        }
    }

    @Test(.covers("CAF-013"))
    func `nutrition says that it is of the item without its choices, where there are any`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (tea, soup) = (try await cafeteria.item("Tea"), try await cafeteria.item("Soup"))
            _ = try await cafeteria.choices(of: tea, least: 0, most: 1, [("Milk", 10_00)])
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_item SET nutrition = '{\"energy\":90}'")
            }
            let ada = try await cafeteria.app.signedIn(.ada)
            let pages = [try await ada.get(CafeteriaPaths.item(tea)).text, try await ada.get(CafeteriaPaths.item(soup)).text]
            #expect(pages.allSatisfy { $0.contains("90 kcal") })
            #expect(pages.map { $0.contains("Without extras and other choices.") } == [true, false])
        }
    }

    @Test(.covers("CAF-013"))
    func `the card of allergens has those of the choices ready for a script, and is honest without one`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let coffee = try await cafeteria.item("Coffee")
            let choices = try await cafeteria.choices(of: coffee, least: 0, most: 1, [("Milk", 0)])
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_choice SET allergens = 'milk' WHERE id = \(choices[0])")
            }
            let page = try await cafeteria.app.signedIn(.ada).get(CafeteriaPaths.item(coffee)).text
            #expect(page.contains(/<li data-allergen="milk" hidden[^>]*>Milk</) && page.contains("data-allergens=\"milk\""))
            #expect(
                page.contains("There’s no allergen information for this dish.") && page.contains("data-chosen=\"Your choices contain these.\" hidden")
            )
            #expect(page.contains(/data-always[^>]*>There’s no allergen/), "what is known of a choice says nothing of the dish")
        }
    }

    @Test(.covers("CAF-013"), arguments: Engine.available)
    func `a filter by allergens leaves out what nobody stated, and says how much that is`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (stew, uji) = (try await cafeteria.item("Stew", category: 2), try await cafeteria.item("Uji", category: 1))
            for name in ["Pilau", "Githeri", "Salad"] { _ = try await cafeteria.item(name, category: 2) }
            let book = try cafeteria.services.menu
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("UPDATE cafeteria_item SET allergens = 'milk' WHERE id = \(uji)")
                try write.run("UPDATE cafeteria_item SET has_no_allergens = 1 WHERE id = \(stew)")
                try write.invalidate(book.lists.shared)
            }
            let ada = try await cafeteria.app.signedIn(.ada)
            let without = try await ada.get(CafeteriaPaths.home() + "?without=nuts").text
            #expect(without.contains("Add Stew") && without.contains("Add Uji") && !without.contains("Add Pilau"))
            #expect(without.contains("3 items aren’t shown: no allergen information") && without.contains(">Githeri</a>"))
            let milk = try await ada.get(CafeteriaPaths.home() + "?without=milk&category=1").text
            #expect(!milk.contains("Add Uji") && milk.components(separatedBy: "menu-unstated").count == 2, "of another category nobody asked")
            let everything = try await ada.get(CafeteriaPaths.home()).text
            #expect(everything.contains("Add Pilau") && everything.contains("data-stated"))
            #expect(try await ada.get(CafeteriaPaths.item(stew)).text.contains("Contains none of the 14 major allergens."))
            let pilau = try #require(try await cafeteria.services.menu.list().items.first { $0.name == "Pilau" })
            #expect(try await ada.get(CafeteriaPaths.item(pilau.id)).text.contains("There’s no allergen information for this dish."))
            let answer = try await ada.asProgram.get(CafeteriaPaths.apiMenu() + "?without=nuts").text
            #expect(answer.contains(#""areAllergensStated":true"#) && !answer.contains("Pilau"))
        }
    }

    @Test(.covers("CAF-010", "CAF-013"))
    func `what somebody can't eat stays out on the next page, until they let go of it`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            try await cafeteria.openMenu()
            let (uji, stew) = (try await cafeteria.item("Uji"), try await cafeteria.item("Stew"))
            try await Self.state(cafeteria, [uji: "milk", stew: "fish"])
            let guest = cafeteria.app.guest
            let asked = try await guest.get(CafeteriaPaths.home() + "?without=milk&without=none")
            let cookie = try #require(asked.cookies["menu-filter"])
            let back = guest.with("Cookie", "__Host-menu-filter=\(cookie)")
            let menu = try await back.get(CafeteriaPaths.home()).text
            #expect(menu.contains("Stew") && !menu.contains(">Uji<") && menu.contains("Without: Milk"))
            #expect(menu.contains(#"href="/cafeteria/items/\#(stew)?without=milk""#), "a dish knows the way back")
            #expect(try await back.get(CafeteriaPaths.item(stew) + "?without=milk").text.contains(#"href="/cafeteria?without=milk""#))
            #expect(try await back.get(CafeteriaPaths.home() + "?count=1000").text.contains(">Uji<"), "a device keeps the whole menu")
            #expect(menu.contains(#"href="/cafeteria?without=none""#), "to let go of it")
            // A search by its address is no way around it, and says what it leaves out; to see that lets go of nothing.
            let search = try await back.get(CafeteriaPaths.home() + "?q=uji").text
            #expect(!search.contains("/items/\(uji)") && search.contains("1 dish is hidden by your filters."))
            #expect(search.contains(#"href="/cafeteria?q=uji&amp;all=true""#), "\(search)")
            let shown = try await back.get(CafeteriaPaths.home() + "?q=uji&all=true")
            #expect(shown.text.contains("/items/\(uji)") && !shown.response.headers.all("Set-Cookie").contains { $0.contains("menu-filter") })
            let whole = try await back.get(CafeteriaPaths.home() + "?without=none")
            #expect(whole.text.contains(">Uji<"))
            #expect(whole.response.headers.all("Set-Cookie").contains { $0.hasPrefix("__Host-menu-filter=;") })
        }
    }

    @Test(
        .covers("CAF-010", "CAF-013"),
        arguments: [
            ("milk free", "without=milk"), ("Milk-free", "without=milk"), ("no nuts", "without=nuts"), ("dairyfree soup", "q=soup"),
            ("utan mjölk", "without=milk"), ("mjölkfritt", "without=milk"), ("inga nötter", "without=nuts"), ("bila maziwa", "without=milk"),
            ("isiyo na samaki", "without=fish"), ("ukwabula umukaka", "without=milk"), ("vegan", "diet=vegan"), ("veganskt", "diet=vegan"),
            ("halal", "diet=halal"),
        ])
    func `a search for what somebody avoids or lives by offers the filter`(words: String, wanted: String) async throws {
        let wish = try #require(DietWords.shared.wish(in: words))
        var filter = MenuFilter { _ in [] }.with(words: wish.others)
        (filter.diets, filter.without) = (wish.diets, wish.without)
        #expect(filter.items.encoded.contains(wanted), "\(filter.items.encoded)")
    }

    @Test(.covers("CAF-010"), arguments: ["milk", "wali na samaki", "fish stew", "free coffee", "no sugar"])
    func `who searches for a dish is offered no filter`(words: String) { #expect(DietWords.shared.wish(in: words) == nil) }

    @Test(.covers("CAF-010", "CAF-013"), arguments: Engine.available)
    func `a search for milk free leads to the dishes without milk`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (uji, stew) = (try await cafeteria.item("Uji"), try await cafeteria.item("Stew"))
            try await Self.state(cafeteria, [uji: "milk", stew: "fish"])
            let ada = try await cafeteria.app.signedIn(.ada)
            let found = try await ada.get(CafeteriaPaths.home() + "?q=milk+free").text
            #expect(found.contains("Without: Milk · 1 dish") && found.contains(#"href="/cafeteria?without=milk""#), "\(found)")
            // It stands there for the script alone.
            #expect(found.components(separatedBy: "Nothing on the menu matches<").count == 2)
            #expect(try await ada.get(CafeteriaPaths.home() + "?q=milk").text.components(separatedBy: "menu-meant").count == 1)
        }
    }

    /// States what dishes contain.
    private static func state(_ cafeteria: Cafeteria, _ allergens: [MenuItemID: String]) async throws {
        let book = try cafeteria.services.menu
        try await cafeteria.app.site.write(by: nil) { write in
            for (item, words) in allergens { try write.run("UPDATE cafeteria_item SET allergens = \(words) WHERE id = \(item)") }
            try write.invalidate(book.lists.shared)
        }
    }

    @Test(.covers("CAF-014", "CAF-015"), arguments: Engine.available)
    func `what is ordered most is popular, and favourites are one's own`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, cake) = (try await cafeteria.item("Tea"), try await cafeteria.item("Cake"))
            _ = try await cafeteria.item("Porridge")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(cake, 3, to: ada)
            try await cafeteria.add(tea, 1, to: ada)
            _ = try await cafeteria.placed(try await cafeteria.order(ada))
            cafeteria.app.clock.advance(by: .seconds(61))
            let list = try await cafeteria.services.menu.list()
            #expect(list.popular.map(\.name) == ["Cake", "Tea"])
            _ = try await ada.post(CafeteriaPaths.favourite(tea), ["favourite": "true"])
            let own = try await ada.get(CafeteriaPaths.home() + "?favourites=true").text
            #expect(own.contains("Tea") && !own.contains("Porridge"))
            let bea = try await cafeteria.app.signedIn(.bea)
            #expect(!(try await bea.get(CafeteriaPaths.home() + "?favourites=true").text.contains("Add Tea")))
        }
    }

    @Test(.covers("CAF-013"))
    func `a dish that isn’t served now shows its days, its choices and what they cost, and a way to edit it to whoever may`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let time = try cafeteria.services.menu.time(of: cafeteria.app.site.clock.now())
            // Weekdays without today.
            let days = 0b0011111 & ~(1 << time.weekday)
            let pilau = try await cafeteria.item("Pilau", days: days, from: 690, until: 900)
            _ = try await cafeteria.choices(of: pilau, least: 0, most: 1, [("Extra sauce", 30_00)])
            let ada = try await cafeteria.app.signedIn(.ada)
            let page = try await ada.get(CafeteriaPaths.item(pilau)).text
            #expect(page.contains("Extra sauce") && page.contains("KES\u{A0}30") && page.contains("11:30–15:00"), "\(page)")
            #expect(page.firstMatch(of: /<input[^>]*data-outbox-name="Extra sauce"[^>]*disabled/) != nil)
            #expect(!page.contains(CafeteriaPaths.adminItem(pilau)))
            let owner = try await cafeteria.app.signedIn(.owner)
            #expect(try await owner.get(CafeteriaPaths.item(pilau)).text.contains("href=\"\(CafeteriaPaths.adminItem(pilau))\""))
            let editor = try await owner.get(CafeteriaPaths.adminItem(pilau)).text
            #expect(editor.contains("See as customer") && editor.contains(">Pilau</h1>"))
        }
    }
}
