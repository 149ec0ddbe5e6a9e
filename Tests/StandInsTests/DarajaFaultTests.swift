import Core
import Foundation
import Outbound
import StandIns
import TestSupport
import Testing
import Web

/// What the stand-in does wrong when it is told to, as the real service has been seen to do it.
@Suite struct DarajaFaultTests {
    private static let phone = "254712345678"
    private static let payer = "254712000001"

    // Gateway.

    @Test(arguments: [
        (DarajaFault.throttled, 429, "policies.ratelimit.SpikeArrestViolation"), (.busy, 500, "500.003.02"), (.badGateway, 502, "<html>"),
        (.unavailable, 503, "<html>"), (.tokenRefused, 404, "404.001.03"), (.tokenRefused401, 401, "401.002.01"),
    ])
    func `the gateway answers in the service's place, for so many calls`(fault: DarajaFault, status: Int, words: String) async throws {
        try await withDaraja { scene in
            let token = try await scene.token()
            await scene.standIn.behave(fault, ["times": "2"])
            for _ in 0..<2 {
                let answer = try await scene.push(Self.phone, token: token)
                #expect(answer.status == status && answer.text.contains(words))
            }
            #expect(await scene.standIn.prompts().isEmpty)
            #expect(try await scene.push(Self.phone, token: token).status == 200)
        }
    }

