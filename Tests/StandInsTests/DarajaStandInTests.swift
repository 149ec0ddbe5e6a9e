import Core
import Crypto
import Foundation
import Outbound
import StandIns
import TestSupport
import Testing
import Web

/// What the stand-in does as the real service does it.
@Suite struct DarajaStandInTests {
    private static let phone = "254712345678"

    // Tokens.

    @Test func `a token is given for the app's key and secret, and for nothing else`() async throws {
        try await withDaraja { scene in
            let (key, secret) = (scene.credentials.consumerKey, scene.credentials.consumerSecret)
            let path = "/oauth/v1/generate?grant_type=client_credentials"
            let answer = try await scene.get(path, scene.basic(key, secret))
            #expect(answer.status == 200 && answer.text.contains(#""expires_in":3599"#), "\(answer.text)")
            #expect(try await scene.token().count == 28)

            let wrong = try await scene.get(path, scene.basic(key, "guess"))
            #expect(wrong.status == 400 && wrong.body.isEmpty)
            #expect(try await scene.get(path).refusal?.errorCode == "400.008.01")
            #expect(try await scene.get(path, [("Authorization", "Bearer x")]).refusal?.errorCode == "400.008.01")
            let type = try await scene.get("/oauth/v1/generate?grant_type=password", scene.basic(key, secret))
            #expect(type.status == 400 && type.refusal?.errorCode == "400.008.02")
        }
    }

    @Test func `a new token is the only one, and it ends after its time`() async throws {
        let hands = ManualClock()
        try await withDaraja(clock: hands.clock) { scene in
            let (first, second) = (try await scene.token(), try await scene.token())
            #expect(first != second)
            let old = try await scene.push(Self.phone, token: first)
            #expect(old.status == 404 && old.refusal?.errorCode == "404.001.03")
            #expect(try await scene.push(Self.phone, token: second).status == 200)
            hands.advance(by: .seconds(3600))
            #expect(try await scene.push(Self.phone, token: second).refusal?.errorCode == "404.001.03")
            #expect(try await scene.push(Self.phone, token: "made-up").refusal?.errorCode == "404.001.03")
        }
    }

    // Pushes.

    @Test(arguments: [
        ("BusinessShortCode", JSONValue.string("12"), "Invalid BusinessShortCode"), ("BusinessShortCode", .null, "Invalid BusinessShortCode"),
        ("Timestamp", .string("2026-01-01"), "Invalid Timestamp"), ("Timestamp", .string("20261345000000"), "Invalid Timestamp"),
        ("Password", .null, "Invalid Password"), ("TransactionType", .string("Pay"), "Invalid TransactionType"),
        ("Amount", .integer(0), "Invalid Amount"), ("Amount", .integer(250_001), "Invalid Amount"), ("Amount", .number(10.5), "Invalid Amount"),
        ("Amount", .string("10.00"), "Invalid Amount"), ("Amount", .integer(-5), "Invalid Amount"), ("Amount", .null, "Invalid Amount"),
        ("PhoneNumber", .string("0712345678"), "Invalid PhoneNumber"), ("PhoneNumber", .string("254812345678"), "Invalid PhoneNumber"),
        ("PhoneNumber", .string("+25471234567"), "Invalid PhoneNumber"), ("PartyA", .string("254700000000"), "Invalid PartyA"),
        ("PartyB", .string("999999"), "Invalid PartyB"), ("PartyB", .null, "Invalid PartyB"),
        ("AccountReference", .string("ORDER42ORDER4"), "Invalid AccountReference"),
        ("AccountReference", .string("ORDER 42"), "Invalid AccountReference"), ("AccountReference", .string(""), "Invalid AccountReference"),
        ("TransactionDesc", .string("Lunch for four"), "Invalid TransactionDesc"),
        ("CallBackURL", .string("callback"), "Invalid CallBackURL"), ("CallBackURL", .string("ftp://site.example/x"), "Invalid CallBackURL"),
        ("CallBackURL", .string("https://Site.example/x"), "Invalid CallBackURL"),
        ("CallBackURL", .string("https://site.example/MPESA/x"), "Invalid CallBackURL"),
        ("CallBackURL", .string("https://site.example/x?query=1"), "Invalid CallBackURL"),
    ])
    func `a push with a wrong field is refused by its name`(field: String, value: JSONValue, message: String) async throws {
        try await withDaraja { scene in
            let answer = try await scene.push(Self.phone, changing: [field: value])
            #expect(answer.status == 400)
            #expect(answer.refusal?.errorCode == "400.002.02" && answer.refusal?.errorMessage == "Bad Request - \(message)")
            #expect(await scene.standIn.prompts().isEmpty)
        }
    }

