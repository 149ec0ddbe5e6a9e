import Core
import Crypto
import Foundation
import Outbound
import StandIns
import TestSupport
import Testing

/// Money that goes back, and the records of what moved.
@Suite struct DarajaReversalTests {
    private static let phone = "254712000001"

    private func results(_ count: Int, _ scene: DarajaScene) async throws -> [ReversalAnswer] {
        try await scene.site.posts(count, to: "result").map { try $0.json(ReversalAnswer.self) }
    }

    @Test func `a reversal gives the money back once, and tells the second time that it has`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment(amount: 300)
            struct Acknowledged: Decodable {
                var OriginatorConversationID: String
                var ConversationID: String
                var ResponseCode: String
            }
            let acknowledged = try await scene.reverse(receipt, amount: 300).json(Acknowledged.self)
            #expect(acknowledged.ResponseCode == "0" && acknowledged.ConversationID.hasPrefix("AG_"))
            let result = try #require(try await results(1, scene).first)
            #expect(result.Result.ConversationID == acknowledged.ConversationID)
            #expect(result.Result.OriginatorConversationID == acknowledged.OriginatorConversationID)
            #expect(result.Result.ResultCode == .integer(0) && result["Amount"] == .integer(300))
            #expect(result["OriginalTransactionID"] == .string(receipt))
            let ledger = await scene.standIn.ledger()
            #expect(ledger.map(\.kind) == [.payment, .reversal] && ledger[0].isReversed)
            #expect(ledger[1].originalReceipt == receipt && ledger[1].receipt == result.Result.TransactionID && ledger[1].msisdn == Self.phone)
            #expect(try await scene.page(Self.phone).contains("Your payment \(receipt) was reversed"))

            #expect(try await scene.reverse(receipt, amount: 300).status == 200)
            let again = try #require(try await results(2, scene).last)
            #expect(again.Result.ResultCode == .string("R000001") && again.Result.ResultParameters == nil)
            #expect(await scene.standIn.ledger().count == 2)
        }
    }

    @Test func `a reversal of what was not paid, or of more, or by a stranger, moves nothing`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment()
            let stranger = Data(try RSAPublicKey(pem: scene.credentials.publicKey).encrypt(Array("guess".utf8))).base64EncodedString()
            _ = try await scene.reverse("NLJ7RT61SV")
            _ = try await results(1, scene)
            _ = try await scene.reverse(receipt, amount: 251)
            _ = try await results(2, scene)
            _ = try await scene.reverse(receipt, changing: ["SecurityCredential": .string(stranger)])
            _ = try await results(3, scene)
            _ = try await scene.reverse(receipt, changing: ["Initiator": .string("somebody")])
            let codes = try await results(4, scene).map(\.Result.ResultCode)
            #expect(codes == [.string("R000002"), .integer(2006), .integer(2001), .integer(2001)])
            #expect(await scene.standIn.ledger().count == 1)
        }
    }

    @Test func `a part of a payment can go back`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment(amount: 300)
            _ = try await scene.reverse(receipt, amount: 100)
            #expect(try #require(try await results(1, scene).first).Result.ResultCode == .integer(0))
            #expect(await scene.standIn.ledger().last?.amount == 100)
        }
    }

    @Test(arguments: [
        ("Initiator", JSONValue.null), ("SecurityCredential", .string("no base64!")), ("CommandID", .string("Reverse")), ("TransactionID", .null),
        ("Amount", .integer(0)), ("ReceiverParty", .string("600000")), ("RecieverIdentifierType", .string("4")),
        ("RecieverIdentifierType", .null), ("ResultURL", .string("https://site.example/mpesa")), ("QueueTimeOutURL", .null),
        ("Remarks", .string("x")), ("Remarks", .string(String(repeating: "x", count: 101))),
        ("Occasion", .string(String(repeating: "x", count: 101))),
    ])
    func `a reversal with a wrong field is refused by its name`(field: String, value: JSONValue) async throws {
        try await withDaraja { scene in
            let answer = try await scene.reverse("NLJ7RT61SV", changing: [field: value])
            #expect(answer.status == 400 && answer.refusal?.errorMessage == "Bad Request - Invalid \(field)", "\(answer.text)")
        }
    }

    @Test func `a reversal can fail for want of money, or with any code`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment()
            await scene.standIn.behave(.reversalPoor, ["times": "1"])
            _ = try await scene.reverse(receipt)
            _ = try await results(1, scene)
            await scene.standIn.behave(.reversalCode, ["code": "21", "times": "1"])
            _ = try await scene.reverse(receipt)
            _ = try await results(2, scene)
            _ = try await scene.reverse(receipt)
            let codes = try await results(3, scene).map(\.Result.ResultCode)
            #expect(codes == [.integer(1), .integer(21), .integer(0)])
        }
    }

    @Test func `a timeout of the queue is no failure: the result comes later`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment()
            await scene.standIn.behave(.reversalTimeout, ["milliseconds": "50"])
            _ = try await scene.reverse(receipt)
            let timeout = try #require(try await scene.site.posts(1, to: "timeout").first).json(ReversalAnswer.self)
            #expect(timeout.Result.ResultCode == nil)
            let result = try #require(try await results(1, scene).first)
            #expect(result.Result.ResultCode == .integer(0) && result.Result.ConversationID == timeout.Result.ConversationID)
            #expect(await scene.standIn.ledger().count == 2)
        }
    }

    @Test func `a result can come twice, or never`() async throws {
        try await withDaraja { scene in
            let (first, second) = (try await scene.payment(), try await scene.payment())
            await scene.standIn.behave(.reversalTwice)
            _ = try await scene.reverse(first)
            let results = try await scene.site.posts(2, to: "result")
            #expect(results[0].body == results[1].body)
            await scene.standIn.behave(.reversalNever)
            _ = try await scene.reverse(second)
            try await scene.standIn.settled()
            #expect(scene.site.posts(to: "result").count == 2)
            #expect(await scene.standIn.ledger().count { $0.kind == .reversal } == 2)
        }
    }

    // Records.

    @Test func `the ledger and the statement list what moved and nothing else`() async throws {
        try await withDaraja { scene in
            let receipt = try await scene.payment(amount: 300)
            _ = try await scene.payment("254712001001", amount: 50)
            _ = try await scene.prompt("254712000002")
            _ = try await scene.reverse(receipt, amount: 300)
            try await scene.standIn.settled()

            struct Ledger: Decodable {
                var balance: Int
                var entries: [DarajaEntry]
            }
            let ledger = try await scene.get("/ledger").json(Ledger.self)
            #expect(ledger.balance == 50)
            #expect(await scene.standIn.ledger().map(\.receipt) == ledger.entries.map(\.receipt))
            #expect(ledger.entries.map(\.isReversed) == [true, false, false])

            let lines = try await scene.get("/statement.csv").text.split(separator: "\r\n").map(String.init)
            #expect(
                lines.first
                    == "Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No."
            )
            let rows = lines.dropFirst().map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
            #expect(rows.count == 3 && rows.allSatisfy { $0.count == 13 && $0[4] == "Completed" })
            #expect(rows.map { $0[7] } == ["50.00", "350.00", "300.00"])
            #expect(rows[0][5].isEmpty && rows[0][6] == "-300.00" && rows[0][11] == receipt)
            #expect(rows[2][0] == receipt && rows[2][5] == "300.00" && rows[2][10].hasPrefix("254712000001 - ") && rows[2][12] == "ORDER42")
        }
    }
}
