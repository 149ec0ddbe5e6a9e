import Core
import Database
import Foundation
import Platform
import TestSupport
import Testing
import Web

@testable import Payments

/// The list of payments as staff search it (CORE-028, CAF-030).
@Suite struct PaymentListTests {
    /// A payment as it stands in the books.
    private struct Logged: Sendable {
        var lunch: Int64
        var at: Instant
        var person: PersonID?
        var amount = 350_00
        var currency = "KES"
        var phone: String?
        var receipt: String?
        var refund: String?
    }

    /// A line of a plan.
    private struct Step: SQLRow {
        let detail: String

        init(row: inout RowReader) throws {
            for _ in 0..<3 { _ = try row.next(Int.self) }
            detail = try row.next()
        }
    }

    private func write(_ all: [Logged], to app: TestApp) async throws {
        try await app.site.write(by: nil) { write in
            for one in all {
                let status = one.refund != nil ? "refunded" : one.receipt != nil ? "confirmed" : "expired"
                try write.run(
                    """
                    INSERT INTO payment_payment (kind, subject_id, person_id, provider, amount, currency, line, phone, attempt, payable_until,
                        created_at, status, receipt, confirmed_at, refund_reason, refund_receipt, refunded_at, changed_at)
                    VALUES (\(Lunches.kind), \(one.lunch), \(one.person), 'mpesa', \(one.amount), \(one.currency),
                        \(try StoredJSON("Lunch \(Int(one.lunch))" as Text)), \(one.phone), \(UUID().uuidString), \(one.at), \(one.at), \(status),
                        \(one.receipt), \(one.receipt.map { _ in one.at }), \(try one.refund.map { _ in try StoredJSON("Cold" as Text) }),
                        \(one.refund), \(one.refund.map { _ in one.at }), \(one.at))
                    """)
                try write.run("INSERT INTO lunch_lunch (price, state, changed_at) VALUES (\(one.amount), 'paid', \(one.at))")
            }
        }
    }

