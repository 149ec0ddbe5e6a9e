import Core
import Foundation

/// Asks for a page on which one thing is paid. Clover has no field for a reference of ours that comes back, so the note of the line carries it.
struct CloverCheckout: Encodable {
    let customer = Customer()
    let shoppingCart: Cart
    let redirectUrls: Addresses

    struct Customer: Encodable {}

    struct Cart: Encodable {
        let lineItems: [Line]
    }

    struct Line: Encodable {
        let name: String
        let unitQty = 1
        let price: Int
        let note: String
    }

    struct Addresses: Encodable {
        let success: String
        let failure: String
        let cancel: String
    }
}

/// Asks the Ecommerce API for money to go back.
struct CloverChargeRefund: Encodable {
    let charge: String
    let amount: Int
    let reason = "requested_by_customer"
}

/// Asks the platform for it.
struct CloverPaymentRefund: Encodable {
    let amount: Int
    let fullRefund: Bool
}

/// JSON of Clover’s. Members are found in whatever case they are spelt: its pages name those of webhooks by label only.
struct CloverAnswer: Sendable {
    private let members: [String: JSONValue]

    /// Reads an object; nil for anything else, such as a page of HTML.
    init?(_ body: [UInt8]) {
        guard case .object(let members)? = try? JSONDecoder().decode(JSONValue.self, from: Data(body)) else { return nil }
        self.init(members)
    }

    private init(_ members: [String: JSONValue]) {
        self.members = Dictionary(members.map { (Self.plain($0.key), $0.value) }) { first, _ in first }
    }

    /// `CreatedTime`, `created_time` and “Created Time” are the same.
    private static func plain(_ name: String) -> String { name.lowercased().filter { $0.isLetter || $0.isNumber } }

    /// A member as text, be it a string or a number; nil where it is missing or empty.
    subscript(_ name: String) -> String? {
        switch members[Self.plain(name)] {
        case .string(let text): text.isEmpty ? nil : text
        case .integer(let number): String(number)
        default: nil
        }
    }

    /// A member that is a whole number.
    func integer(_ name: String) -> Int? { self[name].flatMap { Int($0) } }

    /// A member that is an object.
    func object(_ name: String) -> CloverAnswer? {
        guard case .object(let found) = members[Self.plain(name)] else { return nil }
        return CloverAnswer(found)
    }

    /// A list, plain or as Clover wraps one: `{"elements": […]}`; nil where it is missing.
    func list(_ name: String) -> [CloverAnswer]? {
        if let wrapped = object(name) { return wrapped.list("elements") }
        guard case .array(let all) = members[Self.plain(name)] else { return nil }
        return all.compactMap { if case .object(let one) = $0 { CloverAnswer(one) } else { nil } }
    }

    /// A moment: seconds or milliseconds since 1970, or ISO 8601.
    func moment(_ name: String) -> Instant? {
        guard let text = self[name] else { return nil }
        guard let number = Int64(text) else { return Instant(rfc3339: text) }
        return Instant(milliseconds: number > 100_000_000_000 ? number : number * 1000)
    }

    /// Every text in it that may name a session.
    var texts: Set<String> {
        Set(members.values.compactMap { if case .string(let text) = $0, text.utf8.count <= 200 { text } else { nil } })
    }
}
