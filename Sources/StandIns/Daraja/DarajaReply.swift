import Core
import Crypto
import Web

/// What a call is answered with: JSON, whatever the status.
struct DarajaReply: Sendable {
    var status = Status.ok
    var body: [UInt8]

    var response: Response { .bytes(body, type: "application/json;charset=UTF-8", status: status) }

    /// An object of texts, in this order.
    static func object(_ members: KeyValuePairs<String, String>, status: Status = .ok) -> DarajaReply {
        var json = JSONText()
        json.beginObject()
        for (name, value) in members {
            json.key(name)
            json.string(value)
        }
        json.endObject()
        return DarajaReply(status: status, body: json.bytes)
    }
}

/// Why a call is refused at once. What happens to a prompt or a reversal later has a result code instead.
struct DarajaRefusal: Error, Equatable {
    let status: Int
    let code: String
    let message: String

    init(_ status: Int, _ code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    static func invalid(_ field: String) -> DarajaRefusal { DarajaRefusal(400, "400.002.02", "Bad Request - Invalid \(field)") }
    static let invalidPayload = DarajaRefusal(400, "400.002.05", "Invalid Request Payload")
    static let invalidAuthentication = DarajaRefusal(400, "400.008.01", "Invalid Authentication passed")
    static let invalidGrantType = DarajaRefusal(400, "400.008.02", "Invalid grant type passed")
    static let invalidHeader = DarajaRefusal(404, "404.001.04", "Invalid Authentication Header")
    static let invalidToken = DarajaRefusal(404, "404.001.03", "Invalid Access Token")
    static let invalidToken401 = DarajaRefusal(401, "401.002.01", "Error Occurred - Invalid Access Token - BJGFGOXv5aZnw90KkA4TDtu4Xdyf")
    static let unknownPath = DarajaRefusal(404, "404.001.01", "Resource not found")
    static let wrongMethod = DarajaRefusal(405, "405.001", "Method Not Allowed")
    static let unknownMerchant = DarajaRefusal(500, "500.001.1001", "Merchant does not exist")
    static let wrongPassword = DarajaRefusal(500, "500.001.1001", "Wrong credentials")
    static let locked = DarajaRefusal(
        500, "500.001.1001", "Unable to lock subscriber, a transaction is already in process for the current subscriber")
    static let processing = DarajaRefusal(500, "500.001.1001", "The transaction is being processed")
    static let unknownTransaction = DarajaRefusal(500, "500.001.1001", "The transaction does not Exist")
    static let busy = DarajaRefusal(500, "500.003.02", "System is busy. Please try again in few minutes.")

    var reply: DarajaReply { reply(status: status) }

    /// The same body with another status, which some errors have been seen with.
    func reply(status: Int) -> DarajaReply {
        .object(["requestId": Self.requestID(), "errorCode": code, "errorMessage": message], status: Status(rawValue: status))
    }

    private static func requestID() -> String {
        let digits = randomBytes(10).hex
        return "\(digits.prefix(4))-\(digits.dropFirst(4).prefix(4))-\(digits.dropFirst(8).prefix(12))"
    }
}
