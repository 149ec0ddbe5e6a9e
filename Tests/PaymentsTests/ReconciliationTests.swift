import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

@Suite struct ReconciliationTests {
    @Test(.covers("CORE-028", "CAF-030"))
    func `money of which nobody told is found in the statement and taken over`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(.responseLost, ["times": "1"])
            await scene.standIn.behave(.callbackNever)
            let (lunch, id) = try await scene.pay()
            #expect(await scene.standIn.pay(msisdn: DarajaScene.msisdn))
            try await scene.wait(.seconds(61))
            #expect(try await scene.payment(id).status == .created, "neither the answer nor a callback came")
            let owner = try await scene.app.signedIn(.owner)
            let compared = try await owner.upload(PaymentsPaths.statement(), files: [("file", "statement.csv", try await scene.statement())])
            let receipt = try #require(await scene.standIn.ledger().first?.receipt)
            #expect(compared.text.contains("Paid, but not recorded. It fits") && compared.text.contains(receipt))
            let take = try #require(compared.text.firstMatch(of: /name="take" value="([^"]+)"/)?.1)
            #expect(try await owner.post(PaymentsPaths.adopt(), ["take": String(take)]).status == .seeOther)
            #expect(try await scene.payment(id).receipt?.number == receipt)
            #expect(try await scene.state(of: lunch) == "paid \(receipt)")
            let again = try await owner.upload(PaymentsPaths.statement(), files: [("file", "statement.csv", try await scene.statement())])
            #expect(again.text.contains("Everything agrees"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-030"))
    func `the number of a receipt that never came is found in the statement, and the refund that waited for it goes through`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(.callbackNever)
            let (_, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            try await scene.reconcile()
            #expect(try await scene.payment(id).receipt?.number == scene.standIn.ledger().first?.receipt)
            await scene.standIn.behave(.none)
            try await scene.app.site.write(by: nil) { [payments = scene.payments] in try payments.refund(id, because: "Sold out", in: $0) }
            try await scene.work()
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CAF-030"))
    func `each kind of difference is told apart`() throws {
        let moment = Instant(milliseconds: 1_790_000_000_000)
        func payment(_ id: Int64, _ minor: Int, receipt: String?, phone: String = "254712000100") -> Payment {
            Payment(
                id: PaymentID(id), subject: PaymentSubject(Lunches.kind, id), person: nil, provider: "mpesa",
                amount: Money(minor: minor, currency: "KES"), line: "Lunch", phone: phone, payableUntil: moment, createdAt: moment,
                status: receipt == nil ? .expired : .confirmed, receipt: receipt.map { PaymentReceipt(number: $0, at: moment) })
        }
        func line(_ receipt: String, _ minor: Int, phone: String = "254712000100", original: String? = nil) -> StatementLine {
            StatementLine(receipt: receipt, at: moment, amount: Money(minor: minor, currency: "KES"), phone: phone, original: original)
        }
        let found = Reconciliation(
            [
                line("A", 100_00), line("B", 200_00), line("C", 300_00), line("D", 300_00, phone: "254799999999"), line("E", 40_00),
                line("R", -100_00, original: "A"),
            ],
            [
                payment(1, 100_00, receipt: "A"), payment(2, 250_00, receipt: "B"), payment(3, 300_00, receipt: nil),
                payment(4, 500_00, receipt: "Z"),
            ])
        #expect(found.agreeing == 1)
        #expect(
            found.differences == [
                .otherAmount(line("B", 200_00), PaymentID(2), Money(minor: 250_00, currency: "KES")), .unrecorded(line("C", 300_00), PaymentID(3)),
                .unrecorded(line("D", 300_00, phone: "254799999999"), nil), .unrecorded(line("E", 40_00), nil),
                .unrecordedRefund(line("R", -100_00, original: "A"), PaymentID(1)), .missing(PaymentID(4)),
            ])
    }

