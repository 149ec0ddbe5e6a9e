import Core
import Database
import Foundation
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct OrderingAheadTests {
    /// An item that is served from an hour from now for two hours, and the moment at which that begins.
    private func lunch(in cafeteria: Cafeteria) async throws -> (item: MenuItemID, start: Instant) {
        let now = cafeteria.app.site.clock.now()
        let minute = try cafeteria.services.menu.time(of: now).minute
        let item = try await cafeteria.item("Pilau", from: minute + 60, until: minute + 180)
        let start = now + .seconds(3600)
        return (item, Instant(milliseconds: start.milliseconds - start.milliseconds % 60_000))
    }

    @Test(.covers("CAF-009", "CAF-016", "CAF-021"), arguments: Engine.available)
    func `lunch is ordered in the morning, for when it is served`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (pilau, start) = try await lunch(in: cafeteria)
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            #expect(try await ada.get(CafeteriaPaths.home()).text.contains("Add Pilau for later"))
            try await cafeteria.add(pilau, to: ada)
            try await cafeteria.add(tea, to: ada)
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("when all of it is served"))
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(order.promisedAt == start && order.pickupAt == start)
            #expect(try await cafeteria.app.site.database.read { try $0.all(.lines(of: [order.id])) }.count == 2)
        }
    }

    @Test(.covers("CAF-018", "CAF-021"), arguments: Engine.available)
    func `an order for a time at which a part of it isn't served is refused, not made smaller`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let pilau = try await lunch(in: cafeteria).item
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            for item in [pilau, tea] { try await cafeteria.add(item, to: ada) }
            let summary = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "30"])
            #expect(summary.problem?.code == "cafeteria.not-served-then" && summary.text.contains("Pilau"))
            #expect(!(try await ada.get(CafeteriaPaths.checkout()).text.contains("In 30 minutes")))
        }
    }

    @Test(.covers("CAF-021"), arguments: Engine.available)
    func `another time without a time, or one that has passed, is said at its field`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            let empty = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "time", "time": ""])
            #expect(empty.problem?.code == "cafeteria.pickup-missing" && empty.problem?.fields["time"] != nil)
            let past = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "time", "time": "00:00"])
            #expect(past.problem?.code == "cafeteria.pickup-past" && past.problem?.fields["time"] != nil)
        }
    }

    @Test(.covers("CAF-009"), arguments: Engine.available)
    func `what was served earlier today is not ordered any more`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let minute = try cafeteria.services.menu.time(of: cafeteria.app.site.clock.now()).minute
            let eggs = try await cafeteria.item("Eggs", from: minute - 120, until: minute - 1)
            let ada = try await cafeteria.app.signedIn(.ada)
            #expect(!(try await ada.get(CafeteriaPaths.home()).text.contains("Add Eggs")))
            try await cafeteria.add(eggs, to: ada)
            #expect(try await ada.get(CafeteriaPaths.cart()).text.contains("Not served now"))
            #expect(try await cafeteria.order(ada).status != .seeOther)
        }
    }

    @Test(.covers("CAF-009", "CAF-021"), arguments: Engine.available)
    func `nothing is picked up after the last serving of the day, or of what is ordered`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let now = cafeteria.app.site.clock.now()
            let menu = try cafeteria.services.menu
            let minute = menu.time(of: now).minute
            // The last serving ends in two hours; tea itself has no hours.
            _ = try await cafeteria.item("Dinner", from: minute - 60, until: minute + 120)
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            func wish(_ minutes: Int) -> [(String, String)] {
                [("provider", "cash"), ("pickup", "moment"), ("moment", String((now + .seconds(60 * minutes)).milliseconds))]
            }
            let end = try clock(minute + 120)
            let late = try await ada.asProgram.post(CafeteriaPaths.review(), fields: wish(180))
            #expect(late.problem?.code == "cafeteria.closed" && late.text.contains("to \(end)"), "\(late.text)")
            let wanted = #"{"provider": "cash", "pickupAt": "\#((now + .seconds(60 * 180)).date.ISO8601Format())"}"#
            let summary = try await ada.asProgram.json(.post, CafeteriaPaths.apiSummary(), wanted)
            #expect(summary.problem?.code == "cafeteria.closed", "\(summary.text)")
            #expect(try await ada.get(CafeteriaPaths.checkout()).text.contains("when serving ends"))
            #expect(try await cafeteria.order(ada, wish(110)).status == .seeOther)
            // A dish of which serving ends before it can be made.
            let soup = try await cafeteria.item("Soup", preparation: 30, from: minute - 60, until: minute + 20)
            try await cafeteria.add(soup, to: ada)
            let refused = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash"])
            #expect(refused.problem?.code == "cafeteria.served-until", "\(refused.text)")
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(!checkout.contains("In 30 minutes") && !checkout.contains("In 1 hour"))
            // Opening hours say it better than the menu does.
            try await cafeteria.app.site.configure { site in
                let all = [OpeningHours.Span(from: 0, until: 24 * 60)].compactMap(\.self)
                site.openingHours["cafeteria"] = OpeningHours(days: Array(repeating: all, count: 7))
            }
            _ = try await ada.post(CafeteriaPaths.clearCart())
            try await cafeteria.add(tea, to: ada)
            #expect(try await cafeteria.order(ada, wish(180)).status == .seeOther)
        }
    }

    /// Whether tea can be ordered for so many minutes from now.
    private func canOrder(in minutes: Int, _ ada: TestClient, _ cafeteria: Cafeteria) async throws -> Bool {
        let moment = cafeteria.app.site.clock.now() + .seconds(60 * minutes)
        let answer = try await ada.asProgram.post(
            CafeteriaPaths.review(), fields: [("provider", "cash"), ("pickup", "moment"), ("moment", String(moment.milliseconds))])
        #expect(answer.status == .ok || answer.problem?.code == "cafeteria.closed", "\(answer.text)")
        return answer.status == .ok
    }

    @Test(.covers("CAF-009", "CAF-021"), arguments: Engine.available)
    func `a breakfast with hours doesn't end the day of a menu that is served all day`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let minute = try cafeteria.services.menu.time(of: cafeteria.app.site.clock.now()).minute
            _ = try await cafeteria.item("Uji", from: minute - 120, until: minute + 30)
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            #expect(try await !canOrder(in: 120, ada, cafeteria), "half of the menu has hours: with the last of them serving ends")
            _ = try await cafeteria.item("Chapati")
            #expect(try await canOrder(in: 120, ada, cafeteria))
            #expect(!(try await ada.get(CafeteriaPaths.checkout()).text.contains("when serving ends")))
        }
    }

    @Test(.covers("CAF-009", "CAF-021"), arguments: Engine.available)
    func `once the last serving of the day is over, what has no hours can still be ordered for later`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let minute = try cafeteria.services.menu.time(of: cafeteria.app.site.clock.now()).minute
            _ = try await cafeteria.item("Uji", from: minute - 180, until: minute - 60)
            let tea = try await cafeteria.item("Tea")
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            #expect(try await canOrder(in: 120, ada, cafeteria))
        }
    }

    @Test(.covers("CAF-021"))
    func `no time is offered at which the cafeteria is closed, nor promised after a pause`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let now = cafeteria.app.site.clock.now()
            let minute = try cafeteria.services.menu.time(of: now).minute
            let today = [OpeningHours.Span(from: minute - 60, until: minute + 40)].compactMap(\.self)
            try await cafeteria.app.site.configure { site in
                site.openingHours["cafeteria"] = OpeningHours(days: Array(repeating: today, count: 7))
            }
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(checkout.contains("In 30 minutes") && !checkout.contains("In 1 hour"))
            let (closing, opening) = (try clock(minute + 40), try clock(minute - 60))
            #expect(checkout.contains("Before \(closing), when serving ends."))
            let staff = try await cafeteria.app.signedIn(.owner)
            #expect(try await staff.post(CafeteriaPaths.pause(), ["paused": "true", "minutes": "30"]).status == .seeOther)
            let paused = try await ada.get(CafeteriaPaths.checkout()).text
            #expect(paused.contains("From tomorrow at \(opening), when the kitchen takes orders again."))
            #expect(!paused.contains("In 30 minutes"))
        }
    }

    private func clock(_ minutes: Int) throws -> String { String(format: "%02d:%02d", minutes / 60, minutes % 60) }

    @Test(.covers("CAF-021"))
    func `every time of pickup is offered with the time of the clock`() async throws {
        try await withCafeteria(on: .sqlite) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            let checkout = try await ada.get(CafeteriaPaths.checkout()).text
            for choice in ["In 30 minutes", "In 1 hour"] {
                let words = checkout.components(separatedBy: choice).last?.prefix(200) ?? ""
                #expect(words.contains(/^[^A-Z]*>At [0-9]{2}:[0-9]{2}</), "\(words)")
            }
        }
    }

    @Test(.covers("CAF-021", "CAF-033"), arguments: Engine.available)
    func `the time of pickup that was read is the one that is promised, however long somebody reads`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea", preparation: 10), to: ada)
            let page = try await ada.get(CafeteriaPaths.checkout()).text
            func value(_ name: String) throws -> (String, String) {
                (name, String(try #require(page.firstMatch(of: try Regex("name=\"\(name)\" value=\"([^\"]+)\""))?.output[1].substring)))
            }
            let drawn = try value("drawn")
            let read = Instant(milliseconds: try #require(Int64(drawn.1))) + .seconds(1800)
            cafeteria.app.clock.advance(by: .seconds(150))
            let order = try await cafeteria.placed(
                try await ada.post(CafeteriaPaths.orders(), fields: [drawn, try value("digest"), ("pickup", "30"), ("provider", "cash")]))
            #expect(order.promisedAt == read && order.pickupAt == read)
            try await cafeteria.pay(order)
            #expect(try await cafeteria.find(order.id).promisedAt == read)
            // As soon as possible is told to five minutes, which are still true once it is paid.
            try await cafeteria.add(try await cafeteria.item("Cake", preparation: 10), to: ada)
            let soon = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(soon.promisedAt == Slot(at: soon.promisedAt).start)
        }
    }

    @Test(.covers("CAF-029", "CAF-033"), arguments: Engine.available)
    func `a site gives longer to pay at the counter, and who pays late is promised a later time`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            try await cafeteria.app.site.configure { $0.settings[CafeteriaSettings.minutesToPayCash.id] = "30" }
            let tea = try await cafeteria.item("Tea", preparation: 10)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(tea, to: ada)
            #expect(
                try await ada.get(CafeteriaPaths.checkout()).text.contains("Pay within 30 minutes, or for a later pickup before the kitchen begins."))
            let order = try await cafeteria.placed(try await cafeteria.order(ada))
            #expect(order.payableUntil == order.createdAt + .seconds(1800))
            cafeteria.app.clock.advance(by: .seconds(1500))
            try await cafeteria.app.runJobs()
            try await cafeteria.pay(order)
            let paid = try await cafeteria.find(order.id)
            #expect(paid.status == .confirmed && paid.promisedAt >= order.createdAt + .seconds(1500 + 600))
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-029", "CAF-021"), arguments: Engine.available)
    func `an order for hours later that is paid at the counter waits until shortly before the kitchen begins, one for each customer`(
        on engine: Engine
    ) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let tea = try await cafeteria.item("Tea", preparation: 10)
            let ada = try await cafeteria.app.signedIn(.ada)
            let wanted = cafeteria.app.site.clock.now() + .seconds(5 * 3600)
            func place() async throws -> Order {
                try await cafeteria.add(tea, to: ada)
                return try await cafeteria.placed(
                    try await cafeteria.order(ada, [("provider", "cash"), ("pickup", "moment"), ("moment", String(wanted.milliseconds))]))
            }
            let order = try await place()
            let begin = wanted - Kitchen.lead
            #expect(order.payableUntil > begin - .seconds(30 * 60) && order.payableUntil <= begin - .seconds(15 * 60))
            let second = try await place()
            #expect(second.payableUntil == second.createdAt + .seconds(900), "nobody holds the kitchen's time twice")
            cafeteria.app.clock.advance(by: .seconds(3600))
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.find(order.id).status == .pendingPayment)
            #expect(try await cafeteria.find(second.id).status == .cancelled)
            cafeteria.app.clock.advance(by: order.payableUntil - cafeteria.app.site.clock.now() + .seconds(1))
            try await cafeteria.app.runJobs()
            #expect(try await cafeteria.find(order.id).status == .cancelled, "before anybody cooks it")
            #expect(try await cafeteria.faults() == [])
        }
    }

    @Test(.covers("CAF-021", "CAF-033"), arguments: Engine.available)
    func `an order for tomorrow says so wherever its time stands`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let (ada, staff) = (try await cafeteria.app.signedIn(.ada), try await cafeteria.app.signedIn(.owner))
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            let wanted = cafeteria.app.site.clock.now() + .days(1)
            let wish = [("provider", "cash"), ("pickup", "moment"), ("moment", String(wanted.milliseconds))]
            #expect(try await ada.post(CafeteriaPaths.review(), fields: wish).text.contains("tomorrow at about"))
            let order = try await cafeteria.placed(try await cafeteria.order(ada, wish))
            try await cafeteria.pay(order)
            for path in [CafeteriaPaths.order(order.id), CafeteriaPaths.orders(), CafeteriaPaths.home()] {
                #expect(try await ada.get(path).text.contains("Ready tomorrow at about"), "\(path)")
            }
            #expect(try await staff.get(CafeteriaPaths.counterOrder(order.id)).text.contains("It should be ready tomorrow at"))
            for path in [CafeteriaPaths.counter(), CafeteriaPaths.kitchen()] {
                #expect(try await staff.get(path).text.contains("For tomorrow at"), "\(path)")
            }
            // What is kept is true on whichever day it is read.
            #expect(try await ada.asProgram.get(NotificationsPaths.api()).text.contains(/It should be ready on [A-Z][a-z]+day at/))
        }
    }

    @Test(.covers("CAF-021"), arguments: Engine.available)
    func `an hour from now is taken as it is offered, also once the last serving is near`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { cafeteria in
            let now = cafeteria.app.site.clock.now()
            let minute = try cafeteria.services.menu.time(of: now).minute
            _ = try await cafeteria.item("Dinner", from: minute - 60, until: minute + 30)
            let ada = try await cafeteria.app.signedIn(.ada)
            try await cafeteria.add(try await cafeteria.item("Tea"), to: ada)
            // What is offered is rounded up to the full minute.
            cafeteria.app.clock.advance(by: .seconds(20))
            #expect(try await ada.get(CafeteriaPaths.checkout()).text.contains("In 1 hour"))
            let review = try await ada.asProgram.post(CafeteriaPaths.review(), ["provider": "cash", "pickup": "60"])
            #expect(review.status == .ok, "\(review.text)")
        }
    }

    @Test(.covers("CAF-021"))
    func `a time names its day where that isn't today`() throws {
        let zone = try #require(TimeZone(identifier: "Africa/Nairobi"))
        let day = try #require(Day("2026-11-25"))
        let clock = ClockWords(now: day.start(in: zone) + .seconds(22 * 3600), zone: zone)
        func words(after days: Int) -> (Instant, [Text]) {
            let moment = day.start(in: zone, after: days) + .seconds(16 * 3600)
            return (moment, [clock.time(moment), clock.at(moment), clock.about(moment), clock.kept(moment)])
        }
        let (today, onlyTimes) = words(after: 0)
        #expect(onlyTimes == ["\(time: today)", "at \(time: today)", "at about \(time: today)", "at \(time: today)"])
        let (next, tomorrow) = words(after: 1)
        #expect(tomorrow[0] == "tomorrow at \(time: next)" && tomorrow[1] == tomorrow[0] && tomorrow[2] == "tomorrow at about \(time: next)")
        #expect(tomorrow[3] == "on \(weekday: next) at \(time: next)", "what is kept is read on another day too")
        let (later, weekday) = words(after: 2)
        #expect(weekday[0] == "\(weekday: later) at \(time: later)" && weekday[2] == "on \(weekday: later) at about \(time: later)")
        let (before, yesterday) = words(after: -1)
        #expect(yesterday[1] == "yesterday at \(time: before)")
    }
}
