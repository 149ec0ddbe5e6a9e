import Core
import Foundation

/// The names are Safaricom's, one misspelling included, as the pages “M-Pesa Express” and “Reversal” of its developer portal have them.
struct DarajaPrompt: Encodable {
    let BusinessShortCode: String
    let Password: String
    let Timestamp: String
    let TransactionType: String
    let Amount: Int
    let PartyA: String
    let PartyB: String
    let PhoneNumber: String
    let CallBackURL: String
    let AccountReference: String
    let TransactionDesc: String
}

/// Asks how a prompt stands.
struct DarajaQuestion: Encodable {
    let BusinessShortCode: String
    let Password: String
    let Timestamp: String
    let CheckoutRequestID: String
}

/// Asks for money to go back.
struct DarajaReversal: Encodable {
    let Initiator: String
    let SecurityCredential: String
    let CommandID = "TransactionReversal"
    let TransactionID: String
    let Amount: Int
    let ReceiverParty: String
    let RecieverIdentifierType = "11"
    let ResultURL: String
    let QueueTimeOutURL: String
    let Remarks: String
}

/// JSON of Safaricom's, whose numbers are strings in some places and whose members may be missing.
struct DarajaAnswer {
    private let members: [String: JSONValue]

    /// Reads an object; anything else has no members.
    init(_ body: [UInt8]) { self.init((try? JSONDecoder().decode(JSONValue.self, from: Data(body))) ?? .null) }

    private init(_ value: JSONValue) {
        if case .object(let members) = value { self.members = members } else { members = [:] }
    }

    /// A member as text, be it a string or a number; nil where it is missing or empty.
    subscript(_ name: String) -> String? { Self.text(members[name]) }

    /// A member that is an object.
    func object(_ name: String) -> DarajaAnswer { DarajaAnswer(members[name] ?? .null) }

    /// A list of named values, by name: `[{"Name": "Amount", "Value": 1.0}]`. Their order says nothing.
    func named(_ list: String, by name: String, at value: String) -> [String: String] {
        let entries: [JSONValue] =
            switch members[list] {
            case .array(let entries): entries
            case .object(let one): [.object(one)]
            default: []
            }
        return entries.map(DarajaAnswer.init).reduce(into: [:]) { found, entry in
            if let key = entry[name] { found[key] = entry[value] }
        }
    }

    private static func text(_ value: JSONValue?) -> String? {
        switch value {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        case .number(let number): number == number.rounded() && abs(number) < 1e15 ? String(Int64(number)) : String(number)
        default: nil
        }
    }
}

/// Times as Safaricom writes them: `YYYYMMDDHHmmss` by the clock of Nairobi, which is three hours ahead of UTC all year.
enum DarajaTime {
    private static let offset = Duration.seconds(3 * 3600)

    static func text(_ moment: Instant) -> String {
        (moment + offset).rfc3339.filter { $0.isASCII && $0.isNumber }.prefix(14).description
    }

    static func moment(_ text: String) -> Instant? {
        let digits = Array(text)
        guard digits.count == 14, digits.allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        func part(_ range: Range<Int>) -> String { String(digits[range]) }
        let written = "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14))Z"
        return Instant(rfc3339: written).map { $0 - offset }
    }
}

extension Money {
    /// An amount as Safaricom writes it: `350`, `350.0`; nil for what is no whole number of cents.
    init?(shillings text: String) {
        guard let number = Double(text), number.isFinite, abs(number) < 1e9 else { return nil }
        let minor = (number * 100).rounded()
        guard abs(minor - number * 100) < 0.001 else { return nil }
        self.init(minor: Int(minor), currency: "KES")
    }
}