    @Test(arguments: [
        ("Amount", JSONValue.integer(250_000)), ("Amount", .string("1")), ("TransactionDesc", .null), ("TransactionDesc", .string("Lunch for two")),
        ("AccountReference", .string("ORDER42ORDER")), ("CallBackURL", .string("https://pay.site.example/a/b")),
    ])
    func `a push with an unusual field that is right is taken`(field: String, value: JSONValue) async throws {
        try await withDaraja { scene in
            let answer = try await scene.push(Self.phone, changing: [field: value])
            #expect(answer.status == 200, "\(answer.text)")
            #expect(try answer.json(Accepted.self).ResponseCode == "0")
        }
    }

    @Test func `numbers may come as text, lines that begin with 2541 exist, and tills are paid`() async throws {
        try await withDaraja { scene in
            let fields: [String: JSONValue] = [
                "BusinessShortCode": .integer(174_379), "PartyA": .integer(254_112_345_678), "PhoneNumber": .string("254112345678"),
                "PartyB": .string("5551234"), "TransactionType": .string("CustomerBuyGoodsOnline"),
            ]
            let answer = try await scene.push(Self.phone, changing: fields)
            #expect(answer.status == 200)
        }
    }

    @Test func `a stranger's shortcode, a wrong password and a wrong type are said as the service says them`() async throws {
        try await withDaraja { scene in
            let stranger = try await scene.push(Self.phone, changing: ["BusinessShortCode": .string("600000")])
            #expect(stranger.status == 500 && stranger.refusal?.errorMessage == "Merchant does not exist")
            let password = try await scene.push(Self.phone, changing: ["Password": .string("MTIz")])
            #expect(password.status == 500 && password.refusal?.errorCode == "500.001.1001")
            #expect(password.refusal?.errorMessage == "Wrong credentials")
            let text = try await scene.post("/mpesa/stkpush/v1/processrequest", scene.pushBody(Self.phone), type: "text/plain")
            #expect(text.status == 400 && text.refusal?.errorMessage == "Bad Request - Invalid BusinessShortCode")
            let bare = OutboundRequest("POST", scene.address + "/mpesa/stkpush/v1/processrequest", headers: [("Content-Type", "application/json")])
            #expect(try await HTTPClient().send(bare).refusal?.errorCode == "404.001.04")
            #expect(try await scene.get("/mpesa/stkpush/v1/processrequest").refusal?.errorCode == "405.001")
            let lost = try await scene.post("/mpesa/stkpush/v2/processrequest", [:])
            #expect(lost.status == 404 && lost.refusal?.errorCode == "404.001.01")
        }
    }

    @Test func `the sample of the service's pages is taken, at its time`() async throws {
        let moment = try #require(Instant(rfc3339: "2021-06-28T06:24:08Z"))
        let sample: [String: JSONValue] = [
            "Timestamp": .string("20210628092408"),
            "Password": .string(
                "MTc0Mzc5YmZiMjc5ZjlhYTliZGJjZjE1OGU5N2RkNzFhNDY3Y2QyZTBjODkzMDU5YjEwZjc4ZTZiNzJhZGExZWQyYzkxOTIwMjEwNjI4MDkyNDA4"),
        ]
        try await withDaraja(clock: ManualClock(moment).clock) { scene in
            let answer = try await scene.push(Self.phone, changing: sample)
            #expect(answer.status == 200)
        }
    }

    @Test(arguments: [(599, 200), (-599, 200), (601, 400), (-601, 400)])
    func `a site whose clock is wrong by more than ten minutes hears of it`(seconds: Int, status: Int) async throws {
        let hands = ManualClock()
        try await withDaraja(clock: hands.clock) { scene in
            let proof = scene.merchant
            hands.set(by: .seconds(seconds))
            let answer = try await scene.push(Self.phone, changing: proof)
            #expect(answer.status == status)
        }
    }

    // Phones.

