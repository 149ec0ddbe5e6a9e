import Core

struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
    let state: JSONWriterState
    let depth: Int
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(JSONObject<Key>(place: state.beginObject(depth: depth)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { JSONArray(place: state.begin(object: false, depth: depth)) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { state.null() }
    func encode(_ value: Bool) throws { state.bool(value) }
    func encode(_ value: String) throws { state.string(value) }
    func encode(_ value: Double) throws { state.number(value) }
    func encode(_ value: Float) throws { state.number(value) }
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws { state.integer(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try state.write(value, depth: depth) }
}

private struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: JSONPlace
    var codingPath: [any CodingKey] { [] }

    /// Writes the name and hands back where the value goes.
    private func at(_ key: Key) throws -> JSONWriterState {
        try place.state.reopen(place)
        place.state.key(key.stringValue)
        return place.state
    }

    func encodeNil(forKey key: Key) throws { try at(key).null() }
    func encode(_ value: Bool, forKey key: Key) throws { try at(key).bool(value) }
    func encode(_ value: String, forKey key: Key) throws { try at(key).string(value) }
    func encode(_ value: Double, forKey key: Key) throws { try at(key).number(value) }
    func encode(_ value: Float, forKey key: Key) throws { try at(key).number(value) }
    func encode<Number: FixedWidthInteger & Encodable>(_ value: Number, forKey key: Key) throws { try at(key).integer(value) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try at(key).write(value, depth: place.depth) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
        superEncoder(forKey: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { superEncoder(forKey: key).unkeyedContainer() }
    func superEncoder() -> any Encoder { nested("super") }
    func superEncoder(forKey key: Key) -> any Encoder { nested(key.stringValue) }

    private func nested(_ name: String) -> any Encoder {
        place.state.close(to: place.depth)
        place.state.key(name)
        return JSONValueEncoder(state: place.state, depth: place.depth)
    }
}

private struct JSONArray: UnkeyedEncodingContainer {
    let place: JSONPlace
    var count = 0
    var codingPath: [any CodingKey] { [] }

    init(place: JSONPlace) { self.place = place }

    private mutating func next() throws -> JSONWriterState {
        try place.state.reopen(place)
        count += 1
        return place.state
    }

    mutating func encodeNil() throws { try next().null() }
    mutating func encode(_ value: Bool) throws { try next().bool(value) }
    mutating func encode(_ value: String) throws { try next().string(value) }
    mutating func encode(_ value: Double) throws { try next().number(value) }
    mutating func encode(_ value: Float) throws { try next().number(value) }
    mutating func encode<Number: FixedWidthInteger & Encodable>(_ value: Number) throws { try next().integer(value) }
    mutating func encode<Value: Encodable>(_ value: Value) throws { try next().write(value, depth: place.depth) }

    mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        superEncoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { superEncoder().unkeyedContainer() }

    mutating func superEncoder() -> any Encoder {
        place.state.close(to: place.depth)
        count += 1
        return JSONValueEncoder(state: place.state, depth: place.depth)
    }
}

extension JSONWriterState {
    func null() { text.null() }
    func bool(_ value: Bool) { text.bool(value) }
    func string(_ value: String) { text.string(value) }
    func number(_ value: Double) { text.number(value) }
    func number(_ value: Float) { if value.isFinite { text.raw(value.description) } else { text.null() } }
    func key(_ name: String) { text.key(name) }
    func integer<Number: FixedWidthInteger>(_ value: Number) {
        if let small = Int64(exactly: value) { text.integer(small) } else { text.raw(value.description) }
    }
}
