import Core
import Foundation

/// JSON as PHP writes it: numbers come as text or as numbers, flags as `true`, `"1"`, `"0"`, `""` or `false`, empty maps as lists.
struct PHPValue: Sendable {
    private let value: JSONValue

    init(_ value: JSONValue) { self.value = value }

    init(_ bytes: [UInt8]) throws(MemberPressFailure) {
        do { value = try JSONDecoder().decode(JSONValue.self, from: Data(bytes)) } catch {
            throw .malformed("no JSON in \(bytes.count) bytes")
        }
    }

    subscript(_ name: String) -> PHPValue { if case .object(let members) = value { PHPValue(members[name] ?? .null) } else { PHPValue(.null) } }

    var list: [PHPValue]? { if case .array(let items) = value { items.map(PHPValue.init) } else { nil } }

    var isObject: Bool { if case .object = value { true } else { false } }

    var text: String? {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): String(number)
        default: nil
        }
    }

    /// A whole number of either kind; nil for anything else, and for flags.
    var int: Int64? {
        switch value {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text.trimmed)
        default: nil
        }
    }

    /// PHP's own rule of what is true.
    var flag: Bool {
        switch value {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        case .number(let number): number != 0
        case .string(let text): !["", "0"].contains(text)
        case .null: false
        case .array(let items): !items.isEmpty
        case .object: true
        }
    }

    /// Hundredths of `9.00`, `9`, `"9.00"` or `"9"`; nil when it is no amount.
    var hundredths: Int? {
        guard let words = text?.trimmed, let match = words.wholeMatch(of: /(-?)([0-9]{1,10})(?:\.([0-9]{1,2})0*)?/) else { return nil }
        let whole = Int(match.output.2) ?? 0
        let fraction = match.output.3.map { $0.count == 1 ? (Int($0) ?? 0) * 10 : Int($0) ?? 0 } ?? 0
        return (whole * 100 + fraction) * (match.output.1.isEmpty ? 1 : -1)
    }

    /// A time in UTC; nil for a lifetime, for null, and for what is no time.
    var moment: Instant? {
        guard let text, !text.hasPrefix("0000") else { return nil }
        return Instant(rfc3339: text.replacing(" ", with: "T") + "Z")
    }

    /// The id of what is related, which is an object, an id as text or number, `"0"` or `false`.
    var id: Int64? {
        let id = isObject ? self["id"].int : int
        return id.flatMap { $0 > 0 ? $0 : nil }
    }
}

extension PHPValue {
    /// A map of texts; a list, which is what an empty map becomes, is none.
    var texts: [String: String] {
        guard case .object(let members) = value else { return [:] }
        return members.compactMapValues { PHPValue($0).text }
    }
}
