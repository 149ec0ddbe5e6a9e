import Accounts
import Audit
import Core
import Crypto
import Database
import Foundation
import Mail
import Platform
import TestSupport
import Testing
import Web

@testable import SignIn

@Suite struct SignInTests {
    @Test(.covers("LIB-001", "LIB-005", "LIB-009", "CORE-009"), arguments: Engine.available)
    func `a visitor registers, is signed in at once, and confirms the address by letter`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            let registered = try await app.guest.post(
                "/account/register", ["name": "Cleo", "email": " Cleo@Example.org ", "password": "candle 12 light", "then": "/library"])
            #expect(registered.location == "/library")
            let entered = app.guest.with("Cookie", "__Host-session=\(try #require(registered.cookies["session"]))")
            #expect(try await entered.get("/account").text.contains("isn’t confirmed yet"))

            let back = try await app.guest.post("/account/sign-in", ["email": "cleo@example.org", "password": "candle 12 light", "then": "/library"])
            #expect(back.location == "/library")
            let cookie = try #require(back["Set-Cookie"])
            #expect(
                cookie.hasPrefix("__Host-session=") && cookie.contains("HttpOnly") && cookie.contains("Secure") && cookie.contains("SameSite=Lax"))

            let cleo = app.guest.with("Cookie", "__Host-session=\(try #require(back.cookies["session"]))")
            #expect(try await cleo.get("/account/security").text.contains("isn’t confirmed yet"))
            let link = try #require(try await app.emails(to: "cleo@example.org").first?.links.first { $0.contains("/account/verify/") })
            let path = try #require(link.firstMatch(of: /\/account\/verify\/[A-Za-z0-9_-]{43}/)).0
            let stranger = try await app.signedIn(.bea).get(String(path))
            #expect(stranger.problem?.code == "accounts.link-of-another")
            #expect(try await cleo.get(String(path)).status == .ok)
            #expect(try await cleo.get("/account/security").text.contains("isn’t confirmed yet"), "opening the link alone confirms nothing")
            #expect(try await cleo.post(String(path)).status == .seeOther)
            #expect(try await cleo.get("/account/security").text.contains("isn’t confirmed yet") == false)
            #expect(try await cleo.post(String(path)).status.rawValue == 410)
        }
    }

    @Test(.covers("CORE-009", "CORE-020"))
    func `whoever registers with an address that is not theirs sends its owner one letter, whatever they do in the account`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.guest.post("/account/register", ["name": "Mallory", "email": "victim@example.org", "password": "candle 12 light"])
            for browser in ["Firefox", "Chrome", "Safari"] {
                let opened = try await app.guest.with("User-Agent", browser).post(
                    "/account/sign-in", ["email": "victim@example.org", "password": "candle 12 light"])
                #expect(opened.status == .seeOther)
            }
            let id = try #require(try await app.accounts().people.find(email: "victim@example.org")).id
            try await app.site.service(Passwords.self).set("candle 13 light", of: id, by: id)
            let mallory = app.client(token: try await app.accounts().openSession(for: id))
            #expect(try await mallory.post("/account/privacy/exports").status == .seeOther)
            try await app.runJobs()
            #expect(try await app.emails(to: "victim@example.org").map(\.subject) == ["Confirm your address"])
        }
    }

    @Test(.covers("CORE-010", "CAF-002"), arguments: ["short1", "no numbers here", String(repeating: "long1", count: 200)])
    func `a weak password is refused with the rule, and nothing is made`(_ password: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            let answer = try await app.guest.post("/account/register", ["name": "Cleo", "email": "cleo@example.org", "password": password])
            #expect(answer.status.rawValue == 422)
            #expect(answer.text.contains("at least 8 characters") || answer.text.contains("At least 8 characters"))
            #expect(try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person" as Query<Int>) } == 0)
        }
    }

    @Test(.covers("CORE-009"), arguments: Engine.available)
    func `two registrations at once never both get an address`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            async let first = app.guest.post("/account/register", ["name": "A", "email": "same@example.org", "password": "candle 12 light"])
            async let second = app.guest.post("/account/register", ["name": "B", "email": "same@example.org", "password": "candle 12 light"])
            let statuses = try await [first.status.rawValue, second.status.rawValue]
            #expect(statuses.sorted() == [200, 303], "one is signed in, the other is told of the account")
            let people = try await app.site.database.read { try $0.one("SELECT COUNT(*) FROM account_person" as Query<Int>) }
            #expect(people == 1)
        }
    }

    @Test(.covers("CORE-009", "CORE-050"), arguments: Engine.available)
    func `registering with a taken address opens nothing, tells its owner, and shows the way in`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            let taken = try await app.guest.post("/account/register", ["name": "Eve", "email": Cast.ada.email, "password": "candle 12 light"])
            #expect(taken.status == .ok && taken.cookies["session"] == nil)
            #expect(taken.text.contains("There’s an account with \(Cast.ada.email) already.") && taken.text.contains("action=\"/account/sign-in\""))
            let emails = try await app.emails(to: Cast.ada.email).map(\.subject)
            #expect(emails == ["You already have an account"])
            let stillAda = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(stillAda.status == .seeOther)
        }
    }

    @Test(.covers("CORE-011", "LIB-002"))
    func `passwords are stored as Argon2id hashes and nothing else`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let stored = try await app.site.database.read {
                try $0.one("SELECT password_hash FROM account_person ORDER BY id LIMIT 1" as Query<String>)
            }
            #expect(stored.hasPrefix("$argon2id$"))
            #expect(!stored.contains(Cast.password))
        }
    }

    @Test(.covers("CORE-012", "CAF-004"), arguments: Engine.available)
    func `three wrong passwords lock the account for fifteen minutes`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            for (number, status) in [401, 401, 429].enumerated() {
                let wrong = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"])
                #expect(wrong.status.rawValue == status)
                #expect(wrong.text.contains("locked after three wrong passwords") == (status == 429), "the answer that locks says so")
                #expect(wrong.text.contains("After one more wrong password the account is locked for 15 minutes.") == (number == 1))
            }
            let locked = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(locked.status.rawValue == 429)
            app.clock.advance(by: .seconds(15 * 60 + 1))
            let open = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(open.status == .seeOther)
        }
    }

    /// The entries of the log about refused sign-ins, oldest first.
    private func refusals(_ app: TestApp) async throws -> [AuditRecord] {
        try await app.site.database.read { try app.site.audit.entries(AuditFilter(action: .loginRefused), limit: 500, in: $0) }.reversed()
    }

    @Test(.covers("CORE-012", "CORE-035"), arguments: Engine.available)
    func `the log tells of a refused sign-in and of the lock, of no password and of no address without an account`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let ada = try await app.person(.ada)
            for _ in 1...5 { _ = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"]) }
            let known = try await refusals(app)
            #expect(known.map(\.entityID) == ["\(ada)", "\(ada)"] && known.allSatisfy { $0.entity == "account.person" && $0.actor == nil })
            #expect(known.map { $0.details.contains("\"minutes\":15") } == [false, true])
            app.clock.advance(by: .seconds(3600))
            for _ in 1...5 { _ = try await app.guest.post("/account/sign-in", ["email": "nobody@example.org", "password": "wrong 1 wrong"]) }
            let all = try await refusals(app)
            #expect(all.dropFirst(2).map(\.entity) == ["account.sign-in", "account.sign-in"])
            #expect(!all.contains { ($0.details + $0.entityID).contains("nobody@") || $0.details.contains("wrong 1") })
            app.clock.advance(by: .seconds(3600))
            _ = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"])
            _ = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            #expect(try await refusals(app).count == 5, "a right password is no refusal, whatever came before")
        }
    }

    @Test(.covers("CORE-012", "RES-002"), arguments: Engine.available)
    func `so many refused sign-ins an hour are told one by one, and the others by their number`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            let refused = SignInRefusals(site: app.site)
            let claim = Attempts.Claim(failures: 1, lock: nil)
            let ada = try await app.person(.ada)
            for _ in 1...SignInRefusals.mostAnHour + 7 {
                try await app.site.write(by: nil) { try refused.note(.password, of: ada, claim, in: $0) }
            }
            #expect(try await refusals(app).count == SignInRefusals.mostAnHour)
            app.clock.advance(by: .seconds(3601))
            try await app.site.write(by: nil) { try refused.note(.password, of: ada, claim, in: $0) }
            let last = try #require(try await refusals(app).last)
            #expect(try await refusals(app).count == SignInRefusals.mostAnHour + 1 && last.details.contains("\"untold\":7"))
        }
    }

    @Test(.covers("CORE-012"))
    func `many guesses at once are judged three at a time`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let refusals = try await withThrowingTaskGroup(of: Int.self) { group in
                for _ in 1...10 {
                    group.addTask {
                        try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": "wrong 1 wrong"]).status.rawValue
                    }
                }
                return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
            }
            #expect(refusals == [401: 2, 429: 8])
        }
    }

    @Test(.covers("CORE-012", "CORE-050"), arguments: Engine.available)
    func `an unknown address is refused and locked in the same words as a known one`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.person(.ada)
            var answers: [[String?]] = []
            for address in [Cast.ada.email, "nobody@stoa.example"] {
                var codes: [String?] = []
                for _ in 1...4 {
                    let answer = try await app.guest.asProgram.json(
                        .post, "/api/v1/sessions", #"{"email":"\#(address)","password":"wrong 1 wrong"}"#)
                    codes.append(answer.problem?.code)
                }
                answers.append(codes)
                app.clock.advance(by: .seconds(3600))
            }
            #expect(answers[0] == [String?](repeating: "accounts.wrong-credentials", count: 2) + ["accounts.locked", "accounts.locked"])
            #expect(answers[1] == answers[0])
        }
    }

    /// Where an address is typed.
    enum Door: String, CaseIterable {
        case signIn, signInOfAccountWithoutPassword, forgotten

        var path: String {
            switch self {
            case .signIn, .signInOfAccountWithoutPassword: "/account/sign-in"
            case .forgotten: "/account/forgotten"
            }
        }
    }

    @Test(.covers("CORE-050", "CORE-009", "CORE-013"), arguments: Door.allCases)
    func `how long an answer takes does not tell whether an address has an account`(at door: Door) async throws {
        try await withTestApp(on: .sqlite, passwordCost: .standard) { app in
            let ada = try await app.person(.ada)
            if door == .signInOfAccountWithoutPassword {
                _ = try await app.site.database.write { try $0.run("UPDATE account_person SET password_hash = NULL WHERE id = \(ada)") }
            }
            // What the machine does beside this can favour either kind in one round; what tells them apart does so in every round.
            var told: [String] = []
            for round in 1...4 {
                let difference = try await difference(of: door, round: round, in: app)
                guard let difference else { return }
                told.append(difference)
            }
            Issue.record("\(door) tells: \(told.joined(separator: "; "))")
        }
    }

    /// What a dozen answers to the known address and to unknown ones, in turns, tell; nil when they are alike.
    private func difference(of door: Door, round: Int, in app: TestApp) async throws -> String? {
        var times: [[Duration]] = [[], []]
        for turn in 1...12 {
            for (index, address) in [Cast.ada.email, "nobody\(round)-\(turn)@stoa.example"].enumerated() {
                let fields = ["name": "Eve", "email": address, "password": "candle 12 light"]
                times[index].append(try await ContinuousClock().measure { _ = try await app.guest.post(door.path, form: fields) })
                app.clock.advance(by: .seconds(3600))
            }
        }
        let medians = times.map { $0.sorted()[$0.count / 2] }
        let wins = zip(times[0], times[1]).filter { $0 < $1 }.count
        // Alike: each kind is the quicker one about as often, or they differ by less than answers do among themselves.
        let ratio = medians[0] / medians[1]
        if (3...9).contains(wins) || (0.95...1.05).contains(ratio) { return nil }
        return "known \(medians[0]), unknown \(medians[1]), known quicker in \(wins) of \(times[0].count)"
    }

    @Test(.covers("CORE-014", "LIB-006"))
    func `a token that somebody planted is not the one that signing in opens, and opens nothing afterwards`() async throws {
        try await withTestApp(on: .sqlite) { app in
            let planted = try await app.signedIn(.bea)
            _ = try await app.person(.ada)
            let entered = try await planted.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password])
            let session = try #require(entered.cookies["session"])
            #expect(try await planted.get("/account").status == .seeOther)
            #expect(try await app.guest.with("Cookie", "__Host-session=\(session)").get("/account").status == .ok)
        }
    }

    @Test(.covers("CORE-014", "RES-003", "LIB-013"))
    func `a shorter idle time holds at once for sessions that were promised more`() async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let kept = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "keep": "true"])
            let ada = app.guest.with("Cookie", "__Host-session=\(try #require(kept.cookies["session"]))")
            app.clock.advance(by: .seconds(3 * 86_400))
            #expect(try await ada.asProgram.with("Cookie", ada.headers["Cookie"] ?? "").get("/api/v1/session").status == .ok)
            try await app.site.configure { $0.settings[AccountsSettings.idleDays.id] = "1" }
            app.clock.advance(by: .seconds(2 * 86_400))
            #expect(try await ada.get("/account").status == .seeOther)
        }
    }

    @Test(arguments: ["//evil.example/", "https://evil.example/", "/\\evil.example", "/a\nSet-Cookie: x=1", "", "//\u{FE0F}evil.example/"])
    func `the place to go after signing in is always on this site`(_ wish: String) async throws {
        try await withTestApp(on: .sqlite) { app in
            _ = try await app.person(.ada)
            let answer = try await app.guest.post("/account/sign-in", ["email": Cast.ada.email, "password": Cast.password, "then": wish])
            #expect(answer.location == "/")
        }
    }

    @Test(.covers("CORE-009"), arguments: Engine.available)
    func `whoever comes from the letter signs in, and the address is confirmed`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            try await app.site.configure { $0.mail = MailConfiguration(server: "smtp://mail.example:25", from: "library@stoa.example") }
            for name in ["Cleo", "Dan"] {
                _ = try await app.guest.post(
                    "/account/register", ["name": name, "email": "\(name)@example.org", "password": "candle 12 light", "then": "/"])
            }
            let link = try #require(try await app.emails(to: "cleo@example.org").first?.links.first { $0.contains("/account/verify/") })
            let path = String(try #require(link.firstMatch(of: /\/account\/verify\/[A-Za-z0-9_-]{43}/)).0)
            let asked = try await app.guest.get("/account/sign-in?then=\(path)").text
            #expect(asked.contains("Sign in to confirm cleo@example.org") && asked.contains("value=\"cleo@example.org\""))
            func signIn(_ who: String) async throws -> (TestResponse, TestClient) {
                let answer = try await app.guest.post(
                    "/account/sign-in", ["email": "\(who)@example.org", "password": "candle 12 light", "then": path])
                return (answer, app.guest.with("Cookie", "__Host-session=\(try #require(answer.cookies["session"]))"))
            }
            let (other, dan) = try await signIn("dan")
            #expect(other.location == path, "the link of another confirms nobody")
            #expect(try await dan.get("/account").text.contains("isn’t confirmed yet"))
            let (own, cleo) = try await signIn("cleo")
            #expect(own.location == "/")
            #expect(try await cleo.get("/account").text.contains("isn’t confirmed yet") == false)
            let spent = try await app.guest.get("/account/sign-in?then=\(path)").text
            #expect(spent.contains("to confirm") == false)
        }
    }

    @Test(.covers("CORE-043", "CORE-014"), arguments: Engine.available)
    func `sessions and links that have run out are forgotten at night`(on engine: Engine) async throws {
        try await withTestApp(on: engine) { app in
            _ = try await app.signedIn(.ada)
            _ = try await app.guest.post(
                "/account/register", ["name": "Cleo", "email": "cleo@example.org", "password": "candle 12 light", "then": "/"])
            func left() async throws -> [Int] {
                try await app.runJobs()
                return try await app.site.database.read { db in
                    try ["account_session", "account_mail_link"].map { try db.one("SELECT COUNT(*) FROM \(raw: $0)" as Query<Int>) }
                }
            }
            #expect(try await left() == [2, 1])
            app.clock.advance(by: .seconds(40 * 86_400))
            #expect(try await left() == [0, 0])
        }
    }
}
