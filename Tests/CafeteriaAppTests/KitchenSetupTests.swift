import Core
import Database
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct KitchenSetupTests {
    // MARK: Stations

    @Test(.covers("CAF-044", "CAF-021"), arguments: Engine.available)
    func `a station is added, its pace changed, and another takes its items over`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let pilau = try await cafeteria.item("Pilau", station: 1)
            #expect(try await owner.post(CafeteriaPaths.adminStations(), ["name": "Grill", "capacity": "4"]).status == .seeOther)
            let grill = try #require(try await stations(cafeteria).first { $0.name == "Grill" })
            #expect(grill.capacity == 4)
            _ = try await owner.post(CafeteriaPaths.adminStation(grill.id), ["name": "Grill", "capacity": "6"])
            #expect(try await stations(cafeteria).last?.capacity == 6)
            let kitchen = StationID(1)
            #expect(try await owner.get(CafeteriaPaths.adminStationDelete(kitchen)).problem?.code == "cafeteria.station-in-use")
            let asked = try await owner.get(CafeteriaPaths.adminStationDelete(kitchen) + "?target=\(grill.id)")
            #expect(asked.text.contains("1 menu item moves to “Grill”."))
            _ = try await owner.post(CafeteriaPaths.adminStationDelete(kitchen), ["target": grill.id.description, "confirmed": "true"])
            #expect(try await stations(cafeteria).map(\.name) == ["Drinks", "Grill"])
            #expect(try await cafeteria.app.site.database.read { try $0.first(.item(pilau)) }?.station == grill.id)
            #expect(
                try await cafeteria.app.auditTrail().suffix(3) == [
                    "cafeteria.station.create", "cafeteria.station.update", "cafeteria.station.delete",
                ])
        }
    }

    private func stations(_ cafeteria: Cafeteria) async throws -> [Station] {
        try await cafeteria.app.site.database.read { try $0.all(Query<Station>.all) }
    }

    @Test(.covers("CAF-021"), arguments: Engine.available)
    func `a slower station promises later times at once`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (owner, ada) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.signedIn(.ada))
            let tea = try await cafeteria.item("Tea", preparation: 1)
            try await cafeteria.add(tea, 4, to: ada)
            let fast = try await cafeteria.placed(try await cafeteria.order(ada))
            _ = try await ada.post(CafeteriaPaths.cancel(fast.id), ["confirmed": "true"])
            _ = try await owner.post(CafeteriaPaths.adminStation(StationID(1)), ["name": "Kitchen", "capacity": "1"])
            try await cafeteria.add(tea, 4, to: ada)
            let slow = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(slow.promisedAt - fast.promisedAt == .seconds(900))
        }
    }

    @Test(
        .covers("CAF-044"),
        arguments: [("name", ""), ("name", "kitchen"), ("name", String(repeating: "x", count: 41)), ("capacity", "0"), ("capacity", "many")])
    func `a station that makes no sense is marked at its field`(field: String, value: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let fields = ["name": "Grill", "capacity": "4"].merging([field: value]) { $1 }
            let refused = try await cafeteria.app.signedIn(.owner).post(CafeteriaPaths.adminStations(), form: fields)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-\(field)-error"))
        }
    }

    // MARK: Categories

    @Test(.covers("CAF-008", "CORE-053"), arguments: Engine.available)
    func `a category has a name in each language, and moves its items when it goes`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let fields = [("name", "Salads"), ("position", "3"), ("name.sw", "Saladi")]
            #expect(try await owner.post(CafeteriaPaths.adminCategories(), fields: fields).status == .seeOther)
            let salads = try #require(try await cafeteria.services.menu.list().categories.first { $0.name == "Salads" })
            #expect(salads.name(in: .swahili) == "Saladi")
            let kachumbari = try await cafeteria.item("Kachumbari", category: salads.id.number)
            #expect(try await cafeteria.app.signedIn(.ada).with("Accept-Language", "sw").get(CafeteriaPaths.home()).text.contains("Saladi"))
            let taken = try await owner.post(CafeteriaPaths.adminCategories(), fields: [("name", "saladi"), ("position", "9")])
            #expect(taken.status == .unprocessableContent && taken.text.contains("This name is taken."))
            _ = try await owner.post(CafeteriaPaths.adminCategory(salads.id), fields: [("name", "Greens"), ("position", "1"), ("name.sw", "")])
            #expect(try await cafeteria.services.menu.list().categories.first { $0.id == salads.id }?.name(in: .swahili) == "Greens")
            _ = try await owner.post(CafeteriaPaths.adminCategoryDelete(salads.id), ["confirmed": "true"])
            #expect(try await cafeteria.services.menu.list().categories.contains { $0.id == salads.id }, "it has an item")
            _ = try await owner.post(CafeteriaPaths.adminCategoryDelete(salads.id), ["confirmed": "true", "target": "2"])
            #expect(try await cafeteria.services.menu.list().items.first { $0.id == kachumbari }?.category == CategoryID(2))
        }
    }

    // MARK: Promotions

    private func promotion(_ cafeteria: Cafeteria, factor: Int, from start: Duration, to end: Duration) throws -> [(String, String)] {
        let zone = cafeteria.app.site.configuration.zone
        let now = cafeteria.app.clock.clock.now()
        let form = PromotionForm(
            Promotion(id: PromotionID(1), name: "Happy Friday", factor: factor, startsAt: now + start, endsAt: now + end), in: zone)
        return [
            ("name", form.name ?? ""), ("factor", form.factor ?? ""), ("firstDay", form.firstDay ?? ""), ("firstTime", form.firstTime ?? ""),
            ("lastDay", form.lastDay ?? ""), ("lastTime", form.lastTime ?? ""),
        ]
    }

    @Test(.covers("CAF-039"), arguments: Engine.available)
    func `while a promotion runs, points count double, and customers are told`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (owner, ada) = (try await cafeteria.app.signedIn(.owner), try await cafeteria.app.signedIn(.ada))
            let pilau = try await cafeteria.item("Pilau", price: 300_00)
            let fields = try promotion(cafeteria, factor: 2, from: .seconds(3600), to: .seconds(10 * 3600))
            #expect(try await owner.post(CafeteriaPaths.adminPromotions(), fields: fields).status == .seeOther)
            #expect(try await !ada.get(CafeteriaPaths.points()).text.contains("Happy Friday"), "not before it starts")
            #expect(try await owner.get(CafeteriaPaths.adminPromotions()).text.contains("Planned"))
            cafeteria.app.clock.advance(by: .seconds(2 * 3600))
            #expect(try await ada.get(CafeteriaPaths.points()).text.contains("Double points: Happy Friday"))
            try await cafeteria.add(pilau, to: ada)
            #expect(try await ada.get(CafeteriaPaths.checkout()).text.contains("Double points: Happy Friday"))
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            try await cafeteria.pay(order)
            for status in [OrderStatus.preparing, .ready, .completed] { _ = try await cafeteria.step(order, status) }
            #expect(try await cafeteria.points(of: .ada) == 6)
            #expect(try await cafeteria.faults().isEmpty)
            cafeteria.app.clock.advance(by: .seconds(9 * 3600))
            #expect(try await !ada.get(CafeteriaPaths.points()).text.contains("Happy Friday"), "not after it ended")
            #expect(try await cafeteria.app.auditTrail().contains("cafeteria.promotion.create"))
        }
    }

    @Test(.covers("CAF-039"))
    func `start and end are kept by the site's clock`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let zone = cafeteria.app.site.configuration.zone
            let form = PromotionForm(
                name: "Summer", factor: "3", firstDay: "2027-03-27", firstTime: "07:00", lastDay: "2027-03-29", lastTime: "20:00")
            let draft = try PromotionDraft(form, in: zone)
            let shown = PromotionForm(
                Promotion(id: PromotionID(1), name: draft.name, factor: 3, startsAt: draft.startsAt, endsAt: draft.endsAt), in: zone)
            #expect(
                shown.firstDay == form.firstDay && shown.firstTime == form.firstTime && shown.lastDay == form.lastDay
                    && shown.lastTime == form.lastTime)
        }
    }

    @Test(
        .covers("CAF-039"),
        arguments: [
            ("name", ""), ("factor", "4"), ("firstDay", "2027-02-31"), ("firstTime", ""), ("lastDay", "2020-01-01"), ("lastDay", "2099-01-01"),
        ])
    func `a promotion that makes no sense is marked at its field`(field: String, value: String) async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let owner = try await cafeteria.app.signedIn(.owner)
            let fields = try promotion(cafeteria, factor: 2, from: .seconds(3600), to: .seconds(7200)).map { $0.0 == field ? (field, value) : $0 }
            let refused = try await owner.post(CafeteriaPaths.adminPromotions(), fields: fields)
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-invalid"))
            #expect(try await cafeteria.app.site.database.read { try $0.one("SELECT count(*) FROM cafeteria_promotion" as Query<Int>) } == 0)
        }
    }

    @Test(.covers("CORE-018"))
    func `customers reach none of it`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            for path in [
                CafeteriaPaths.adminStations(), CafeteriaPaths.adminCategories(), CafeteriaPaths.adminPromotions(), CafeteriaPaths.adminPoints(),
                CafeteriaPaths.adminImports(), CafeteriaPaths.adminExport(),
            ] { #expect(try await ada.get(path).status == .notFound, "\(path)") }
        }
    }
}
