/// The part of CBOR (RFC 8949) that authenticators write: definite lengths, no tags, no fractions.
indirect enum CBOR: Equatable, Sendable {
    case integer(Int64)
    case bytes([UInt8])
    case text(String)
    case array([CBOR])
    /// In the order in which it was written; no key twice.
    case map([(key: CBOR, value: CBOR)])
    case flag(Bool)
    case null

    /// Why bytes were not read.
    enum Fault: Error, Equatable {
        case cut, unsupported, tooDeep, tooMany, repeatedKey, loose
    }

    /// Levels of arrays and maps inside one another.
    static let deepest = 6
    /// Elements of one array or map.
    static let most = 64

    /// Reads exactly one value.
    init(_ bytes: [UInt8]) throws(Fault) {
        var rest = bytes[...]
        self = try Self.read(&rest)
        guard rest.isEmpty else { throw .loose }
    }

    /// Reads one value from the front of `rest`.
    static func read(_ rest: inout ArraySlice<UInt8>, depth: Int = 0) throws(Fault) -> CBOR {
        guard depth <= deepest else { throw .tooDeep }
        guard let head = rest.popFirst() else { throw .cut }
        let kind = head >> 5
        if kind == 7 {
            switch head & 31 {
            case 20: return .flag(false)
            case 21: return .flag(true)
            case 22: return .null
            default: throw .unsupported
            }
        }
        let number = try argument(head & 31, &rest)
        switch kind {
        case 0: return .integer(number)
        case 1: return .integer(-1 - number)
        case 2: return .bytes(Array(try take(number, &rest)))
        case 3:
            guard let text = String(validating: try take(number, &rest), as: UTF8.self) else { throw .unsupported }
            return .text(text)
        case 4:
            guard number <= most else { throw .tooMany }
            var elements: [CBOR] = []
            for _ in 0..<number { elements.append(try read(&rest, depth: depth + 1)) }
            return .array(elements)
        case 5:
            guard number <= most else { throw .tooMany }
            var entries: [(key: CBOR, value: CBOR)] = []
            for _ in 0..<number {
                let key = try read(&rest, depth: depth + 1)
                guard !entries.contains(where: { $0.key == key }) else { throw .repeatedKey }
                entries.append((key, try read(&rest, depth: depth + 1)))
            }
            return .map(entries)
        default: throw .unsupported
        }
    }

    /// The value of a key of a map.
    subscript(_ key: CBOR) -> CBOR? {
        guard case .map(let entries) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    /// The bytes of a byte string.
    var byteString: [UInt8]? {
        if case .bytes(let bytes) = self { bytes } else { nil }
    }

    static func == (left: CBOR, right: CBOR) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): a == b
        case (.bytes(let a), .bytes(let b)): a == b
        case (.text(let a), .text(let b)): a == b
        case (.array(let a), .array(let b)): a == b
        case (.map(let a), .map(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && $0.value == $1.value }
        case (.flag(let a), .flag(let b)): a == b
        case (.null, .null): true
        default: false
        }
    }

    private static func argument(_ short: UInt8, _ rest: inout ArraySlice<UInt8>) throws(Fault) -> Int64 {
        switch short {
        case 0..<24: return Int64(short)
        case 24...27:
            let value = try take(Int64(1 << (short - 24)), &rest).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            guard let number = Int64(exactly: value) else { throw .unsupported }
            return number
        default: throw .unsupported
        }
    }

    private static func take(_ count: Int64, _ rest: inout ArraySlice<UInt8>) throws(Fault) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .cut }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }
}
