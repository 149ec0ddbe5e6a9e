/// Percent-encoding as RFC 3986 §2 has it: UTF-8 in and out, anything malformed refused.
public enum PercentEncoding {
    /// Encodes everything that is not unreserved, so that the result fits any part of an address.
    public static func encode(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { !isUnreserved($0) }) else { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count + 16)
        for byte in text.utf8 {
            if isUnreserved(byte) {
                bytes.append(byte)
            } else {
                bytes.append(UInt8(ascii: "%"))
                bytes.append(hex(byte >> 4))
                bytes.append(hex(byte & 15))
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Decodes one part of an address or form; `nil` for a broken escape, NUL or bytes that are no UTF-8.
    /// - Parameter plusIsSpace: whether `+` stands for a space, as it does in queries and forms.
    public static func decode(_ text: Substring.UTF8View, plusIsSpace: Bool = false) -> String? {
        // Most parts are plain; a string's own bytes are valid UTF-8.
        if !text.contains(where: { $0 == 0 || $0 == UInt8(ascii: "%") || (plusIsSpace && $0 == UInt8(ascii: "+")) }) {
            return String(Substring(text))
        }
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case 0: return nil
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(nibble), let low = rest.next().flatMap(nibble) else { return nil }
                guard high != 0 || low != 0 else { return nil }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: bytes.append(UInt8(ascii: " "))
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    private static func hex(_ nibble: UInt8) -> UInt8 { nibble < 10 ? 0x30 + nibble : 0x37 + nibble }

    private static func nibble(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