    @Test func `a prompt waits on the phone until it is paid, and the callback, the query and the ledger agree`() async throws {
        try await withDaraja { scene in
            let accepted = try await scene.push(Self.phone, amount: 1250).json(Accepted.self)
            let id = accepted.CheckoutRequestID
            let page = try await scene.page("0712345678")
            for words in ["EIDERWICK COMMONS", "KSh\u{A0}1,250", "ORDER42", "Lunch", #"type="password""#] {
                #expect(page.contains(words), "\(words)")
            }
            #expect(!page.contains(#"content="2""#), "A page that takes a PIN must not be read again while it is typed.")
            #expect(try await scene.get("/phone").text.contains("0712 345 678"))
            #expect(scene.site.posts().isEmpty)
            #expect(await scene.standIn.ledger().isEmpty)

            let paid = try await scene.press("pay", on: Self.phone, prompt: id, pin: "1234")
            let entry = try #require(await scene.standIn.ledger().first)
            #expect(entry.amount == 1250 && entry.msisdn == Self.phone && entry.checkoutRequestID == id && !entry.isReversed)
            #expect(paid.contains("\(entry.receipt) Confirmed.") && paid.contains(#"http-equiv="refresh" content="2""#))

            let post = try #require(try await scene.site.posts(1).first)
            #expect(post.headers["Content-Type"] == "application/json;charset=UTF-8" && post.headers["BusinessShortCode"] == "174379")
            let callback = try post.json(Callback.self)
            #expect(callback.id == id && callback.Body.stkCallback.MerchantRequestID == accepted.MerchantRequestID)
            #expect(callback.code == .integer(0) && callback["MpesaReceiptNumber"]?.Value == .string(entry.receipt))
            #expect(callback["Amount"]?.Value == .integer(1250) && callback["PhoneNumber"]?.Value == .integer(254_712_345_678))
            #expect(callback["Balance"] != nil && callback["Balance"]?.Value == nil)
            #expect(String(decoding: post.body, as: UTF8.self).contains(#""Value":1250.0"#))

            let queried = try await scene.query(id).json(Queried.self)
            #expect(queried.ResultCode == "0" && queried.CheckoutRequestID == id)
        }
    }

    @Test func `somebody at the phone can cancel, mistype the PIN, or press twice`() async throws {
        try await withDaraja { scene in
            let cancelled = try await scene.prompt(Self.phone)
            #expect(try await scene.press("cancel", on: Self.phone, prompt: cancelled).contains("You cancelled"))
            let mistyped = try await scene.prompt(Self.phone)
            #expect(try await scene.press("pay", on: Self.phone, prompt: mistyped, pin: "12a4").contains("Enter the 4 digits"))
            #expect(await scene.standIn.prompts(msisdn: Self.phone).last?.isOpen == true)
            #expect(try await scene.press("pay", on: Self.phone, prompt: mistyped, pin: "9876").contains("Wrong PIN"))
            #expect(try await scene.press("pay", on: Self.phone, prompt: mistyped, pin: "1234").contains("has ended"))
            #expect(try await scene.press("pay", on: "254700000000", prompt: mistyped, pin: "1234").contains("has ended"))
            let callbacks = try await scene.site.posts(2).map { try $0.json(Callback.self) }
            #expect(callbacks.map(\.code) == [.integer(1032), .integer(2001)])
            #expect(callbacks.allSatisfy { $0.Body.stkCallback.CallbackMetadata == nil })
            #expect(await scene.standIn.ledger().isEmpty)
        }
    }

    @Test func `a number is opened as people write it, and what is none is asked for again`() async throws {
        try await withDaraja { scene in
            let opened = try await scene.get("/phone?number=%2B254%20712%20345%20678")
            #expect(opened.status == 303 && opened["Location"] == "/daraja/phone/254712345678")
            #expect(try await scene.get("/phone?number=12").text.contains("Enter a Kenyan mobile number"))
            #expect(try await scene.get("/phone/12").status == 404)
            let choice = try await scene.get("/phone?open=1").text
            #expect(choice.contains("… 002") && !choice.contains("http-equiv"))
            #expect(try await scene.page(Self.phone).contains(#"content="2""#))
        }
    }

    @Test func `a prompt that nobody answers ends by itself`() async throws {
        var timing = DarajaTiming.quick
        timing.prompt = .milliseconds(50)
        try await withDaraja(timing: timing) { scene in
            let id = try await scene.prompt(Self.phone)
            let callback = try #require(try await scene.site.posts(1).first).json(Callback.self)
            #expect(callback.id == id && callback.code == .integer(1037))
            let queried = try await scene.query(id).json(Queried.self)
            #expect(queried.ResultCode == "1037" && queried.ResultDesc != callback.Body.stkCallback.ResultDesc)
            #expect(await !scene.standIn.pay(msisdn: Self.phone))
        }
    }

