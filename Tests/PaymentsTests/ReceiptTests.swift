import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

/// Receipts and credit notes, through the real part on a real database.
@Suite struct ReceiptTests {
    private struct Shop {
        let app: TestApp
        let payments: Payments

        /// A lunch that waits for its cash.
        func lunch(of person: PersonID? = nil, _ price: Int = 350_00) async throws -> (PaymentSubject, PaymentID) {
            let made = try await app.site.write(by: nil) { [payments] write in
                let id: Int64 = try write.insert("INSERT INTO lunch_lunch (price, state, changed_at) VALUES (\(price), 'ordered', \(write.now))")
                return [id, try payments.begin(PaymentSubject(Lunches.kind, id), by: person, with: "cash", in: write).number]
            }
            return (PaymentSubject(Lunches.kind, made[0]), PaymentID(made[1]))
        }

        func pay(_ id: PaymentID) async throws { try await app.site.write(by: nil) { [payments] in try payments.takeCash(id, in: $0) } }

        func receipts(of subject: PaymentSubject) async throws -> [Receipt] {
            try await app.site.database.read { [payments] in try payments.receipts(of: subject, in: $0) }
        }

        func numbers() async throws -> [String] {
            try await app.site.database.read { db in
                try db.all("SELECT \(Receipt.columns) FROM payment_receipt ORDER BY series DESC, year, number" as Query<Receipt>).map(\.number)
            }
        }

        func faults() async throws -> [String] {
            let rules = app.site.extensions[.ledgerRules]
            return try await app.site.database.read { db in try rules.flatMap { try $0.faults(db) } }
        }
    }

