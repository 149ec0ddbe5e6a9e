import Core
import Platform
import StandIns
import TestSupport
import Testing
import Web

@testable import Payments

@Suite struct CloverSettingsTests {
    @Test(.covers("MUS-063", "CORE-029"))
    func `Clover is set up in the portal, and its secrets are never shown again`() async throws {
        try await withTestApp(LunchApp.self, parts: [PaymentsModule.self], on: .sqlite) { app in
            let owner = try await app.signedIn(.owner)
            let form = [
                "environment": CloverForm.sandbox, "merchant": "abcdefghjkmn1", "token": "very secret", "webhookSecret": "signed 9",
                "currency": "CAD",
            ]
            #expect(try await owner.post(PaymentsPaths.clover(), form: form).status == .seeOther)
            let kept = try #require(app.site.configuration.clover)
            #expect(kept.addresses == CloverConfiguration.sandbox && kept.merchant == "ABCDEFGHJKMN1" && kept.currency == "CAD" && !kept.isStandIn)
            #expect(CloverConfiguration.open(kept.sealedToken, for: app.site) == "very secret")
            let page = try await owner.get(PaymentsPaths.clover()).text
            for secret in ["very secret", "signed 9", kept.sealedToken] { #expect(!page.contains(secret)) }
            #expect(page.contains(PaymentsPaths.cloverWebhook()))
            let again = ["environment": CloverForm.production, "merchant": "ABCDEFGHJKMN2"]
            #expect(try await owner.post(PaymentsPaths.clover(), form: again).status == .seeOther, "what is left empty stays")
            #expect(app.site.configuration.clover?.sealedToken == kept.sealedToken)
            #expect(app.site.configuration.clover?.sealedWebhookSecret == kept.sealedWebhookSecret)
            for wrong in ["", "ABC", "ABCDEFGHJKMN1X", "ABCDEFGHJKMÖ1"] {
                let refused = try await owner.post(PaymentsPaths.clover(), form: ["merchant": wrong])
                #expect(refused.status == .unprocessableContent && refused.text.contains("field-invalid"), "\(wrong)")
            }
            #expect(try await owner.post(PaymentsPaths.cloverStop(), ["stopped": "true"]).status == .seeOther)
            let payments: Payments = try app.site.service()
            #expect(payments.providers.map(\.id) == ["cash"])
            #expect(try await app.signedIn(.ada).get(PaymentsPaths.clover()).status == .notFound)
        }
    }

    @Test(.covers("MUS-063"))
    func `the code that Clover sends to prove the address is shown to the operator for a day`() async throws {
        try await withClover(on: .sqlite) { scene in
            let url = "http://localhost:8080" + PaymentsPaths.cloverWebhook()
            await scene.standIn.verify(code: "b1d2-77aa", at: url)
            await scene.standIn.verify(code: "<script>", at: url)
            #expect(await scene.answers() == [200, 401], "only what looks like a code is kept")
            let owner = try await scene.app.signedIn(.owner)
            #expect(try await owner.get(PaymentsPaths.clover()).text.contains("b1d2-77aa"))
            scene.app.clock.advance(by: .days(1) + .seconds(1))
            #expect(try await owner.get(PaymentsPaths.clover()).text.contains("b1d2-77aa") == false)
        }
    }
}
