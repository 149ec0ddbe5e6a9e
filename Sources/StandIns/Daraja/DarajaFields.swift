import Core
import Foundation
import Web

/// The members of a call's body, read as strictly as the service's pages say. Numbers may come as text, which its own samples do too.
struct DarajaFields {
    /// Words that keep an address from being called, in whatever case.
    static let forbiddenWords = ["mpesa", "safaricom", "exe", "exec", "cmd", "sql", "query"]

    private let values: [String: JSONValue]

    init(_ request: Request) throws(DarajaRefusal) {
        // Anything else than JSON is not read, and the first field is missing then.
        guard MediaType(request.headers["Content-Type"] ?? "").name == "application/json" else { throw .invalid("BusinessShortCode") }
        guard case .bytes(let bytes) = request.body, let values = try? JSONDecoder().decode([String: JSONValue].self, from: Data(bytes)) else {
            throw .invalidPayload
        }
        self.values = values
    }

    /// A member that must be there.
    func text(_ name: String, count: ClosedRange<Int> = 1...2000) throws(DarajaRefusal) -> String {
        guard let text = optional(name), count.contains(text.count) else { throw .invalid(name) }
        return text
    }

    /// A member that may be missing; one of another kind counts as missing.
    func optional(_ name: String) -> String? {
        switch values[name] {
        case .string(let text): text
        case .integer(let number): String(number)
        default: nil
        }
    }

    func digits(_ name: String, count: ClosedRange<Int>) throws(DarajaRefusal) -> String {
        let text = try text(name, count: count)
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { throw .invalid(name) }
        return text
    }

    /// Whole shillings.
    func amount() throws(DarajaRefusal) -> Int {
        guard let amount = Int(try digits("Amount", count: 1...6)), (1...250_000).contains(amount) else { throw .invalid("Amount") }
        return amount
    }

    func msisdn(_ name: String) throws(DarajaRefusal) -> String {
        let text = try digits(name, count: 12...12)
        guard text.hasPrefix("2547") || text.hasPrefix("2541") else { throw .invalid(name) }
        return text
    }

    /// An address that the service would call.
    func address(_ name: String) throws(DarajaRefusal) -> String {
        let text = try text(name)
        let lower = text.lowercased()
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme ?? ""), let host = url.host(), !host.isEmpty,
            host == host.lowercased(), !Self.forbiddenWords.contains(where: { lower.contains($0) })
        else { throw .invalid(name) }
        return text
    }
}

/// Who asks, as pushes and queries prove it.
struct DarajaMerchant {
    private let shortcode: String
    private let password: String
    private let timestamp: String

    init(_ fields: DarajaFields) throws(DarajaRefusal) {
        shortcode = try fields.digits("BusinessShortCode", count: 5...7)
        password = try fields.text("Password")
        timestamp = try fields.digits("Timestamp", count: 14...14)
    }

    /// Looked at last, when the form of everything is right.
    func check(_ credentials: DarajaCredentials, now: Instant) throws(DarajaRefusal) {
        // The service itself is not known to compare the time; a site whose clock is wrong should hear of it here.
        guard let moment = NairobiTime.moment(timestamp), abs((moment - now).wholeMilliseconds) <= 600_000 else { throw .invalid("Timestamp") }
        guard shortcode == credentials.shortcode else { throw .unknownMerchant }
        let expected = Data((shortcode + credentials.passkey + timestamp).utf8).base64EncodedString()
        guard password == expected else { throw .wrongPassword }
    }
}

/// What a push asks for.
struct PushOrder: Sendable {
    let isTill: Bool
    let amount: Int
    let msisdn: String
    let callback: String
    let reference: String
    let description: String?

    init(_ fields: DarajaFields, _ credentials: DarajaCredentials, now: Instant) throws(DarajaRefusal) {
        let merchant = try DarajaMerchant(fields)
        switch try fields.text("TransactionType") {
        case "CustomerPayBillOnline": isTill = false
        case "CustomerBuyGoodsOnline": isTill = true
        default: throw .invalid("TransactionType")
        }
        amount = try fields.amount()
        msisdn = try fields.msisdn("PhoneNumber")
        guard try fields.msisdn("PartyA") == msisdn else { throw .invalid("PartyA") }
        let creditParty = try fields.digits("PartyB", count: 5...7)
        callback = try fields.address("CallBackURL")
        reference = try fields.text("AccountReference", count: 1...12)
        guard reference.utf8.allSatisfy(Self.isAlphanumeric) else { throw .invalid("AccountReference") }
        description = fields.optional("TransactionDesc")
        guard (description ?? "").count <= 13 else { throw .invalid("TransactionDesc") }
        try merchant.check(credentials, now: now)
        guard isTill || creditParty == credentials.shortcode else { throw .invalid("PartyB") }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}

/// Which payment a query is about.
struct QueryOrder: Sendable {
    let checkoutRequestID: String

    init(_ fields: DarajaFields, _ credentials: DarajaCredentials, now: Instant) throws(DarajaRefusal) {
        let merchant = try DarajaMerchant(fields)
        checkoutRequestID = try fields.text("CheckoutRequestID")
        guard checkoutRequestID.hasPrefix("ws_CO_") else { throw .invalid("CheckoutRequestID") }
        try merchant.check(credentials, now: now)
    }
}

/// What a reversal asks for.
struct ReversalOrder: Sendable {
    let initiator: String
    let credential: [UInt8]
    let receipt: String
    let amount: Int
    let resultAddress: String
    let timeoutAddress: String

    init(_ fields: DarajaFields, _ credentials: DarajaCredentials) throws(DarajaRefusal) {
        initiator = try fields.text("Initiator")
        guard let credential = Data(base64Encoded: try fields.text("SecurityCredential")) else { throw .invalid("SecurityCredential") }
        self.credential = [UInt8](credential)
        guard try fields.text("CommandID") == "TransactionReversal" else { throw .invalid("CommandID") }
        receipt = try fields.text("TransactionID")
        amount = try fields.amount()
        guard try fields.digits("ReceiverParty", count: 5...7) == credentials.shortcode else { throw .invalid("ReceiverParty") }
        // The name is misspelled in the service's own pages.
        guard try fields.text("RecieverIdentifierType") == "11" else { throw .invalid("RecieverIdentifierType") }
        resultAddress = try fields.address("ResultURL")
        timeoutAddress = try fields.address("QueueTimeOutURL")
        _ = try fields.text("Remarks", count: 2...100)
        guard (fields.optional("Occasion") ?? "").count <= 100 else { throw .invalid("Occasion") }
    }
}
