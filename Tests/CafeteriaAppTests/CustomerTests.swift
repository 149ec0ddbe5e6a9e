import Accounts
import Core
import Database
import Foundation
import Notifications
import Outbound
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

/// What customers find again: their cart, their orders, their points, and what they are told.
@Suite struct CustomerTests {
    @Test(.covers("CAF-017"), arguments: Engine.available)
    func `a cart is there on every device, and is changed and cleared from any of them`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let cake = try await cafeteria.item("Cake", price: 200_00)
            let phone = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, 2, to: phone)
            try await cafeteria.add(cake, to: phone)
            let accounts = try cafeteria.app.site.service(AccountsModule.self)
            let desk = cafeteria.app.client(token: try await accounts.openSession(for: try await cafeteria.app.person(.ada)))
            let cart = try await desk.get(CafeteriaPaths.cart()).text
            #expect(cart.contains("Tea") && cart.contains("Cake") && cart.contains("KES\u{A0}440"))
            let lines = try await cafeteria.app.site.database.read { db in
                try db.all("SELECT id FROM cafeteria_cart_line ORDER BY id" as Query<CartLineID>)
            }
            #expect(try await desk.post(CafeteriaPaths.cartLine(lines[0]), ["quantity": "3"]).status == .seeOther)
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}560"))
            #expect(try await desk.post(CafeteriaPaths.cartLine(lines[1]), ["quantity": "0"]).status == .seeOther)
            let less = try await phone.get(CafeteriaPaths.cart()).text
            #expect(!less.contains("Cake") && less.contains("KES\u{A0}360"))
            // Somebody else neither sees nor changes it.
            let bea = try await cafeteria.app.signedIn(.bea)
            #expect(try await bea.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"))
            _ = try await bea.post(CafeteriaPaths.cartLine(lines[0]), ["quantity": "9"])
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("KES\u{A0}360"))
            #expect(try await desk.post(CafeteriaPaths.clearCart()).status == .seeOther)
            #expect(try await phone.get(CafeteriaPaths.cart()).text.contains("Your cart is empty"))
        }
    }

    private struct Device: Decodable {
        struct Message: Decodable { var text: String }
        struct Subscription: Codable {
            struct Keys: Codable { var p256dh: String, auth: String }
            var endpoint: String, keys: Keys
        }
        var device: Int
        var subscription: Subscription
        var messages: [Message]
    }

    @Test(.covers("CAF-035"), arguments: Engine.available)
    func `each change of an order's status is told with its number, in the inbox and on the phone`(on engine: Engine) async throws {
        let host = try await StandInHost { [PushStandIn(at: $0)] }
        do {
            try await withCafeteria(on: engine) { cafeteria in
                let app = cafeteria.app
                let place = try #require(host.address.split(separator: "/").last.map(String.init))
                try await app.site.configure { $0[PushConfiguration.self] = PushConfiguration(contact: "mailto:a@stoa.example", hosts: [place]) }
                // The stand-in looks at the wall clock.
                app.clock.advance(by: SiteClock.wall.now() - app.site.clock.now())
                let ada = try await app.signedIn(.ada)
                let key = try #require(try await ada.asProgram.get(NotificationsPaths.apiPush()).json["publicKey"] as? String)
                let device = try await HTTPClient().send(.json("\(host.address)/push/devices", ["applicationServerKey": key])).json(Device.self)
                let subscription = String(decoding: try JSONEncoder().encode(device.subscription), as: UTF8.self)
                #expect(try await ada.asProgram.json(.post, NotificationsPaths.apiPush(), subscription).status == .noContent)
                let tea = try await cafeteria.item("Tea")
                try await cafeteria.add(tea, to: ada)
                let order = try await cafeteria.placed(try await cafeteria.order(ada))
                try await cafeteria.pay(order)
                for status in [OrderStatus.preparing, .ready] { _ = try await cafeteria.step(order, status) }
                for _ in 0..<3 { try await app.runJobs() }
                let request = OutboundRequest(
                    "POST", "\(host.address)/push/devices/\(device.device)", headers: [("Content-Type", "application/json")], body: Array("{}".utf8))
                let messages = try await HTTPClient().send(request).json(Device.self).messages.map(\.text)
                let inbox = try await ada.asProgram.get(NotificationsPaths.api()).text
                for status in ["Payment Confirmed", "Preparing", "Ready for Pickup"] {
                    let words = "Order \(order.number): \(status)"
                    #expect(inbox.contains(words), "\(words)")
                    #expect(messages.contains { $0.contains(words) }, "\(words): \(messages)")
                }
                #expect(messages.contains { $0.contains("You can pick it up now.") })
                // A cancellation by the kitchen's clock is told as well; what one does oneself is not.
                try await cafeteria.add(tea, to: ada)
                let unpaid = try await cafeteria.placed(try await cafeteria.order(ada))
                app.clock.advance(by: Order.timeToPay + .seconds(1))
                try await app.runJobs()
                let later = try await ada.asProgram.get(NotificationsPaths.api()).text
                #expect(later.contains("Order \(unpaid.number): Cancelled"))
                #expect(!(try await app.signedIn(.bea).asProgram.get(NotificationsPaths.api()).text.contains("Order \(order.number)")))
            }
            await host.stop()
        } catch {
            await host.stop()
            throw error
        }
    }

    @Test(.covers("CAF-036"), arguments: Engine.available)
    func `the history has every order of a person, newest first, with date, items, total and final status`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", price: 120_00)
            let ada = try await cafeteria.app.signedIn(.ada)
            var orders: [Order] = []
            // More than a page holds.
            for index in 0..<22 {
                try await cafeteria.add(tea, index % 3 + 1, to: ada)
                orders.append(try await cafeteria.placed(try await cafeteria.order(ada)))
                if index == 20 { _ = try await ada.post(CafeteriaPaths.cancel(orders[index].id), ["confirmed": "true"]) }
                cafeteria.app.clock.advance(by: .seconds(60))
            }
            try await cafeteria.pay(orders[21])
            for status in [OrderStatus.preparing, .ready, .completed] { _ = try await cafeteria.step(orders[21], status) }
            func shown(_ page: String) -> [String] {
                page.matches(of: /class="stretched" href="\/cafeteria\/orders\/([0-9]+)"/).map { String($0.1) }
            }
            let first = try await ada.get(CafeteriaPaths.orders()).text
            #expect(shown(first) == orders.suffix(20).reversed().map(\.id.description))
            let rows = first.components(separatedBy: "class=\"order-row card\"").dropFirst().map { $0 }
            #expect(rows[0].contains("1 × Tea") && rows[0].contains("KES\u{A0}120") && rows[0].contains("Completed") && rows[0].contains("<time"))
            #expect(rows[1].contains("3 × Tea") && rows[1].contains("KES\u{A0}360") && rows[1].contains("Cancelled"))
            let second = try await ada.get(CafeteriaPaths.orders() + "?before=\(orders[2].id)").text
            #expect(shown(second) == [orders[1].id.description, orders[0].id.description])
            let detail = try await ada.get(CafeteriaPaths.order(orders[20].id)).text
            #expect(detail.contains("Tea") && detail.contains("You cancelled the order."))
            #expect(shown(try await cafeteria.app.signedIn(.bea).get(CafeteriaPaths.orders()).text) == [])
        }
    }

    @Test(.covers("CAF-041"), arguments: Engine.available)
    func `the history of points has every change with its order, date and the balance after it`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let lunch = try await cafeteria.item("Lunch", price: 500_00)
            try await cafeteria.give(200, to: .ada)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(lunch, to: ada)
            let paid = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            try await cafeteria.pay(paid)
            for status in [OrderStatus.preparing, .ready, .completed] { _ = try await cafeteria.step(paid, status) }
            try await cafeteria.add(lunch, to: ada)
            let cancelled = try await cafeteria.placed(try await cafeteria.order(ada, [("provider", "cash"), ("points", "100")]))
            _ = try await ada.post(CafeteriaPaths.cancel(cancelled.id), ["confirmed": "true"])
            let page = try await ada.get(CafeteriaPaths.points()).text
            func cells(_ label: String) -> [String] {
                page.components(separatedBy: "data-label=\"\(label)\">").dropFirst().map { String($0.prefix { $0 != "<" }) }
            }
            #expect(cells("Points") == ["+100", "−100", "+4", "−100", "+200"])
            #expect(cells("Balance") == ["104", "4", "104", "100", "200"])
            let reasons = page.matches(of: /(Earned|Used|Returned): order ([0-9]{3})/).map { "\($0.1) \($0.2)" }
            #expect(reasons == ["Returned \(cancelled.number)", "Used \(cancelled.number)", "Earned \(paid.number)", "Used \(paid.number)"])
            #expect(try await cafeteria.points(of: .ada) == 104)
        }
    }
}
