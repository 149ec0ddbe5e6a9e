import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct CounterOverviewTests {
    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `the counter says what to hand out, and of what is over what it was, what it cost and whether it was cancelled`(
        on engine: Engine
    ) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (tea, soup) = (try await cafeteria.item("Tea", price: 100_00), try await cafeteria.item("Soup", price: 300_00))
            let staff = try await cafeteria.app.signedIn(.owner)
            let ready = try await KitchenTests.paid(cafeteria, [tea, tea])
            _ = try await cafeteria.step(ready, .ready)
            let counter = try await staff.get(CafeteriaPaths.counter()).text
            #expect(counter.contains(/counter-dishes(.|\n)*2 ×(.|\n)*Tea(.|\n)*Hand over/), "\(counter)")
            let over = try await KitchenTests.paid(cafeteria, [soup], by: .bea)
            for status in [OrderStatus.ready, .completed] { _ = try await cafeteria.step(over, status) }
            let cancelled = try await KitchenTests.paid(cafeteria, [soup], by: .bea)
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(cancelled.id), ["reason": "asked"])
            let page = try await staff.get(CafeteriaPaths.counter()).text
            let list = try #require(page.components(separatedBy: "Recently completed").last)
            for order in [over, cancelled] { #expect(list.contains("href=\"\(CafeteriaPaths.counterOrder(order.id))\""), "\(list)") }
            #expect(list.contains("1 × Soup") && list.contains("KES\u{A0}300") && list.contains("Cancelled"), "\(list)")
            #expect(list.matches(of: /value="ready"/).count == 1, "what was cancelled isn't taken back")
        }
    }

    @Test(.covers("CAF-043"), arguments: Engine.available)
    func `an order of another day is found by its number or name on that day alone`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let order = try await KitchenTests.paid(cafeteria, [try await cafeteria.item("Tea")])
            let (staff, counter) = (try await cafeteria.app.signedIn(.owner), try cafeteria.services.counter)
            let day = Day(order.createdAt, in: cafeteria.app.site.configuration.zone)
            #expect(try await staff.get(CafeteriaPaths.counter()).text.contains("Finds orders of the last 3 days."))
            func find(_ code: String, _ day: Day) async throws -> TestResponse {
                try await staff.get(link(CafeteriaPaths.find(), query: ["code": code, "day": day.description]))
            }
            for code in [order.number, "ada", order.token] {
                #expect(try await find(code, day).location == CafeteriaPaths.counterOrder(order.id), "\(code)")
            }
            let missed = try await find(order.number, day.adding(1))
            #expect(missed.status == .notFound && missed.text.contains("has the number \(order.number)."), "\(missed.text)")
            #expect(missed.text.contains("value=\"\(day.adding(1))\""), "the day stays chosen")
            cafeteria.app.clock.advance(by: .days(6))
            for code in [order.number, order.token] {
                #expect(try await counter.find(code) == nil)
                #expect(try await counter.find(code, on: day) == order.id)
            }
            #expect(try await counter.named("Ada").isEmpty)
            #expect(try await counter.named("Ada", on: day).map(\.id) == [order.id])
        }
    }

    @Test(.covers("CAF-037", "CAF-030"), arguments: Engine.available)
    func `whoever cancels an order that was paid in cash notes in the same step that the money was given back`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 250_00)
            let staff = try await cafeteria.app.signedIn(.owner)
            let (kept, given) = (try await KitchenTests.paid(cafeteria, [tea]), try await KitchenTests.paid(cafeteria, [tea]))
            let asked = try await staff.get(CafeteriaPaths.cancelForCustomer(given.id)).text
            #expect(asked.contains("I gave back KES\u{A0}250") && asked.contains("The customer reads it."))
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(kept.id), ["reason": "asked"])
            _ = try await staff.post(CafeteriaPaths.cancelForCustomer(given.id), ["reason": "asked", "handedBack": "true"])
            let owed = try await cafeteria.app.site.database.read { try OwedCash.all(in: $0) }
            #expect(owed.map(\.order.id) == [kept.id])
            #expect(try await cafeteria.faults() == [])
        }
    }
}
