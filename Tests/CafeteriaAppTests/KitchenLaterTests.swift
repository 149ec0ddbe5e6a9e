import Core
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct KitchenLaterTests {
    @Test(.covers("CAF-042", "CAF-043"), arguments: Engine.available)
    func `an order that is wanted in an hour is no work until its station has to begin`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let ugali = try await cafeteria.item("Ugali", preparation: 10)
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(ugali, to: ada)
            let order = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("pickup", "60")]))
            try await cafeteria.pay(order)
            let before = try await staff.get(CafeteriaPaths.kitchen()).text
            #expect(before.contains("1 for later") && before.contains("Begin at") && before.contains("Start early"))
            #expect(!before.contains(#"class="button button-primary""#) && !before.contains(#"data-total="Ugali""#))
            cafeteria.app.clock.advance(by: .seconds(41 * 60))
            let after = try await staff.get(CafeteriaPaths.kitchen()).text
            #expect(!after.contains("1 for later") && after.contains(#"data-total="Ugali""#) && after.contains(">Start<"))
        }
    }

    @Test(.covers("CAF-043"))
    func `a station takes back that it began, unless another has finished its part`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let (pilau, chai) = (try await cafeteria.item("Pilau"), try await cafeteria.item("Chai", station: 2))
            let order = try await KitchenTests.paid(cafeteria, [pilau, chai])
            let staff = try await cafeteria.app.signedIn(.owner)
            let grill = link(CafeteriaPaths.kitchen(), query: ["station": "1"])
            _ = try await cafeteria.step(order, .preparing)
            #expect(try await staff.get(grill).text.contains("Order \(order.number) is back in “To make”"))
            _ = try await staff.post(CafeteriaPaths.kitchenPart(order.id, StationID(2)), ["done": "true"])
            #expect(!(try await staff.get(grill).text.contains("is back in “To make”")))
        }
    }
}
