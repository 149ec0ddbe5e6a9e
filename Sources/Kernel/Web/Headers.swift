/// The header fields of a message: ordered, names compared without regard to case.
public struct Headers: Sendable, ExpressibleByDictionaryLiteral {
    /// One field.
    public struct Field: Sendable {
        /// The name as it was given.
        public let name: String
        /// The value, without surrounding white space.
        public let value: String
    }

    /// The fields in their order.
    public private(set) var fields: [Field]

    /// No fields yet.
    public init() { fields = [] }

    /// Fields that are known to be right, e.g. counted once by the server.
    public init(fields: [(String, String)]) { self.fields = fields.map { Field(name: $0.0, value: $0.1) } }

    /// `["Accept": "text/html"]`
    public init(dictionaryLiteral elements: (String, String)...) { self.init(fields: elements) }

    /// The first value under a name; setting replaces all of them, `nil` removes them.
    public subscript(_ name: String) -> String? {
        get {
            for field in fields where Self.same(field.name, name) { return field.value }
            return nil
        }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { add(name, newValue) }
        }
    }

    /// Every value under a name, in order.
    public func all(_ name: String) -> [String] {
        fields.lazy.filter { Self.same($0.name, name) }.map(\.value)
    }

    /// Whether the name occurs at all.
    public func contains(_ name: String) -> Bool { fields.contains { Self.same($0.name, name) } }

    /// Adds a field whose name and value were checked already.
    public mutating func addChecked(_ name: String, _ value: String) { fields.append(Field(name: name, value: value)) }

    /// Adds one more field. Line breaks and NUL, which would split the message, become spaces.
    public mutating func add(_ name: String, _ value: String) {
        fields.append(Field(name: Self.safe(name), value: Self.safe(value)))
    }

    /// Removes the fields that match.
    public mutating func removeAll(where matches: (Field) -> Bool) { fields.removeAll(where: matches) }

    /// Replaces every field of that name.
    public mutating func set(_ name: String, _ value: String) { self[name] = value }

    /// Adds fields that were prepared earlier, without looking at them again.
    public mutating func append(_ prepared: Headers) {
        fields.append(contentsOf: prepared.fields)
    }

    /// Makes room ahead of several additions.
    public mutating func reserve(_ count: Int) { fields.reserveCapacity(count) }

    static func same(_ left: String, _ right: String) -> Bool {
        let left = left.utf8
        let right = right.utf8
        guard left.count == right.count else { return false }
        var other = right.makeIterator()
        for byte in left {
            guard let against = other.next() else { return false }
            if byte == against { continue }
            // Only letters have a second case.
            let folded = byte | 0x20
            guard folded == against | 0x20, folded >= 0x61, folded <= 0x7A else { return false }
        }
        return true
    }

    private static func safe(_ text: String) -> String {
        guard needsCleaning(text) else { return text }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { [0, 10, 13].contains($0.value) ? " " : $0 }))
    }

    /// Every answer has a dozen of these, some long, so the bytes are looked at in place.
    private static func needsCleaning(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            for byte in bytes where byte <= 13 && (byte == 13 || byte == 10 || byte == 0) { return true }
            return false
        } ?? text.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }
    }
}
