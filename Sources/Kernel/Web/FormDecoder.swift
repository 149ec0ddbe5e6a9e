import Core

/// Reads the fields of a form into a `Decodable` value. Wrong fields are collected, so that a person sees all of
/// them marked at once.
enum FormDecoder {
    static func decode<Form: Decodable>(_ type: Form.Type, from fields: QueryItems) throws(Problem) -> Form {
        let faults = FormFaults()
        var form: Form?
        do {
            form = try Form(from: FormRoot(fields: fields, faults: faults))
        } catch let problem as any ProblemConvertible {
            throw problem.problem
        } catch {
            if faults.reasons.isEmpty { throw .badForm }
        }
        guard let form, faults.reasons.isEmpty else {
            throw Problem(
                .invalid, "request.wrong-values", "Some fields need correcting.", remedy: "Check the marked fields and try again.",
                fields: faults.reasons)
        }
        return form
    }
}

/// The faults found so far. One decoding runs on one task, so nothing else ever sees it.
final class FormFaults {
    private(set) var reasons: [String: Text] = [:]

    func note(_ field: String, _ reason: Text) {
        if reasons[field] == nil { reasons[field] = reason }
    }
}

/// Thrown where decoding cannot go on; the reason stands in the faults.
struct FormStop: Error {}

struct FormRoot: Decoder {
    let fields: QueryItems
    let faults: FormFaults
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(FormFields<Key>(fields: fields, faults: faults))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw FormStop() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw FormStop() }
}

private struct FormFields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let fields: QueryItems
    let faults: FormFaults
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { fields.names.compactMap { Key(stringValue: $0) } }

    private func field(_ key: Key) -> FormField {
        FormField(name: key.stringValue, values: fields.all(key.stringValue), faults: faults)
    }

    func contains(_ key: Key) -> Bool { fields[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { field(key).values.allSatisfy { $0.allSatisfy(\.isWhitespace) } }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { field(key).isOn }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { field(key).string }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { field(key).double }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { Float(field(key).double) }
    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type, forKey key: Key) throws -> Number { field(key).integer() }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        do {
            return try Value(from: field(key))
        } catch let problem as any ProblemConvertible {
            throw problem.problem
        } catch {
            faults.note(key.stringValue, contains(key) ? "Check what you have written here." : "Fill in this field.")
            throw FormStop()
        }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        throw FormStop()
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { field(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { throw FormStop() }
    func superDecoder(forKey key: Key) throws -> any Decoder { field(key) }
}