    @Test(arguments: [
        ("001", 0), ("002", 1032), ("003", 2001), ("004", 1), ("005", 1037), ("006", 1019), ("007", 1025), ("008", 9999), ("010", 4242),
    ])
    func `the end of a number decides the outcome`(digits: String, code: Int) async throws {
        try await withDaraja { scene in
            let id = try await scene.prompt("254712000\(digits)")
            let callback = try #require(try await scene.site.posts(1).first).json(Callback.self)
            #expect(callback.id == id && callback.code == .integer(Int64(code)))
            #expect(try await scene.query(id).json(Queried.self).ResultCode == String(code))
            #expect(await scene.standIn.ledger().count == (code == 0 ? 1 : 0))
        }
    }

    @Test func `a number whose subscriber is busy gets no prompt`() async throws {
        try await withDaraja { scene in
            let answer = try await scene.push("254712000009")
            #expect(answer.status == 500 && answer.refusal?.errorCode == "500.001.1001")
            #expect(answer.refusal?.errorMessage.hasPrefix("Unable to lock subscriber") == true)
            #expect(await scene.standIn.prompts().isEmpty)
        }
    }

    @Test func `a payment can come after everybody has given up`() async throws {
        try await withDaraja { scene in
            let id = try await scene.prompt("254712000011")
            let callbacks = try await scene.site.posts(2).map { try $0.json(Callback.self) }
            #expect(callbacks.map(\.code) == [.integer(1037), .integer(0)] && callbacks.allSatisfy { $0.id == id })
            #expect(await scene.standIn.ledger().count == 1)
            #expect(try await scene.query(id).json(Queried.self).ResultCode == "0")
        }
    }

    @Test func `the same push twice is two prompts, and both can be paid`() async throws {
        try await withDaraja { scene in
            let proof = scene.merchant
            let first = try await scene.push(Self.phone, changing: proof).json(Accepted.self)
            let second = try await scene.push(Self.phone, changing: proof).json(Accepted.self)
            #expect(first.CheckoutRequestID != second.CheckoutRequestID)
            #expect(await scene.standIn.pay(msisdn: Self.phone))
            #expect(await scene.standIn.pay(msisdn: Self.phone))
            #expect(await !scene.standIn.pay(msisdn: Self.phone))
            let ledger = await scene.standIn.ledger()
            #expect(ledger.map(\.checkoutRequestID) == [first.CheckoutRequestID, second.CheckoutRequestID])
            #expect(Set(ledger.map(\.receipt)).count == 2)
        }
    }

    // Queries.

    @Test func `a query while the prompt is open tells that it is, in ways that a seed repeats`() async throws {
        try await withDaraja { scene in
            let id = try await scene.prompt(Self.phone)
            func round() async throws -> [String] {
                await scene.standIn.behave(.none, ["seed": "7"])
                return try await Array(0..<24).asyncMap { _ in
                    let answer = try await scene.query(id)
                    if let code = try? answer.json(Queried.self).ResultCode { return "\(answer.status) \(code)" }
                    let refusal = try #require(answer.refusal)
                    return "\(answer.status) \(refusal.errorCode)\(refusal.errorMessage.isEmpty ? " silent" : "")"
                }
            }
            let first = try await round()
            #expect(Set(first) == ["200 4999", "500 500.001.1001", "500 500.001.1001 silent", "200 500.001.1001"], "\(first)")
            #expect(try await round() == first)
        }
    }

    @Test func `a query for what never was is no outcome`() async throws {
        try await withDaraja { scene in
            let unknown = try await scene.query("ws_CO_191220191020363925")
            #expect(unknown.status == 500 && unknown.refusal?.errorMessage == "The transaction does not Exist")
            let malformed = try await scene.query("42")
            #expect(malformed.status == 400 && malformed.refusal?.errorMessage == "Bad Request - Invalid CheckoutRequestID")
            let id = try await scene.prompt(Self.phone)
            #expect(try await scene.query(id, changing: ["Password": .string("MTIz")]).refusal?.errorMessage == "Wrong credentials")
            #expect(try await scene.query(id, token: "made-up").refusal?.errorCode == "404.001.03")
        }
    }
}

extension Array {
    fileprivate func asyncMap<T>(_ transform: (Element) async throws -> T) async rethrows -> [T] {
        var mapped: [T] = []
        for element in self { mapped.append(try await transform(element)) }
        return mapped
    }
}
