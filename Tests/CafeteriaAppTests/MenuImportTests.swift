import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct MenuImportTests {
    /// Uploads a table and answers where its review is.
    private func upload(_ text: String, _ cafeteria: Cafeteria) async throws -> TestResponse {
        try await cafeteria.app.signedIn(.owner).upload(
            CafeteriaPaths.adminImports(), files: [("file", "menu.csv", Array(text.utf8))])
    }

    private func review(_ text: String, _ cafeteria: Cafeteria) async throws -> (path: String, page: String) {
        let answer = try await upload(text, cafeteria)
        let path = try #require(answer.location, "\(answer.text)")
        return (path, try await cafeteria.app.signedIn(.owner).get(path).text)
    }

    /// Confirms what a review shows, with these categories ticked.
    private func confirm(_ path: String, _ page: String, creating: [String] = [], _ cafeteria: Cafeteria) async throws -> TestResponse {
        let digest = try #require(page.firstMatch(of: /name="digest" value="([^"]+)"/)?.1, "\(page)")
        let offered = page.matches(of: /name="create" value="(\d+)".*?<span class="check-label">([^<]+)</.dotMatchesNewlines())
        let chosen = offered.filter { creating.contains(String($0.2)) }.map { ("create", String($0.1)) }
        #expect(chosen.count == creating.count, "all of them are offered")
        return try await cafeteria.app.signedIn(.owner).post(path, fields: [("digest", String(digest))] + chosen)
    }

    private func count(_ kind: String, _ page: String) -> Int {
        page.split(separator: "show=\(kind)\"").dropFirst().first?.firstMatch(of: /chip-count">([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    private let table = """
        Item name;Menu section;Price (KES);Prep time;Station;Allergens;Diet;Days;From;To;Options;kcal;Supplier
        Uji;Breakfast;120,50;6 min;kitchen;peanuts, dairy;veggie;Mon-Fri;7;10.30;Size: Small, Large +30 | Extras (0-2): Honey +20, Milk;340;Kamau
        Pilau;Lunch;KES 1,350.00;12;;;;;;;;690;
        Mystery;Lunch;many;12;Grill;kryptonite;;Blursday;25:00;;No colon;lots;
        Uji;Breakfast;100;6;;;;;;;;;
        Kachumbari;Salads;90;3;;;;;;;;;
        """

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `the review names what will be added, and says what a wrong price or allergen was meant to be`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let table = """
                name,category,price,allergens
                Uji,Breakfast,120,
                Pilau,Lunch,350,none
                Chai,Beverages,"12,5O",
                Githeri,Lunch,200,"glutten, milk"
                Mandazi,Breakfast,50,Tree nutz
                Samosa,Snacks,50,pea
                """
            let (path, page) = try await review(table, cafeteria)
            let card = page.components(separatedBy: "import-new").last?.components(separatedBy: "</ul>").first ?? ""
            for words in ["Uji", "Breakfast", "KES\u{A0}120", "Pilau", "KES\u{A0}350"] { #expect(card.contains(words), "\(words)") }
            #expect(!card.contains("Chai") && !card.contains("Githeri"), "what can’t be imported isn’t among it")
            for reason in [
                "Price: “12,5O” isn’t a price. Enter a price like 250.", "“glutten” isn’t one of the choices. Did you mean “gluten”?",
                "“tree nutz” isn’t one of the choices. Did you mean “nuts”?", "“pea” isn’t one of the choices.<",
            ] { #expect(page.contains(reason), "\(reason)") }
            let wrong = try await cafeteria.app.signedIn(.owner).get(path + "/wrong").text
            #expect(wrong.contains("Did you mean “gluten”?") && wrong.contains("“12,5O” isn’t a price."))
            let many = (1...30).map { "Dish \($0),Lunch,100" }.joined(separator: "\n")
            let (_, long) = try await review("name,category,price\n\(many)\n", cafeteria)
            let listed = long.components(separatedBy: "import-new").last?.components(separatedBy: "</ul>").first ?? ""
            #expect(listed.components(separatedBy: "<li").count == 21)
            #expect(long.contains("Show all 30 new items") && long.contains("show=new#rows"))
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `a table is shown row by row, and its right rows are imported in one step`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (path, page) = try await review("\u{FEFF}" + table, cafeteria)
            #expect(try await cafeteria.services.menu.list().items.isEmpty, "nothing is imported before it is confirmed")
            #expect(count("new", page) == 3 && count("wrong", page) == 2)
            #expect(page.contains("Supplier"), "columns that aren’t used are named")
            for reason in [
                "Price: “many” isn’t a price. Enter a price like 250.", "There’s no station “Grill”.", "“kryptonite” isn’t one of the choices.",
                "Days: Write days like “Mon-Fri” or “Sat, Sun”.", "Choices: Write a line like", "Energy: Enter a number from 0 to 5,000",
                "The same item is in row 2.",
            ] { #expect(page.contains(reason), "\(reason)") }
            let done = try await confirm(path, page, creating: ["Salads"], cafeteria)
            #expect(done.location == path, "\(done.text)")
            let menu = try await cafeteria.services.menu.list()
            #expect(Set(menu.items.map(\.name)) == ["Uji", "Pilau", "Kachumbari"] && menu.categories.contains { $0.name == "Salads" })
            let uji = try #require(menu.items.first { $0.name == "Uji" })
            #expect(uji.price == 120_50 && uji.preparation == 6 && uji.allergens == [.peanuts, .milk] && uji.diets == [.vegetarian])
            #expect(uji.serving == Serving(days: 0b11111, hours: 420..<630) && uji.nutrition?.energy == 340)
            #expect(menu.items.first { $0.name == "Pilau" }?.price == 1350_00)
            let offer = try await cafeteria.app.site.database.read { try Offer.read([uji.id], in: $0)[uji.id] }
            #expect(offer?.groups.map(\.name) == ["Size", "Extras"] && offer?.groups.last?.choices.first?.price == 20_00)
            let wrong = try await cafeteria.app.signedIn(.owner).get(path + "/wrong").text
            #expect(wrong.contains("Mystery") && wrong.contains("reason") && wrong.contains("There’s no station “Grill”."))
            #expect(!wrong.contains("Pilau"))
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("INSERT INTO cafeteria_station (name, capacity, position, changed_at) VALUES ('Grill', 10, 9, \(write.now))")
            }
            #expect(try await cafeteria.app.signedIn(.owner).get(path + "/wrong").text == wrong, "a report stays what it was")
            #expect(try await cafeteria.app.auditTrail().contains("cafeteria.menu-import.create"))
            // Sent again, it does nothing.
            #expect(try await confirm(path, page, cafeteria).location == path)
            #expect(try await cafeteria.services.menu.list().items.count == 3)
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `the review shows where each item is made and asks for the station of new items that name none`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.write(by: nil) { write in
                try write.run("INSERT INTO cafeteria_station (name, capacity, position, changed_at) VALUES ('Grill', 10, 9, \(write.now))")
            }
            let stations = try await cafeteria.app.site.database.read { try $0.all(Query<Station>.all) }
            let grill = try #require(stations.first { $0.name == "Grill" })
            let owner = try await cafeteria.app.signedIn(.owner)
            let (path, page) = try await review(
                "name,category,price,station\nUji,Breakfast,120,\(stations[0].name)\nNyama choma,Lunch,400,\n", cafeteria)
            #expect(page.contains("Station of new items") && page.contains("As chosen above"))
            let digest = try #require(page.firstMatch(of: /name="digest" value="([^"]+)"/)?.1)
            _ = try await owner.post(path, fields: [("digest", String(digest)), ("station", grill.id.description)])
            let items = try await cafeteria.services.menu.list().items
            #expect(items.first { $0.name == "Nyama choma" }?.station == grill.id)
            #expect(items.first { $0.name == "Uji" }?.station == stations[0].id)
            let (_, again) = try await review("name,category,price,station\nUji,Breakfast,130,Grill\nSoda,Lunch,80,Grill\n", cafeteria)
            #expect(!again.contains("Station of new items"), "the file says it")
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `what is on the menu is changed by name within its category, and unchanged rows stay`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (path, page) = try await review(table, cafeteria)
            _ = try await confirm(path, page, cafeteria)
            #expect(try await cafeteria.services.menu.list().items.count == 2, "a category that was not ticked is not created")
            let before = try #require(try await cafeteria.services.menu.list().items.first { $0.name == "Pilau" })
            let (second, again) = try await review("name,category,price\nPILAU,Chakula cha mchana,400\nUji,Breakfast,120.5\n", cafeteria)
            #expect(count("changed", again) == 1 && count("unchanged", again) == 1 && count("new", again) == 0)
            _ = try await confirm(second, again, cafeteria)
            let after = try #require(try await cafeteria.services.menu.list().items.first { $0.id == before.id })
            #expect(after.price == 400_00 && after.preparation == 12 && after.nutrition?.energy == 690, "what the table doesn’t say stays")
        }
    }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `a missing column changes nothing, an empty cell clears what may be empty, and the review says from what to what`(
        on engine: Engine
    ) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (path, page) = try await review(table, cafeteria)
            _ = try await confirm(path, page, cafeteria)
            let short = "name,category,price,prep,allergens,kcal\nUji,Breakfast,150,,,\nPilau,Lunch,1350,15\n"
            let (second, again) = try await review(short, cafeteria)
            let text = again.replacing(/<[^>]*>/, with: "").replacing(/\s+/, with: " ")
            for words in ["Price: 120.50 → 150", "Allergens: peanuts, milk → empty", "Energy: 340 → empty", "Preparation time: 12 → 15"] {
                #expect(text.contains(words), "\(words)")
            }
            #expect(text.contains("1 item loses a value") && !text.contains("Preparation time: 6"), "what an item can’t do without stays")
            #expect(!text.contains("Energy: 690"), "a row that ends early says nothing of the rest")
            _ = try await confirm(second, again, cafeteria)
            let items = try await cafeteria.services.menu.list().items
            let (uji, pilau) = (try #require(items.first { $0.name == "Uji" }), try #require(items.first { $0.name == "Pilau" }))
            #expect(uji.price == 150_00 && uji.preparation == 6 && uji.allergens.isEmpty && uji.nutrition?.energy == nil)
            #expect(uji.diets == [.vegetarian] && uji.serving.hours == 420..<630, "the file doesn’t have these columns")
            #expect(pilau.preparation == 15 && pilau.nutrition?.energy == 690)
            let report = try await cafeteria.app.signedIn(.owner).get(second).text.replacing(/<[^>]*>/, with: "").replacing(/\s+/, with: " ")
            #expect(report.contains("Price: 120.50 → 150") && report.contains("Preparation time: 12 → 15"), "the report keeps what was changed")
        }
    }

    @Test(.covers("CAF-013", "CAF-044"))
    func `a table says that an item contains no allergens, which an empty cell does not`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (path, page) = try await review("name,category,price,allergens\nUji,Breakfast,120,None\nPilau,Lunch,300,\n", cafeteria)
            _ = try await confirm(path, page, cafeteria)
            func stated() async throws -> [String: Bool] {
                Dictionary(try await cafeteria.services.menu.list().items.map { ($0.name, $0.areAllergensStated) }) { first, _ in first }
            }
            #expect(try await stated() == ["Uji": true, "Pilau": false])
            let export = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.adminExport()).text
            #expect(export.contains(",none,"))
            #expect(count("unchanged", try await review(export, cafeteria).page) == 2)
            let (second, again) = try await review("name,category,allergens\nUji,Breakfast,\nPilau,Lunch,none\n", cafeteria)
            #expect(again.replacing(/<[^>]*>/, with: "").replacing(/\s+/, with: " ").contains("Allergens: none → empty"))
            _ = try await confirm(second, again, cafeteria)
            #expect(try await stated() == ["Uji": false, "Pilau": true])
        }
    }

    @Test(.covers("CAF-044"))
    func `the menu that is downloaded is imported without a change`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (path, page) = try await review(table, cafeteria)
            _ = try await confirm(path, page, creating: ["Salads"], cafeteria)
            let owner = try await cafeteria.app.signedIn(.owner)
            let export = try await owner.get(CafeteriaPaths.adminExport()).text
            let (_, second) = try await review(export, cafeteria)
            #expect(count("unchanged", second) == 3 && count("changed", second) == 0 && count("wrong", second) == 0)
            #expect(second.contains("The menu already matches this file."))
            let template = try await owner.get(CafeteriaPaths.adminImportTemplate()).text
            #expect(count("new", try await review(template, cafeteria).page) == 2)
        }
    }

    @Test(.covers("CAF-044"))
    func `a menu that changed since the review is reviewed again`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (path, page) = try await review("name,category,price\nChai,Beverages,80\n", cafeteria)
            _ = try await cafeteria.item("Chai", category: 5)
            let refused = try await confirm(path, page, cafeteria)
            #expect(refused.status == .conflict && refused.text.contains("The menu has changed since you opened this page."))
            let price = try await cafeteria.services.menu.list().items.map(\.price)
            #expect(price == [250_00])
        }
    }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("", 1, "Choose a CSV file."), ("", 0, "The file has no rows."), ("dish,price\nChai,80\n", 1, "The file has no column “category”."),
            ("\"Chai,Beverages\n", 1, "A quotation mark in the file isn’t closed."), ("a,b\n", 20_001, "The file has more than 20,000 rows."),
            ("xxxxxxxx", 5 << 17, "The file is larger than 5 MB."),
        ])
    func `what is no menu is refused at the field`(text: String, times: Int, words: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            // What has no heading of its own gets one; the first two are nothing at all, and nothing but a heading.
            let heading = text.isEmpty && times == 1 || text.hasPrefix("dish") ? "" : "name,category\n"
            let refused = try await upload(heading + String(repeating: text, count: times), cafeteria)
            #expect(refused.status == .unprocessableContent && refused.text.contains(words), "\(refused.text.suffix(3000))")
        }
    }

    @Test(.covers("CAF-044", "CORE-022"))
    func `names that look like formulas or markup stay words`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (path, page) = try await review(
                "name,category,price,description\n=1+1,Lunch,80,<script>alert(1)</script>\n'+Plus,Lunch,90,\n", cafeteria)
            #expect(!page.contains("<script>alert"))
            _ = try await confirm(path, page, cafeteria)
            #expect(Set(try await cafeteria.services.menu.list().items.map(\.name)) == ["=1+1", "+Plus"])
            let export = try await cafeteria.app.signedIn(.owner).get(CafeteriaPaths.adminExport()).text
            #expect(export.contains("'=1+1"))
            #expect(count("unchanged", try await review(export, cafeteria).page) == 2)
        }
    }

    @Test(.covers("CAF-044"))
    func `a row with values that have no column is refused as a whole`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (_, page) = try await review("name,category,price\nRice, fried,Lunch,80\n", cafeteria)
            #expect(page.contains("It has more values than there are columns.") && !page.contains("name=\"digest\""))
        }
    }

    // MARK: Real menus

    @Test(.covers("CAF-044"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: Engine.available)
    func `the menu of a pizzeria is imported from its own tables`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let folder = try #require(SharedData.folder).appending(path: "cafeteria")
            let types = try String(contentsOf: folder.appending(path: "pizza_pizza_types.csv"), encoding: .isoLatin1)
            let (_, bare) = try await review(types, cafeteria)
            #expect(count("wrong", bare) == 32 && bare.contains("Price: Enter a price like 250.") && bare.contains("pizza_type_id"))
            let prices = try CSVReader(Array(try Data(contentsOf: folder.appending(path: "pizza_pizzas.csv")))).rows
            let small = Dictionary(prices.filter { $0[2] == "S" }.map { ($0[1], $0[3]) }) { first, _ in first }
            var table = CSVWriter(["name", "category", "ingredients", "price"])
            for row in try CSVReader(Array(types.utf8)).rows.dropFirst() { table.add([row[1], row[2], row[3], small[row[0]] ?? "9,75"]) }
            let (path, page) = try await review(String(decoding: table.bytes, as: UTF8.self), cafeteria)
            #expect(count("new", page) == 32)
            let kinds = ["Chicken", "Classic", "Supreme", "Veggie"]
            _ = try await confirm(path, page, creating: kinds, cafeteria)
            let menu = try await cafeteria.services.menu.list()
            #expect(menu.items.count == 32 && menu.categories.count == 9)
            #expect(menu.items.first { $0.name == "The Barbecue Chicken Pizza" }?.price == 12_75)
        }
    }

    @Test(.covers("CAF-044"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"))
    func `a week of a German canteen is imported from a table with semicolons and decimal commas`() async throws {
        struct Week: Decodable {
            struct Day: Decodable { var dishes: [Dish] }
            struct Dish: Decodable {
                struct Prices: Decodable { var guests: Price? }
                struct Price: Decodable { var base_price: Double }
                var name: String
                var prices: Prices
                var dish_type: String
            }
            var days: [Day]
        }
        try await withCafeteria(on: .sqlite) { cafeteria in
            let file = try #require(SharedData.folder).appending(path: "cafeteria/munich_mensa-garching_2024-20.json")
            let dishes = try JSONDecoder().decode(Week.self, from: Data(contentsOf: file)).days.flatMap(\.dishes)
            let lines = dishes.map { dish in
                let price = String(dish.prices.guests?.base_price ?? 1).replacing(".", with: ",")
                return "\"\(dish.name.replacing("\"", with: "\"\""))\";\(dish.dish_type);\(price)"
            }
            let (path, page) = try await review("Namn;Kategori;Pris\r\n" + lines.joined(separator: "\r\n"), cafeteria)
            let categories = Set(dishes.map(\.dish_type))
            _ = try await confirm(path, page, creating: Array(categories), cafeteria)
            let names = Set(dishes.map { $0.dish_type + $0.name.tidied().sortKey })
            #expect(try await cafeteria.services.menu.list().items.count == names.count)
            #expect(count("new", page) == names.count && count("wrong", page) == dishes.count - names.count)
        }
    }

    @Test(.covers("CAF-044"), .enabled(if: SharedData.isHere, "\(SharedData.absence)"), arguments: SharedData.files(in: "cafeteria"))
    func `whatever file is chosen, the answer is a review or a refusal`(file: URL) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let bytes = Array(try Data(contentsOf: file))
            let answer = try await owner.upload(CafeteriaPaths.adminImports(), files: [("file", file.lastPathComponent, bytes)])
            #expect([.seeOther, .unprocessableContent].contains(answer.status))
            #expect(try await cafeteria.services.menu.list().items.isEmpty)
        }
    }

    // MARK: Cells

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("Mon-Fri", "01234"), ("daily", "0123456"), ("every day", "0123456"), ("sat, sun", "56"), ("Fri-Mon", "4560"), ("weekends", "56"),
            ("Monday and Wednesday", "02"), ("mån-fre", "01234"), ("Blursday", "blursday"),
        ])
    func `days are read as people write them`(text: String, days: String) { #expect(MenuCell.days(text).joined() == days) }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("7", "07:00"), ("7:30", "07:30"), ("07.30", "07:30"), ("7:30 PM", "19:30"), ("12 am", "00:00"), ("noon", "noon"), ("13 pm", "13 pm"),
        ])
    func `times are read as people write them`(text: String, time: String) { #expect(MenuCell.time(text) == time) }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("KES 1,250.50", "1250.50"), ("1.250,50 kr", "1250,50"), ("Ksh 250/=", "250"), ("80", "80"), ("12,5", "12,5"), ("$5", "5"),
            ("many", "many"),
        ])
    func `prices are read as people write them`(text: String, price: String) { #expect(MenuCell.price(text, currency: "KES") == price) }

    @Test(
        .covers("CAF-044"),
        arguments: [
            ("Item name", MenuColumn.name), ("PRICE (KES)", .price), ("Prep. time (min)", .preparation), ("price_kes", .price),
            ("energy-kcal", .energy), ("Kategori", .category), ("Energ_Kcal", nil), ("barcode", nil),
        ] as [(String, MenuColumn?)])
    func `headings are found by their usual names`(heading: String, column: MenuColumn?) { #expect(MenuColumn(heading: heading) == column) }

    @Test(.covers("CAF-044"), arguments: Engine.available)
    func `in Swedish, one new item and one change are told with the right number`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.configure { $0.languages = [.swedish] }
            _ = try await cafeteria.item("Uji", price: 100_00)
            let (path, page) = try await review("Name;Category;Price\nUji;Lunch;120\nPilau;Lunch;300\n", cafeteria)
            #expect(page.contains("Nya rätter") && page.contains(">Ny<") && page.contains(">Ändrad<"), "\(page)")
            let told = try await confirm(path, page, cafeteria).cookies["flash"]?.removingPercentEncoding ?? ""
            #expect(told.contains("Tillagda: 1. Ändrade: 1."), "\(told)")
        }
    }
}
