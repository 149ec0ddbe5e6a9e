import Core
import Crypto
import Foundation
import Outbound
import StandIns
import Synchronization
import TestSupport
import Web
import WebServer

/// The stand-in over HTTP, a site that takes its callbacks, and the calls that such a site makes.
struct DarajaScene: Sendable {
    let standIn: DarajaStandIn
    let site: CallbackSite
    let clock: SiteClock
    let address: String
    private let client = HTTPClient(timeout: .seconds(20))

    var credentials: DarajaCredentials { standIn.credentials }

    // Calls.

    func get(_ path: String, _ headers: [(name: String, value: String)] = []) async throws -> OutboundAnswer {
        try await client.send(.get(address + path, headers: headers))
    }

    func basic(_ key: String, _ secret: String) -> [(name: String, value: String)] {
        [("Authorization", "Basic " + Data("\(key):\(secret)".utf8).base64EncodedString())]
    }

    func token() async throws -> String {
        struct Answer: Decodable { var access_token: String }
        let answer = try await get(
            "/oauth/v1/generate?grant_type=client_credentials", basic(credentials.consumerKey, credentials.consumerSecret))
        guard answer.status == 200 else { throw TestFailure("no token: \(answer.status) \(answer.text)") }
        return try answer.json(Answer.self).access_token
    }

    func post(
        _ path: String, _ body: [String: JSONValue], token: String? = nil, type: String = "application/json", within limit: Duration = .seconds(20)
    ) async throws -> OutboundAnswer {
        let bearer = if let token { token } else { try await self.token() }
        let headers = [(name: "Authorization", value: "Bearer \(bearer)"), (name: "Content-Type", value: type)]
        let request = OutboundRequest("POST", address + path, headers: headers, body: Array(try JSONEncoder().encode(body)))
        return try await HTTPClient(timeout: limit).send(request)
    }

    /// What proves the merchant at this moment.
    var merchant: [String: JSONValue] {
        let stamp = String((clock.now() + .seconds(3 * 3600)).rfc3339.filter(\.isNumber).prefix(14))
        let password = Data((credentials.shortcode + credentials.passkey + stamp).utf8).base64EncodedString()
        return ["BusinessShortCode": .string(credentials.shortcode), "Password": .string(password), "Timestamp": .string(stamp)]
    }

    func pushBody(_ msisdn: String, amount: Int = 250) -> [String: JSONValue] {
        merchant.merging([
            "TransactionType": .string("CustomerPayBillOnline"), "Amount": .integer(Int64(amount)), "PartyA": .string(msisdn),
            "PhoneNumber": .string(msisdn), "PartyB": .string(credentials.shortcode), "CallBackURL": .string(site.address + "/callback"),
            "AccountReference": .string("ORDER42"), "TransactionDesc": .string("Lunch"),
        ]) { $1 }
    }

    func push(
        _ msisdn: String, amount: Int = 250, changing changes: [String: JSONValue] = [:], token: String? = nil, within limit: Duration = .seconds(20)
    ) async throws -> OutboundAnswer {
        let body = pushBody(msisdn, amount: amount).merging(changes) { $1 }.filter { $0.value != .null }
        return try await post("/mpesa/stkpush/v1/processrequest", body, token: token, within: limit)
    }

    /// Pushes and answers the id of the prompt.
    func prompt(_ msisdn: String, amount: Int = 250) async throws -> String {
        let answer = try await push(msisdn, amount: amount)
        guard answer.status == 200 else { throw TestFailure("refused: \(answer.status) \(answer.text)") }
        return try answer.json(Accepted.self).CheckoutRequestID
    }

    func query(_ id: String, changing changes: [String: JSONValue] = [:], token: String? = nil) async throws -> OutboundAnswer {
        let body = merchant.merging(["CheckoutRequestID": .string(id)]) { $1 }.merging(changes) { $1 }.filter { $0.value != .null }
        return try await post("/mpesa/stkpushquery/v1/query", body, token: token)
    }

    func reverse(_ receipt: String, amount: Int = 250, changing changes: [String: JSONValue] = [:]) async throws -> OutboundAnswer {
        let credential = try RSAPublicKey(pem: credentials.publicKey).encrypt(Array(credentials.initiatorPassword.utf8))
        let body: [String: JSONValue] = [
            "Initiator": .string(credentials.initiator), "SecurityCredential": .string(Data(credential).base64EncodedString()),
            "CommandID": .string("TransactionReversal"), "TransactionID": .string(receipt), "Amount": .integer(Int64(amount)),
            "ReceiverParty": .string(credentials.shortcode), "RecieverIdentifierType": .string("11"), "ResultURL": .string(site.address + "/result"),
            "QueueTimeOutURL": .string(site.address + "/timeout"), "Remarks": .string("Refund"), "Occasion": .string(""),
        ]
        return try await post("/mpesa/reversal/v1/request", body.merging(changes) { $1 }.filter { $0.value != .null })
    }

    /// Pays a prompt of its own; answers the receipt.
    func payment(_ msisdn: String = "254712000001", amount: Int = 250) async throws -> String {
        let id = try await prompt(msisdn, amount: amount)
        try await standIn.settled()
        guard let receipt = await standIn.ledger().first(where: { $0.checkoutRequestID == id })?.receipt else { throw TestFailure("not paid") }
        return receipt
    }

