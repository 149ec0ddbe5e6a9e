import Core
import Database
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

@Suite struct AdministrationTests {
    @Test(.covers("CORE-028", "CAF-030"))
    func `staff see payments with their receipts, send one back, and see to a refund that failed`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            let (_, id) = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            let owner = try await scene.app.signedIn(.owner)
            let receipt = try #require(await scene.standIn.ledger().first?.receipt)
            let list = try await owner.get(PaymentsPaths.list()).text
            #expect(list.contains("Lunch 1") && list.contains(receipt))
            #expect(try await owner.get(PaymentsPaths.list() + "?show=attention").text.contains("Nothing to do right now"))
            let unsaid = try await owner.post(PaymentsPaths.refund(id), ["reason": " "])
            #expect(unsaid.status == .unprocessableContent && unsaid.text.contains("Write why."))
            await scene.standIn.behave(.reversalPoor, ["times": "1"])
            #expect(try await owner.post(PaymentsPaths.refund(id), ["reason": "Cold soup"]).status == .seeOther)
            let handBack = "Mark as paid out in cash"
            #expect(try await !owner.get(PaymentsPaths.payment(id)).text.contains(handBack), "while it is under way it would go back twice")
            try await scene.work()
            try await scene.work()
            #expect(try await owner.get(PaymentsPaths.payment(id)).text.contains(handBack))
            let waiting = try await owner.get(PaymentsPaths.list()).text
            #expect(waiting.contains("Refund failed"), "what somebody has to see to comes first")
            #expect(try await owner.post(PaymentsPaths.retry(id)).status == .seeOther)
            try await scene.work()
            try await scene.work()
            #expect(try await scene.payment(id).status == .refunded)
            let page = try await owner.get(PaymentsPaths.payment(id)).text
            #expect(page.contains("Cold soup") && page.contains("Refunded"))
            try await scene.checkBooks()
        }
    }

    @Test(.covers("CORE-028"), arguments: Engine.available)
    func `a payment without a receipt number is shown to staff`(on engine: Engine) async throws {
        try await withDaraja(on: engine) { scene in
            await scene.standIn.behave(.callbackNever)
            _ = try await scene.pay(from: "0712000001")
            try await scene.wait(.seconds(11))
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(PaymentsPaths.list() + "?show=attention").text.contains("Lunch 1"))
        }
    }

    @Test(.covers("CORE-028", "CAF-030"))
    func `staff ask M-Pesa how a payment stands, and read the answer`() async throws {
        try await withDaraja(on: .sqlite) { scene in
            await scene.standIn.behave(.callbackNever)
            let (_, id) = try await scene.pay(from: "0712000001")
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(PaymentsPaths.payment(id)).text.contains("Ask M-Pesa again"))
            let asked = try await owner.post(PaymentsPaths.ask(id))
            #expect(asked.location == PaymentsPaths.payment(id))
            #expect(try await scene.payment(id).status == .confirmed)
        }
    }

    @Test(.covers("CORE-029", "CAF-032"))
    func `M-Pesa is set up in the portal, and its secrets are never shown again`() async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let key = try RSAKeyFixture.pem()
            let form = [
                "environment": DarajaForm.sandbox, "shortcode": "174379", "consumerKey": "key-1", "consumerSecret": "very secret",
                "passkey": "pass key 9", "initiator": "api", "initiatorPassword": "Hidden-7", "certificate": key,
            ]
            #expect(try await owner.post(PaymentsPaths.mpesa(), form: form).status == .seeOther)
            let kept = try #require(app.site.configuration.mpesa)
            #expect(kept.address == DarajaForm.sandbox && kept.reversal?.initiator == "api")
            #expect(DarajaConfiguration.open(kept.sealedPasskey, for: app.site) == "pass key 9")
            let page = try await owner.get(PaymentsPaths.mpesa()).text
            for secret in ["very secret", "pass key 9", "Hidden-7"] { #expect(!page.contains(secret)) }
            var again = form.filter { !["consumerSecret", "passkey", "initiatorPassword"].contains($0.key) }
            again["shortcode"] = "600000"
            #expect(try await owner.post(PaymentsPaths.mpesa(), form: again).status == .seeOther, "what is left empty stays")
            #expect(app.site.configuration.mpesa?.sealedPasskey == kept.sealedPasskey)
            #expect(app.site.configuration.mpesa?.shortcode == "600000")
            for (field, value) in [("shortcode", "12"), ("till", "x"), ("consumerKey", ""), ("certificate", "no")] {
                var wrong = form
                wrong[field] = value
                let refused = try await owner.post(PaymentsPaths.mpesa(), form: wrong)
                #expect(refused.status == .unprocessableContent && refused.text.contains("field-invalid"), "\(field)")
            }
            #expect(try await owner.post(PaymentsPaths.mpesaStop(), ["stopped": "true"]).status == .seeOther)
            let payments: Payments = try app.site.service()
            #expect(payments.providers.map(\.id) == ["cash"])
            #expect(try await app.signedIn(.ada).get(PaymentsPaths.mpesa()).status == .notFound)
        }
    }
}
