import Accounts
import Core
import Database
import Mail
import Notifications
import Payments
import Platform
import TestSupport
import Testing
import Web

@testable import CafeteriaApp

@Suite struct RegistrationTests {
    private func withCafeteria(on engine: Engine, _ body: (TestApp) async throws -> Void) async throws {
        try await withTestApp(CafeteriaApp.self, parts: [MailModule.self, NotificationsModule.self, PaymentsModule.self], on: engine, body)
    }

    private let form = [
        "name": "Cleo", "email": "cleo@example.org", "password": "candle 12 light", "phone": "0712 345 678", "then": CafeteriaPaths.home(),
    ]

    private func person(in app: TestApp) async throws -> PersonID? {
        try await app.site.database.read { try $0.first("SELECT id FROM account_person WHERE email = 'cleo@example.org'") }
    }

    @Test(.covers("CAF-001", "CAF-003"), arguments: Engine.available)
    func `who registers gives a phone number, is sent an email and begins without points`(on engine: Engine) async throws {
        try await withCafeteria(on: engine) { app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "cafeteria@stoa.example") }
            #expect(try await app.guest.get("/account/register").text.contains("name=\"phone\""))
            let registered = try await app.guest.post("/account/register", form: form)
            #expect(registered.location == CafeteriaPaths.home())
            let cleo = try #require(try await person(in: app))
            let (phone, points) = try await app.site.database.read { db in
                (try People.phone(of: cleo, in: db), try Points.balance(of: cleo, in: db))
            }
            #expect(phone == "+254712345678" && points == 0)
            #expect(try await app.emails(to: "cleo@example.org").map(\.subject) == ["Confirm your address"])
        }
    }

    @Test(.covers("CAF-002"), arguments: ["", "0712", "+46 70 123 45 67", "call me"])
    func `a phone number that is no mobile number in Kenya is refused at its field, and nothing typed is lost`(phone: String) async throws {
        try await withCafeteria(on: .sqlite) { app in
            let refused = try await app.guest.post("/account/register", form: form.merging(["phone": phone]) { $1 })
            #expect(refused.status == .unprocessableContent)
            #expect(refused.text.contains("A mobile number in Kenya") && refused.text.contains("cleo@example.org"))
            #expect(try await person(in: app) == nil)
        }
    }
}
