import Core
import Database
import Foundation
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct OrderAPITests {
    @Test(.covers("CAF-016", "CAF-023", "CAF-024", "CAF-036", "CAF-043"), arguments: Engine.available)
    func `a program orders what the summary showed, once for each key, and follows it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await cafeteria.item("Pilau", price: 350_00)
            let ada = try await cafeteria.app.signedIn(.ada).asProgram
            let cart = try await ada.json(.post, CafeteriaPaths.apiCart(), #"{"item": \#(pilau), "quantity": 2}"#)
            #expect(cart.status == .ok && cart.json["subtotal"] as? Int == 700_00, "\(cart.text)")
            let summary = try await ada.json(.post, CafeteriaPaths.apiSummary(), #"{"provider": "cash"}"#)
            let digest = try #require(summary.json["digest"] as? String, "\(summary.text)")
            #expect(summary.json["total"] as? Int == 700_00)
            let wrong = try await ada.json(.post, CafeteriaPaths.apiOrders(), #"{"provider": "cash", "digest": "x"}"#)
            #expect(wrong.problem?.code == "cafeteria.order-changed")
            let order = #"{"provider": "cash", "instructions": "No onions", "digest": "\#(digest)"}"#
            let placed = try await ada.with("Idempotency-Key", "lunch-1").json(.post, CafeteriaPaths.apiOrders(), order)
            let again = try await ada.with("Idempotency-Key", "lunch-1").json(.post, CafeteriaPaths.apiOrders(), order)
            #expect(placed.status == .created && again.status == .created, "\(placed.text)")
            #expect(placed.json["id"] as? Int == again.json["id"] as? Int)
            #expect(placed.json["status"] as? String == "pending-payment" && placed.json["instructions"] as? String == "No onions")
            let path = try #require(placed.location)
            let id = try #require(OrderID(String(path.split(separator: "/").last ?? "")))
            #expect(try await ada.get(CafeteriaPaths.apiCart()).json["portions"] as? Int == 0)
            try await cafeteria.pay(try await cafeteria.find(id))
            let staff = try await cafeteria.app.signedIn(.owner).asProgram
            let queue = try await staff.get(CafeteriaPaths.apiQueue()).text
            #expect(queue.contains("Pilau") && queue.contains("No onions"))
            let moved = try await staff.json(.put, CafeteriaPaths.apiStatus(id), #"{"status": "ready"}"#)
            #expect(moved.json["status"] as? String == "ready", "\(moved.text)")
            #expect(try await staff.json(.put, CafeteriaPaths.apiStatus(id), #"{"status": "cancelled"}"#).status == .unprocessableContent)
            let shown = try await ada.get(path)
            #expect(shown.json["status"] as? String == "ready" && (shown.json["payments"] as? [Any])?.count == 1)
            let bea = try await cafeteria.app.signedIn(.bea).asProgram
            for hidden in [path, CafeteriaPaths.apiQueue()] { #expect(try await bea.get(hidden).status == .notFound) }
            #expect(try await bea.json(.put, CafeteriaPaths.apiStatus(id), #"{"status": "completed"}"#).status == .notFound)
            #expect(try await cafeteria.app.guest.asProgram.get(CafeteriaPaths.apiOrders()).status == .unauthorized)
        }
    }

    @Test(.covers("CAF-036", "CAF-037"), arguments: Engine.available)
    func `a program reads its orders page by page and cancels one, once`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            var ids: [Int64] = []
            for _ in 0..<3 {
                try await cafeteria.add(tea, to: ada)
                ids.append(try await cafeteria.placed(try await cafeteria.order(ada)).id.number)
            }
            let first = try await ada.asProgram.get(link(CafeteriaPaths.apiOrders(), query: ["limit": "2"]))
            let next = try #require(first.json["next"] as? String)
            let second = try await ada.asProgram.get(link(CafeteriaPaths.apiOrders(), query: ["limit": "2", "after": next]))
            let seen = [first, second].flatMap { ($0.json["items"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? Int } }
            #expect(seen.map(Int64.init) == ids.reversed() && second.json["next"] == nil)
            let id = OrderID(ids[0])
            let cancelled = try await ada.asProgram.json(.put, CafeteriaPaths.apiCancel(id), "")
            #expect(cancelled.json["status"] as? String == "cancelled", "\(cancelled.text)")
            #expect(cancelled.json["cancelReason"] as? String == "You cancelled the order.")
            #expect(try await ada.asProgram.json(.put, CafeteriaPaths.apiCancel(id), "").problem?.code == "cafeteria.cannot-cancel")
        }
    }

    @Test(.covers("CAF-016", "CAF-017"))
    func `a program changes and empties its cart, and hears of each wrong value by its name`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 80_00)
            let ada = try await cafeteria.app.signedIn(.ada).asProgram
            for body in [
                #"{"item": \#(tea), "quantity": 0}"#, #"{"item": \#(tea), "quantity": 51}"#, #"{"quantity": 1}"#,
                #"{"item": 1, "quantity": 1, "x": 1}"#,
            ] {
                #expect(try await ada.json(.post, CafeteriaPaths.apiCart(), body).status == .unprocessableContent, "\(body)")
            }
            let made = try await ada.json(.post, CafeteriaPaths.apiCart(), #"{"item": \#(tea), "quantity": 1, "choices": []}"#)
            let line = try #require((made.json["lines"] as? [[String: Any]])?.first?["id"] as? Int)
            let path = CafeteriaPaths.apiCartLine(CartLineID(Int64(line)))
            #expect(try await ada.json(.put, path, #"{"quantity": 3}"#).json["subtotal"] as? Int == 240_00)
            #expect(try await ada.delete(path).status == .noContent)
            #expect(try await ada.get(CafeteriaPaths.apiCart()).json["portions"] as? Int == 0)
            #expect(try await ada.delete(CafeteriaPaths.apiCart()).status == .noContent)
            #expect(try await ada.json(.post, CafeteriaPaths.apiSummary(), #"{"provider": "cash"}"#).problem?.code == "cafeteria.cart-empty")
        }
    }
}