    private func withPayments(on engine: Engine, _ body: (TestApp, TestClient) async throws -> Void) async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: engine) { app in
            try await app.site.configure { $0.timeZone = "Africa/Nairobi" }
            let today = Day(app.site.clock.now(), in: app.site.configuration.zone).start(in: app.site.configuration.zone)
            let ada = try await app.person(.ada)
            try await write(
                [
                    // Half past midnight in Nairobi is the day before in London.
                    Logged(lunch: 1, at: today + .seconds(1800), person: ada, phone: "254712000111", receipt: "RKT1AAAA11"),
                    Logged(lunch: 2, at: today - .seconds(1800), amount: 100_00, phone: "254722000222", receipt: "RKT2BBBB22", refund: "RKT9ZZZZ99"),
                    Logged(lunch: 3, at: today - .seconds(6 * 86_400 - 1800), amount: 50_00),
                    Logged(lunch: 4, at: today - .seconds(90 * 86_400), amount: 5_00, currency: "EUR", receipt: "RKT4DDDD44"),
                ], to: app)
            try await body(app, try await app.signedIn(.owner))
        }
    }

    /// The numbers of the lunches that a list shows, in its order.
    private func lunches(_ client: TestClient, _ query: String) async throws -> [Int] {
        let page = try await client.get(PaymentsPaths.list() + "?" + query)
        return page.text.matches(of: /Lunch (\d+)<\/a>/).compactMap { Int($0.output.1) }
    }

    @Test(.covers("CORE-028", "CAF-030"), arguments: Engine.available)
    func `payments are found by number, receipt, phone and name`(on engine: Engine) async throws {
        try await withPayments(on: engine) { app, owner in
            let name = try await app.site.database.read { try $0.one("SELECT name FROM account_person WHERE email LIKE 'ada@%'" as Query<String>) }
            let cases: [(String, [Int])] = [
                ("Lunch 2", [2]), ("RKT1AAAA11", [1]), ("rkt1aaaa11", [1]), ("RKT9ZZZZ99", [2]), ("BBBB", [2]), ("0712 000 111", [1]),
                ("+254722000222", [2]), ("0722", [2]), ("000111", [1]), (String(name.lowercased().prefix(4)), [1]), ("%", []), ("RKT", []),
                ("RKT3", []), ("'; --", []),
            ]
            for (words, expected) in cases {
                let query = QueryItems([("q", words)]).encoded
                #expect(try await lunches(owner, query) == expected, "\(words)")
            }
            let list = try await owner.get(PaymentsPaths.list()).text
            #expect(list.contains(name) && list.contains("Guest of lunch 2"), "who paid stands in the row")
            let escaped = try await owner.get(PaymentsPaths.list() + "?q=%3Cb%3E").text
            #expect(!escaped.contains("<b>"))
        }
    }

    @Test(.covers("CAF-030"), arguments: [("2026-03-01", "2026-02-23", "2026-03-01"), ("2026-03-02", "2026-03-02", "2026-03-01")])
    func `a week begins on its Monday, a month on its first`(today: String, monday: String, first: String) throws {
        let today = try #require(Day(today))
        #expect(PaymentFilter.Period.week.days(today: today).lowerBound.description == monday)
        #expect(PaymentFilter.Period.month.days(today: today).lowerBound.description == first)
        #expect(PaymentFilter.Period.yesterday.days(today: today) == today.adding(-1)...today.adding(-1))
        for period in PaymentFilter.Period.allCases where period != .yesterday { #expect(period.days(today: today).upperBound == today) }
    }

    @Test(.covers("CORE-028", "CAF-030"), arguments: Engine.available)
    func `days of a list begin at midnight by the site's clock, and its totals keep currencies apart`(on engine: Engine) async throws {
        try await withPayments(on: engine) { app, owner in
            #expect(try await lunches(owner, "period=today") == [1])
            #expect(try await lunches(owner, "period=7d") == [1, 2, 3])
            #expect(try await lunches(owner, "period=yesterday") == [2])
            let list = try await owner.get(PaymentsPaths.list()).text
            for name in ["Today", "Yesterday", "This week", "7 days", "This month"] { #expect(list.contains(name)) }
            let yesterday = Day(app.site.clock.now(), in: app.site.configuration.zone).adding(-1)
            #expect(try await lunches(owner, "from=\(yesterday)&until=\(yesterday)") == [2])
            #expect(try await lunches(owner, "until=\(yesterday.adding(-1))") == [3, 4])
            #expect(try await lunches(owner, "period=7d&show=paid") == [1])
            #expect(try await lunches(owner, "period=today&from=\(yesterday)&until=\(yesterday)") == [2], "typed dates count more")
            let all = try await app.site.database.read { db in
                let payments: Payments = try app.site.service()
                return try payments.totals(PaymentSelection(), in: db)
            }
            #expect(all.map(\.currency) == ["EUR", "KES"] && all.map(\.count) == [1, 3])
            #expect(all.map(\.received) == [5_00, 450_00] && all.map(\.refunded) == [0, 100_00])
            let page = try await owner.get(PaymentsPaths.list()).text
            #expect(page.contains("4 payments") && page.contains("received") && page.contains("refunded"))
            #expect(page.contains("€5 received"))
            try await app.site.database.write {
                try $0.run("UPDATE payment_payment SET status = 'failed', receipt = NULL, confirmed_at = NULL WHERE currency = 'EUR'")
            }
            let rest = try await owner.get(PaymentsPaths.list()).text
            #expect(rest.contains("KES\u{A0}450 received") && !rest.contains("€0 received"), "nothing came in in that currency")
            let wrong = try await owner.get(PaymentsPaths.list() + "?from=31.2.")
            #expect(wrong.status == .unprocessableContent && wrong.text.contains("field-invalid"))
        }
    }

    @Test(.covers("CORE-028"))
    func `an empty list says which filter to drop`() async throws {
        try await withPayments(on: .sqlite) { _, owner in
            func empty(_ query: String) async throws -> String { try await owner.get(PaymentsPaths.list() + "?" + query).text }
            #expect(try await empty("q=RKT4DDDD44&period=today").contains("Show all dates"))
            let tab = try await empty("q=RKT4DDDD44&show=refunds")
            #expect(tab.contains("Show all payments") && !tab.contains("Show all dates"))
            let words = try await empty("q=nobody&period=today")
            #expect(words.contains("Clear search") && !words.contains("Show all dates"))
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `pages follow each other by cursor, and the file holds what is shown`(on engine: Engine) async throws {
        try await withPayments(on: engine) { app, owner in
            // Of one moment, so that the order among them is told by their numbers.
            let moment = app.site.clock.now() - .seconds(40 * 86_400)
            try await write((5...124).map { Logged(lunch: $0, at: moment, receipt: "ZZ\($0)") }, to: app)
            var (seen, next) = ([Int](), PaymentsPaths.list() + "?show=paid" as String?)
            while let address = next {
                let page = try await owner.get(address).text
                seen += page.matches(of: /Lunch (\d+)<\/a>/).compactMap { Int($0.output.1) }
                next = page.firstMatch(of: /href="([^"]*before=[^"]*)"/).map { String($0.output.1).replacing("&amp;", with: "&") }
            }
            #expect(seen == [1] + (5...124).reversed() + [4])
            func file(_ query: String) async throws -> [String] {
                let answer = try await owner.get(PaymentsPaths.listCSV() + query).wholeBody()
                return String(decoding: answer, as: UTF8.self).components(separatedBy: "\r\n")
            }
            let all = try await file("?show=paid")
            #expect(all.count == 124 && all[1].contains("Lunch 1") && all[1].contains("350.00,KES"))
            let found = try await file("?q=BBBB")
            #expect(found.count == 3 && found[1].contains("Lunch 2") && found[1].contains("RKT9ZZZZ99"))
            #expect(try await app.signedIn(.ada).get(PaymentsPaths.listCSV()).status == .notFound)
        }
    }

    @Test(.covers("CORE-028"))
    func `totals, pages and searches read indexes of SQLite, not all payments`() async throws {
        try await withPayments(on: .sqlite) { app, _ in
            let payments: Payments = try app.site.service()
            let selection = PaymentSelection(from: app.site.clock.now() - .seconds(86_400), until: app.site.clock.now())
            let plans = try await app.site.database.read { db in
                let condition = try payments.condition(selection, in: db)
                let search = try payments.condition(PaymentSelection(words: "0712 000 111"), in: db)
                return try [
                    "SELECT currency, sum(amount), count(confirmed_at), count(refunded_at) FROM payment_payment WHERE \(sql: condition) GROUP BY currency",
                    "SELECT id FROM payment_payment WHERE \(sql: condition) ORDER BY created_at DESC, id DESC LIMIT 50",
                    "SELECT id, line FROM payment_payment WHERE \(sql: search) ORDER BY created_at DESC, id DESC LIMIT 50",
                ].map { (query: SQL) in
                    try db.all("EXPLAIN QUERY PLAN \(sql: query)" as Query<Step>).map(\.detail).joined(separator: "; ")
                }
            }
            #expect(plans[0].contains("COVERING INDEX payment_payment_created"), "\(plans)")
            #expect(plans[1].contains("INDEX payment_payment_created") && !plans[1].contains("TEMP B-TREE"), "\(plans)")
            #expect(plans[2].contains("payment_payment_phone") && !plans[2].contains("SCAN payment_payment;"), "\(plans)")
        }
    }
}