    @Test(.covers("CAF-030"))
    func `of two payments by one phone, the line belongs to the one that is known to be paid`() throws {
        let moment = Instant(milliseconds: 1_790_000_000_000)
        func payment(_ id: Int64, _ createdAt: Instant, isPaid: Bool) -> Payment {
            Payment(
                id: PaymentID(id), subject: PaymentSubject(Lunches.kind, id), person: nil, provider: "mpesa",
                amount: Money(minor: 350_00, currency: "KES"), line: "Lunch", phone: "254712000100", payableUntil: moment, createdAt: createdAt,
                status: isPaid ? .confirmed : .expired, reference: PaymentReference("ws_\(id)"),
                receipt: isPaid ? PaymentReceipt(number: "ws_\(id)", at: moment) : nil)
        }
        let line = StatementLine(
            receipt: "NLJ7", at: moment, amount: Money(minor: 350_00, currency: "KES"), phone: "254712000100", original: nil)
        let (paid, later) = (payment(1, moment - .seconds(60), isPaid: true), payment(2, moment + .seconds(1), isPaid: false))
        #expect(Reconciliation([line], [paid, later]).differences.first == .unrecorded(line, PaymentID(1)))
        let (first, last) = (payment(3, moment - .seconds(90), isPaid: false), payment(4, moment - .seconds(30), isPaid: false))
        #expect(Reconciliation([line], [first, last, later]).differences.first == .unrecorded(line, PaymentID(4)))
    }

    @Test(.covers("CAF-030"))
    func `a line goes to the payment that it names, also where a made-up number came minutes before the statement began`() throws {
        let moment = Instant(milliseconds: 1_790_000_000_000)
        func payment(_ id: Int64, number: Int, receipt: String?) -> Payment {
            Payment(
                id: PaymentID(id), subject: PaymentSubject(Lunches.kind, id), person: nil, provider: "mpesa",
                amount: Money(minor: 350_00, currency: "KES"), line: "Lunch \(number)", phone: "254712000100", payableUntil: moment,
                createdAt: moment - .seconds(125), status: receipt == nil ? .expired : .confirmed, reference: PaymentReference("ws_\(id)"),
                receipt: receipt.map { PaymentReceipt(number: $0, at: moment - .seconds(120)) })
        }
        func line(_ account: String?) -> StatementLine {
            StatementLine(
                receipt: "NLJ7", at: moment, amount: Money(minor: 350_00, currency: "KES"), phone: "254712000100", original: nil, account: account)
        }
        func owner(_ line: StatementLine, _ payments: Payment...) -> Reconciliation.Difference? { Reconciliation([line], payments).differences.first }
        let (forged, failed) = (payment(1, number: 17, receipt: "MADEUP"), payment(2, number: 18, receipt: nil))
        #expect(owner(line("Lunch17"), forged, failed) == .unrecorded(line("Lunch17"), PaymentID(1)))
        #expect(owner(line("Lunch18"), forged, failed) == .unrecorded(line("Lunch18"), PaymentID(2)))
        // What is known to be paid comes first where the statement names none of them.
        for account in [nil, "", "Payment", "Lunch19"] { #expect(owner(line(account), forged, failed) == .unrecorded(line(account), PaymentID(1))) }
    }

    @Test(.covers("CAF-030"), arguments: ["", "a,b\n1,2", "Receipt No.,Completion Time\nX,1", "\"open", "\u{0}\u{1}"])
    func `a file that is no statement is refused in words, and nothing changes`(text: String) async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let refused = try await owner.upload(PaymentsPaths.statement(), files: [("file", "x.csv", Array(text.utf8))])
            #expect(refused.status == .unprocessableContent && refused.text.contains("field-invalid"))
        }
    }

    @Test(.covers("CAF-030"))
    func `proposals that somebody made up change nothing`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let owner = try await scene.app.signedIn(.owner)
            for take in ["", "x", "99 1000 5 ABC", "1 1 1", "1 2 3 \(String(repeating: "A", count: 60))"] {
                _ = try await owner.post(PaymentsPaths.adopt(), ["take": take])
            }
            let count: Int = try await scene.app.site.database.read { try $0.one("SELECT count(*) FROM payment_transfer") }
            #expect(count == 0)
        }
    }
}
