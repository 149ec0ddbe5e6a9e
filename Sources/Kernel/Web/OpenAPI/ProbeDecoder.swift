import Core

/// What one type asked its decoder for.
final class ProbeNotes {
    let catalogue: SchemaCatalogue
    var members: [Schema.Member] = []
    var optional: Set<String> = []
    /// Set when the type is a single value rather than an object.
    var single: Schema?

    private let limits: [String: Schema]

    init(catalogue: SchemaCatalogue, limits: [String: Schema] = [:]) {
        self.catalogue = catalogue
        self.limits = limits
    }

    /// What may be absent may be null as well.
    func note(_ name: String, _ schema: Schema, isRequired: Bool) {
        guard !members.contains(where: { $0.name == name }) else { return }
        let limited = limits[name] ?? schema
        let schema = isRequired ? limited : limited.orNull
        members.append(Schema.Member(name, schema, isRequired: isRequired))
    }
}

/// Thrown when no value could be made up.
struct ProbeStop: Error {}

struct ProbeDecoder: Decoder {
    let notes: ProbeNotes
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(ProbeObject<Key>(notes: notes))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        notes.single = .array(.anything, most: nil)
        throw ProbeStop()
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { ProbeValue(notes: notes) }
}

private struct ProbeValue: SingleValueDecodingContainer {
    let notes: ProbeNotes
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { false }

    // The first thing a type asks for is its usual form; further attempts are fallbacks.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
        let (schema, value) = notes.catalogue.probe(type)
        if notes.single == nil { notes.single = schema }
        guard let value else { throw ProbeStop() }
        return value
    }

    private func integer<Number: FixedWidthInteger>() -> Number {
        if notes.single == nil { notes.single = .anyInteger }
        // Ids begin at 1.
        return 1
    }

    func decode<Number: FixedWidthInteger & Decodable>(_ type: Number.Type) throws -> Number { integer() }
}

private struct ProbeObject<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let notes: ProbeNotes
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    func contains(_ key: Key) -> Bool { true }

    /// Only members that may be absent are asked this way.
    func decodeNil(forKey key: Key) -> Bool {
        notes.optional.insert(key.stringValue)
        return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
        let (schema, value) = notes.catalogue.probe(type)
        notes.note(key.stringValue, schema, isRequired: !notes.optional.contains(key.stringValue))
        guard let value else { throw ProbeStop() }
        return value
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
        notes.note(key.stringValue, notes.catalogue.schema(of: type), isRequired: false)
        return nil
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
        let inner = ProbeNotes(catalogue: notes.catalogue)
        notes.note(key.stringValue, .anything, isRequired: true)
        return KeyedDecodingContainer(ProbeObject<Nested>(notes: inner))
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        notes.note(key.stringValue, .array(.anything, most: nil), isRequired: true)
        throw ProbeStop()
    }

    func superDecoder() throws -> any Decoder { throw ProbeStop() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw ProbeStop() }
}

extension Schema {
    /// The same, or null.
    var orNull: Schema {
        switch self {
        case .nullable, .anything: self
        default: .nullable(self)
        }
    }
}
