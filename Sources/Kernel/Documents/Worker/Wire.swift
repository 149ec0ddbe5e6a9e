/// Writes what goes between the server and the converter in its box: little-endian numbers, and bytes behind their count.
package struct WireWriter {
    /// What was written.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func byte(_ value: UInt8) { bytes.append(value) }

    package mutating func int(_ value: Int) {
        withUnsafeBytes(of: Int64(value).littleEndian) { bytes.append(contentsOf: $0) }
    }

    package mutating func double(_ value: Double) {
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes.append(contentsOf: $0) }
    }

    /// Without NUL, which no text of ours bears and databases refuse.
    package mutating func string(_ value: String) {
        var value = value
        let hasNull = value.withUTF8 { $0.contains(0) }
        if hasNull { value.unicodeScalars.removeAll { $0.value == 0 } }
        value.withUTF8 { text in
            int(text.count)
            bytes.append(contentsOf: text)
        }
    }

    /// Words for a catalogue, cut where nobody would read on.
    package mutating func line(_ value: String) { string(value.utf8.count > 16_000 ? String(value.unicodeScalars.prefix(4000)) : value) }

    package mutating func optional<Value>(_ value: Value?, _ write: (inout WireWriter, Value) -> Void) {
        byte(value == nil ? 0 : 1)
        if let value { write(&self, value) }
    }

    package mutating func list<Value>(_ values: [Value], _ write: (inout WireWriter, Value) -> Void) {
        int(values.count)
        for value in values { write(&self, value) }
    }
}

/// Reads what ``WireWriter`` wrote, from somebody who may lie: every count is held against a limit and against the bytes that are there.
package struct WireReader {
    /// What was read is not what was agreed.
    package struct Fault: Error {
        package init() {}
    }

    private let bytes: ArraySlice<UInt8>
    private var position: Int

    package init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    /// Whether everything was read.
    package var isAtEnd: Bool { position == bytes.endIndex }

    /// The next `count` bytes.
    package mutating func take(_ count: Int) throws(Fault) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.endIndex - position else { throw Fault() }
        defer { position += count }
        return bytes[position..<(position + count)]
    }

    package mutating func byte() throws(Fault) -> UInt8 { try take(1).first ?? 0 }

    private mutating func word() throws(Fault) -> UInt64 { try take(8).reversed().reduce(0) { $0 << 8 | UInt64($1) } }

    package mutating func int(in range: ClosedRange<Int>) throws(Fault) -> Int {
        guard let value = Int(exactly: Int64(bitPattern: try word())), range.contains(value) else { throw Fault() }
        return value
    }

    /// A number that is finite.
    package mutating func double() throws(Fault) -> Double {
        let value = Double(bitPattern: try word())
        guard value.isFinite else { throw Fault() }
        return value
    }

    /// Valid UTF-8 without NUL, of at most `limit` bytes.
    package mutating func string(_ limit: Int) throws(Fault) -> String {
        let part = try take(int(in: 0...limit))
        guard !part.contains(0), let text = String(validating: part, as: UTF8.self) else { throw Fault() }
        return text
    }

    package mutating func optional<Value>(_ read: (inout WireReader) throws(Fault) -> Value) throws(Fault) -> Value? {
        switch try byte() {
        case 0: nil
        case 1: try read(&self)
        default: throw Fault()
        }
    }

    package mutating func list<Value>(_ limit: Int, _ read: (inout WireReader) throws(Fault) -> Value) throws(Fault) -> [Value] {
        let count = try int(in: 0...limit)
        var values: [Value] = []
        for _ in 0..<count { values.append(try read(&self)) }
        return values
    }
}