    @Test func `a fault can be for one kind of call, and lasts until it is taken back`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.busy, ["on": "token,query"])
            let (key, secret) = (scene.credentials.consumerKey, scene.credentials.consumerSecret)
            let path = "/oauth/v1/generate?grant_type=client_credentials"
            #expect(try await scene.get(path, scene.basic(key, secret)).status == 500)
            #expect(try await scene.get(path, scene.basic(key, secret)).status == 500)
            await scene.standIn.behave(.busy, ["on": "query"])
            let id = try await scene.prompt(Self.phone)
            #expect(try await scene.query(id).refusal?.errorCode == "500.003.02")
            await scene.standIn.behave(.none)
            #expect(try await scene.query(id).refusal?.errorCode != "500.003.02")
        }
    }

    @Test func `an answer can be slower than the site waits`() async throws {
        try await withDaraja { scene in
            let token = try await scene.token()
            await scene.standIn.behave(.slow, ["times": "1"])
            await #expect(throws: OutboundFailure.self) { try await scene.push(Self.phone, token: token, within: .milliseconds(200)) }
            #expect(try await scene.push(Self.phone, token: token).status == 200)
        }
    }

    @Test func `a token can end before its time`() async throws {
        try await withDaraja { scene in
            let token = try await scene.token()
            await scene.standIn.expireToken()
            #expect(try await scene.push(Self.phone, token: token).refusal?.errorCode == "404.001.03")
        }
    }

    // Pushes.

    @Test(arguments: [DarajaFault.responseLost, .responseStalled])
    func `the answer of a push can be lost although the phone shows the prompt`(_ fault: DarajaFault) async throws {
        try await withDaraja { scene in
            let token = try await scene.token()
            await scene.standIn.behave(fault)
            let limit = Duration.milliseconds(fault == .responseStalled ? 200 : 10_000)
            await #expect(throws: OutboundFailure.self) { try await scene.push(Self.phone, token: token, within: limit) }
            try await eventually("the prompt") { await scene.standIn.prompts(msisdn: Self.phone).count == 1 }
            #expect(await scene.standIn.pay(msisdn: Self.phone))
            #expect(try #require(try await scene.site.posts(1).first).json(Callback.self).code == .integer(0))
        }
    }

    @Test func `the answer of a reversal can be lost although the money goes back`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment()
            await scene.standIn.behave(.responseLost, ["on": "reversal"])
            await #expect(throws: OutboundFailure.self) { try await scene.reverse(receipt) }
            #expect(try #require(try await scene.site.posts(1, to: "result").first).json(ReversalAnswer.self).Result.ResultCode == .integer(0))
            #expect(await scene.standIn.ledger().first?.isReversed == true)
        }
    }

    // Callbacks.

    @Test func `a callback can never come`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.callbackNever)
            let id = try await scene.prompt(Self.payer)
            try await scene.standIn.settled()
            #expect(scene.site.posts().isEmpty)
            #expect(await scene.standIn.deliveries().isEmpty)
            #expect(await scene.standIn.ledger().count == 1)
            #expect(try await scene.query(id).json(Queried.self).ResultCode == "0")
        }
    }

    @Test func `a callback can come late`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.callbackLate, ["milliseconds": "300"])
            let id = try await scene.prompt(Self.payer)
            try await eventually("the payment") { await scene.standIn.ledger().count == 1 }
            #expect(try await scene.query(id).json(Queried.self).ResultCode == "0")
            #expect(try await scene.site.posts(1).count == 1)
        }
    }

    @Test func `a callback can come before the push is answered`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.callbackEarly)
            let answer = try await scene.push(Self.payer)
            // Whoever reads the answer finds the callback there already.
            let callback = try #require(scene.site.posts().first).json(Callback.self)
            #expect(try answer.json(Accepted.self).CheckoutRequestID == callback.id)
        }
    }

    @Test func `a callback can come twice`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.callbackTwice)
            _ = try await scene.prompt(Self.payer)
            let posts = try await scene.site.posts(2)
            #expect(posts[0].body == posts[1].body)
            #expect(await scene.standIn.ledger().count == 1)
        }
    }

    @Test func `a callback can wait until a query has told the outcome`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.callbackAfterQuery)
            let id = try await scene.prompt(Self.payer)
            try await scene.standIn.settled()
            #expect(scene.site.posts().isEmpty)
            #expect(try await scene.query(id).json(Queried.self).ResultCode == "0")
            #expect(try await scene.site.posts(1).count == 1)
            _ = try await scene.query(id)
            try await scene.standIn.settled()
            #expect(scene.site.posts().count == 1)
        }
    }

    @Test func `a callback writes its numbers and the balance in every way that was seen`() async throws {
        try await withDaraja { scene in
            await scene.standIn.behave(.payload, ["numbers": "string", "balance": "given", "times": "1"])
            _ = try await scene.payment()
            await scene.standIn.behave(.payload, ["numbers": "integer", "balance": "absent"])
            _ = try await scene.payment()
            let posts = try await scene.site.posts(2)
            let texts = try posts[0].json(Callback.self)
            #expect(texts.code == .string("0") && texts["Amount"]?.Value == .string("250.00"))
            #expect(texts["PhoneNumber"]?.Value == .string(Self.payer) && texts["Balance"]?.Value != nil)
            let integers = try posts[1].json(Callback.self)
            #expect(integers["Amount"]?.Value == .integer(250) && integers["Balance"] == nil)
            #expect(!String(decoding: posts[1].body, as: UTF8.self).contains("250.0"))
        }
    }

    @Test func `anybody can claim that a prompt was paid, and no money moves`() async throws {
        try await withDaraja { scene in
            let id = try await scene.prompt(Self.phone)
            #expect(await scene.standIn.forge(msisdn: Self.phone, ["receipt": "NLJ7RT61SV", "amount": "1"]))
            let post = try #require(try await scene.site.posts(1).first)
            let callback = try post.json(Callback.self)
            #expect(callback.id == id && callback.code == .integer(0) && callback["MpesaReceiptNumber"]?.Value == .string("NLJ7RT61SV"))
            #expect(callback["Amount"]?.Value == .integer(1) && post.headers["X-Forwarded-For"] == "203.0.113.66")
            #expect(await scene.standIn.ledger().isEmpty)
            #expect(await scene.standIn.prompts(msisdn: Self.phone).first?.isOpen == true)
            try await eventually("the record") { await scene.standIn.deliveries().first?.isGenuine == false }
            #expect(await !scene.standIn.forge(msisdn: "254700000000"))
        }
    }

    @Test func `a callback is sent once even where nobody takes it`() async throws {
        try await withDaraja { scene in
            let nowhere = JSONValue.string("http://127.0.0.1:1/callback")
            #expect(try await scene.push(Self.payer, changing: ["CallBackURL": nowhere]).status == 200)
            try await scene.standIn.settled()
            let deliveries = await scene.standIn.deliveries()
            #expect(deliveries.count == 1 && deliveries.first?.status == nil)
        }
    }

    @Test func `nothing is posted beyond private networks`() async throws {
        try await withDaraja { scene in
            for outside in ["https://example.org/callback", "http://93.184.216.34/callback"] {
                #expect(try await scene.push(Self.payer, changing: ["CallBackURL": .string(outside)]).status == 200)
            }
            try await scene.standIn.settled()
            let deliveries = await scene.standIn.deliveries()
            #expect(deliveries.count == 2 && deliveries.allSatisfy { $0.status == nil })
        }
    }

    // Queries.

    @Test func `a query for what is settled can have no answer, as often as a seed says`() async throws {
        try await withDaraja { scene in
            let id = try await scene.prompt(Self.payer)
            try await scene.standIn.settled()
            func answers() async throws -> [Int] {
                await scene.standIn.behave(.queryUnsure, ["seed": "11", "percent": "50"])
                var statuses: [Int] = []
                for _ in 0..<12 { statuses.append(try await scene.query(id).status) }
                return statuses
            }
            let first = try await answers()
            #expect(Set(first) == [200, 500])
            #expect(try await answers() == first)
            await scene.standIn.behave(.queryUnsure, ["percent": "100", "times": "1"])
            #expect(try await scene.query(id).refusal?.errorCode == "500.001.1001")
            #expect(try await scene.query(id).json(Queried.self).ResultCode == "0")
        }
    }

    // Orders over HTTP.

    @Test func `everything can be ordered over HTTP, and what is unknown is refused`() async throws {
        try await withDaraja { scene in
            #expect(try await scene.control(ControlOrder("daraja", faultMode: "callback-twice", values: ["times": "1"])) == 204)
            #expect(try await scene.control(ControlOrder("daraja", action: "timing", values: ["prompt": "60000", "result": "5"])) == 204)
            _ = try await scene.prompt(Self.phone)
            #expect(try await scene.control(ControlOrder("daraja", action: "pay", values: ["msisdn": Self.phone])) == 204)
            _ = try await scene.site.posts(2)
            for (action, code) in [("cancel", 1032), ("settle", 1037)] {
                _ = try await scene.prompt(Self.phone)
                #expect(try await scene.control(ControlOrder("daraja", action: action, values: ["msisdn": Self.phone, "code": "1037"])) == 204)
                try await scene.standIn.settled()
                #expect(try #require(scene.site.posts().last).json(Callback.self).code == .integer(Int64(code)))
            }
            #expect(try await scene.control(ControlOrder("daraja", action: "forge", values: ["msisdn": Self.phone])) == 204)
            #expect(try await scene.control(ControlOrder("daraja", action: "expire-token")) == 204)
            #expect(try await scene.control(ControlOrder("daraja")) == 204)
            for order in [
                ControlOrder("daraja", faultMode: "explode"), ControlOrder("daraja", action: "explode"),
                ControlOrder("daraja", action: "pay", values: ["msisdn": Self.phone]),
                ControlOrder("daraja", action: "timing", values: ["prompt": "soon"]),
            ] { #expect(try await scene.control(order) == 400) }
        }
    }

    @Test func `a demo is told what a merchant needs`() throws {
        let address = "http://127.0.0.1:4711"
        let standIn = try DarajaStandIn(at: address)
        let description = StandInDescription(try IdentityStandIns(at: address), daraja: standIn, at: address)
        let read = try JSONDecoder().decode(StandInDescription.self, from: JSONEncoder().encode(description))
        #expect(read.daraja == standIn.credentials && read.daraja?.address == "\(address)/daraja")
        #expect(standIn.credentials.shortcode == "174379")
    }
}