    private func withShop(on engine: Engine, _ body: (Shop) async throws -> Void) async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: engine) { app in
            try await body(Shop(app: app, payments: app.site.service()))
        }
    }

    @Test(.covers("CAF-030", "CORE-028"), arguments: Engine.available)
    func `receipts have numbers without gaps, also when payments fail and many come in at once`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            let ids = try await withThrowingTaskGroup(of: PaymentID.self) { group in
                for _ in 0..<12 { group.addTask { try await shop.lunch().1 } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            struct Undone: Error {}
            await withTaskGroup(of: Void.self) { group in
                for (index, id) in ids.enumerated() {
                    group.addTask {
                        // Every third one is undone after it has taken its number.
                        if index % 3 == 0 {
                            try? await shop.app.site.write(by: nil) { write in
                                try shop.payments.takeCash(id, in: write)
                                throw Undone()
                            }
                        } else {
                            try? await shop.pay(id)
                        }
                    }
                }
            }
            #expect(try await shop.numbers() == (1...8).map { "2026-00000\($0)" })
            for id in ids { try? await shop.pay(id) }
            #expect(try await shop.numbers().count == 12)
            #expect(try await shop.faults() == [])
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `the year of a number is the one of the site's clock, and each year begins at one`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            try await shop.app.site.configure { $0.timeZone = "Africa/Nairobi" }
            try await shop.pay(try await shop.lunch().1)
            // 31 December, 21:30 in London, is half past midnight in Nairobi.
            let newYear = try #require(Day("2027-01-01")).start(in: shop.app.site.configuration.zone)
            shop.app.clock.advance(by: newYear - shop.app.clock.clock.now() - .seconds(60))
            try await shop.pay(try await shop.lunch().1)
            shop.app.clock.advance(by: .seconds(120))
            try await shop.pay(try await shop.lunch().1)
            #expect(try await shop.numbers() == ["2026-000001", "2026-000002", "2027-000001"])
        }
    }

    @Test(.covers("CAF-030", "CORE-028"), arguments: Engine.available)
    func `a refund has a credit note with its own number, given when the money has gone back`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            let ada = try await shop.app.person(.ada)
            let (lunch, id) = try await shop.lunch(of: ada)
            try await shop.pay(id)
            try await shop.app.site.write(by: nil) { try shop.payments.refund(id, because: "Cold soup", in: $0) }
            #expect(try await shop.receipts(of: lunch).map(\.number) == ["2026-000001"], "the money is still here")
            try await shop.app.site.write(by: nil) { try shop.payments.handBackCash(id, in: $0) }
            let receipts = try await shop.receipts(of: lunch)
            #expect(receipts.map(\.number) == ["2026-000001", "CN-2026-000001"])
            #expect(receipts.last?.corrects == receipts.first?.id && receipts.last?.body.reason == "Cold soup")
            let client = try await shop.app.signedIn(.ada)
            let page = try await client.get(PaymentsPaths.receipt(try #require(receipts.last?.id))).text
            #expect(page.contains("Cold soup") && page.contains("-KES\u{A0}350"), "\(page)")
            let first = try await client.get(PaymentsPaths.receipt(try #require(receipts.first?.id))).text
            #expect(first.contains("CN-2026-000001"))
            #expect(try await shop.faults() == [])
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `money that comes too late and goes back has no receipt, as nothing was sold`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            let (lunch, id) = try await shop.lunch()
            try await shop.app.site.write(by: nil) { _ = try $0.run("UPDATE lunch_lunch SET state = 'cancelled' WHERE id = \(lunch.id)") }
            try await shop.pay(id)
            try await shop.app.site.write(by: nil) { try shop.payments.handBackCash(id, in: $0) }
            #expect(try await shop.receipts(of: lunch) == [])
            #expect(try await shop.faults() == [])
        }
    }

    @Test(.covers("CAF-030"), arguments: Engine.available)
    func `a receipt is never edited or deleted, and keeps what the seller was called`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            let owner = try await shop.app.signedIn(.owner)
            try await shop.app.site.configure {
                $0.settings["payments.seller"] = "Stoa Kitchen Ltd"
                $0.settings["payments.seller-address"] = "Moi Avenue 4\nNairobi"
                $0.settings["payments.tax-number"] = "P051234567X"
            }
            let (lunch, id) = try await shop.lunch()
            try await shop.pay(id)
            try await shop.app.site.configure { $0.settings["payments.seller"] = "Another name" }
            let receipt = try #require(try await shop.receipts(of: lunch).first)
            let page = try await owner.get(PaymentsPaths.receipt(receipt.id)).text
            for words in ["Stoa Kitchen Ltd", "Moi Avenue 4", "Nairobi", "P051234567X", "Soup", "Large", "2026-000001", "KES\u{A0}350", "Cash"] {
                #expect(page.contains(words), "\(words)")
            }
            for change in ["UPDATE payment_receipt SET number = 7", "DELETE FROM payment_receipt"] as [SQL] {
                await #expect(throws: (any Error).self) { try await shop.app.site.database.write { _ = try $0.run(change) } }
            }
            let pdf = try await owner.get(PaymentsPaths.receiptPDF(receipt.id))
            #expect(pdf["Content-Disposition"]?.contains("receipt-2026-000001.pdf") == true)
            let words = try plainText(ofPDF: pdf.bytes)
            for expected in ["Stoa Kitchen Ltd", "P051234567X", "Soup", "2026-000001", "350"] { #expect(words.contains(expected), "\(words)") }
        }
    }

    @Test(.covers("CAF-030", "CORE-028"), arguments: Engine.available)
    func `a receipt is open to whoever paid and to staff, and to nobody else`(on engine: Engine) async throws {
        try await withShop(on: engine) { shop in
            let (lunch, id) = try await shop.lunch(of: try await shop.app.person(.ada))
            try await shop.pay(id)
            let receipt = try #require(try await shop.receipts(of: lunch).first).id
            for path in [PaymentsPaths.receipt(receipt), PaymentsPaths.receiptPDF(receipt)] {
                #expect(try await shop.app.signedIn(.ada).get(path).status == .ok)
                #expect(try await shop.app.signedIn(.owner).get(path).status == .ok)
                #expect(try await shop.app.signedIn(.bea).get(path).status == .notFound)
                #expect(try await shop.app.guest.asProgram.get(path).status == .unauthorized)
            }
            let portal = try await shop.app.signedIn(.owner).get(PaymentsPaths.payment(id)).text
            #expect(portal.contains("Receipt 2026-000001") && portal.contains(PaymentsPaths.receipt(receipt)))
        }
    }

    @Test(.covers("CAF-030", "CAF-028"), arguments: Engine.available)
    func `an M-Pesa receipt shows the transaction ID that Safaricom gave`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            let (lunch, _) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            let receipt = try #require(try await scene.app.site.database.read { try scene.payments.receipts(of: lunch, in: $0) }.first)
            let transaction = try #require(await scene.standIn.ledger().first?.receipt)
            let page = try await scene.app.signedIn(.owner).get(PaymentsPaths.receipt(receipt.id)).text
            #expect(page.contains(transaction) && page.contains("M-Pesa") && page.contains(receipt.number))
        }
    }
}