    func control(_ order: ControlOrder) async throws -> Int {
        try await client.send(.json(address.replacing("/daraja", with: "/control"), order)).status
    }

    // Phones.

    func page(_ msisdn: String) async throws -> String { try await get("/phone/\(msisdn)").text }

    /// Presses a button on a phone; answers the page that the browser sees next.
    func press(_ choice: String, on msisdn: String, prompt id: String, pin: String = "") async throws -> String {
        let answer = try await client.send(.form("\(address)/phone/\(msisdn)", [("prompt", id), ("pin", pin), ("choice", choice)]))
        guard answer.status == 303, let next = answer["Location"] else { throw TestFailure("no way on: \(answer.status) \(answer.text)") }
        return try await get(String(next.dropFirst("/daraja".count))).text
    }
}

/// Runs `body` with a stand-in and a site of its own.
func withDaraja(
    timing: DarajaTiming = .quick, clock: SiteClock = .wall, _ body: (DarajaScene) async throws -> Void
) async throws {
    let site = try CallbackSite()
    let outcome: Result<Void, any Error>
    do {
        try await withStandIn {
            try DarajaStandIn(at: $0, clock: clock, timing: timing)
        } run: { standIn in
            try await body(DarajaScene(standIn: standIn, site: site, clock: clock, address: standIn.credentials.address))
        }
        outcome = .success(())
    } catch { outcome = .failure(error) }
    await site.stop()
    try outcome.get()
}

/// Takes what is posted to it, and keeps it in the order in which it came.
final class CallbackSite: Sendable {
    struct Post: Sendable {
        let path: String
        let headers: Headers
        let body: [UInt8]

        func json<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(T.self, from: Data(body)) }
    }

    private let server: WebServer
    let address: String
    /// Guards what came.
    private let received: Inbox

    private final class Inbox: Sendable {
        let posts = Mutex<[Post]>([])
    }

    init() throws {
        let inbox = Inbox()
        let take = Route.post(Path("/{place}", String.self), allow: .everyone, body: .bytes(limit: 65_536)) { request, _, place in
            guard case .bytes(let bytes) = request.body else { return Response(.badRequest) }
            inbox.posts.withLock { $0.append(Post(path: place, headers: request.headers, body: bytes)) }
            return try Response.json(["ResultDesc": "Accepted"])
        }
        let configuration = WebServerConfiguration(port: 0, uploadFolder: FileManager.default.temporaryDirectory)
        server = WebServer(handler: try Router([take]), configuration: configuration, log: .silent, metrics: Metrics())
        received = inbox
        address = "http://127.0.0.1:\(try server.start())"
    }

    func stop() async { await server.stop(patience: .zero) }

    /// What came to an address.
    func posts(to path: String = "callback") -> [Post] { received.posts.withLock { $0.filter { $0.path == path } } }

    /// Waits for so many; more may come later.
    func posts(_ count: Int, to path: String = "callback") async throws -> [Post] {
        try await eventually("\(count) posts to \(path)") { posts(to: path).count >= count }
        return posts(to: path)
    }
}

/// Waits for something that will come, for much longer than it takes.
func eventually(_ what: String, _ condition: () async throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while try await !condition() {
        guard ContinuousClock.now < end else { throw TestFailure("waited in vain for \(what)") }
        try await Task.sleep(for: .milliseconds(5))
    }
}

// Answers as a site reads them.

struct Accepted: Decodable {
    var MerchantRequestID: String
    var CheckoutRequestID: String
    var ResponseCode: String
}

struct Refused: Decodable, Equatable {
    var requestId: String
    var errorCode: String
    var errorMessage: String
}

struct Queried: Decodable {
    var CheckoutRequestID: String
    var ResultCode: String
    var ResultDesc: String
}

struct Callback: Decodable {
    struct Outer: Decodable { var stkCallback: Inner }
    struct Inner: Decodable {
        var MerchantRequestID: String
        var CheckoutRequestID: String
        var ResultCode: JSONValue
        var ResultDesc: String
        var CallbackMetadata: Metadata?
    }
    struct Metadata: Decodable { var Item: [Item] }
    struct Item: Decodable {
        var Name: String
        var Value: JSONValue?
    }

    var Body: Outer

    var code: JSONValue { Body.stkCallback.ResultCode }
    var id: String { Body.stkCallback.CheckoutRequestID }
    subscript(_ name: String) -> Item? { Body.stkCallback.CallbackMetadata?.Item.first { $0.Name == name } }
}

struct ReversalAnswer: Decodable {
    struct Outcome: Decodable {
        var ResultType: JSONValue
        var ResultCode: JSONValue?
        var ResultDesc: String
        var OriginatorConversationID: String
        var ConversationID: String
        var TransactionID: String
        var ResultParameters: Parameters?
    }
    struct Parameters: Decodable { var ResultParameter: [Parameter] }
    struct Parameter: Decodable {
        var Key: String
        var Value: JSONValue
    }

    var Result: Outcome

    subscript(_ key: String) -> JSONValue? { Result.ResultParameters?.ResultParameter.first { $0.Key == key }?.Value }
}

extension OutboundAnswer {
    var text: String { String(decoding: body, as: UTF8.self) }
    var refusal: Refused? { try? json(Refused.self) }
}
