import Core

/// The values of one field, read as whatever the form's type asks for. A wrong value is noted and a placeholder
/// handed back, so that the fields after it are checked as well; the form itself is then refused.
struct FormField: Decoder {
    let name: String
    let values: [String]
    let faults: FormFaults
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw FormStop() }
    func unkeyedContainer() -> any UnkeyedDecodingContainer { FormList(field: self) }
    func singleValueContainer() -> any SingleValueDecodingContainer { FormValue(field: self) }

    private var trimmed: Substring? {
        guard let value = values.first else { return nil }
        let start = value.drop(while: \.isWhitespace)
        return start[..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex)]
    }

    /// Absent switches are off: browsers send only those that are on.
    var isOn: Bool {
        guard let word = trimmed?.lowercased() else { return false }
        switch word {
        case "on", "true", "1", "yes": return true
        case "", "off", "false", "0", "no": return false
        default:
            faults.note(name, "This must be yes or no.")
            return false
        }
    }

    /// Browsers send line breaks as CR LF; texts hold LF.
    var string: String {
        guard let value = values.first else {
            faults.note(name, "Fill in this field.")
            return ""
        }
        return value.utf8.contains(13) ? value.replacing("\r\n", with: "\n") : value
    }

    var double: Double {
        guard let word = filled else { return 0 }
        guard let number = Double(word), number.isFinite else {
            faults.note(name, "This must be a number.")
            return 0
        }
        return number
    }

    func integer<Number: FixedWidthInteger>() -> Number {
        guard let word = filled else { return 0 }
        guard let number = Number(word) else {
            faults.note(name, "This must be a whole number.")
            return 0
        }
        return number
    }

    private var filled: Substring? {
        guard let word = trimmed, !word.isEmpty else {
            faults.note(name, "Fill in this field.")
            return nil
        }
        return word
    }
}

private struct FormValue: SingleValueDecodingContainer {
    let field: FormField
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { field.values.allSatisfy(\.isEmpty) }
    func decode(_ type: Bool.Type) throws -> Bool { field.isOn }
    func decode(_ type: String.Type) throws -> String { field.string }
    func decode(_ type: Double.Type) throws -> Double { field.double }
    func decode(_ type: Float.Type) throws -> Float { Float(field.double) }
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number { field.integer() }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: field) }
}

private struct FormList: UnkeyedDecodingContainer {
    let field: FormField
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { field.values.count }
    var isAtEnd: Bool { currentIndex >= field.values.count }

    init(field: FormField) { self.field = field }

    private mutating func next() throws -> FormField {
        guard !isAtEnd else { throw FormStop() }
        defer { currentIndex += 1 }
        return FormField(name: field.name, values: [field.values[currentIndex]], faults: field.faults)
    }

    func decodeNil() -> Bool { false }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }
    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> { throw FormStop() }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FormStop() }
    mutating func superDecoder() throws -> any Decoder { throw FormStop() }
}
