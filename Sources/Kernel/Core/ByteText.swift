extension Sequence<UInt8> {
    /// Lower-case hexadecimal, two digits a byte.
    public var hex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension [UInt8] {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    /// Base64 for addresses and headers, without padding (RFC 4648 §5).
    public var base64URL: String {
        var text: [UInt8] = []
        text.reserveCapacity((count * 4 + 2) / 3)
        for start in stride(from: 0, to: count, by: 3) {
            let group = self[start..<Swift.min(start + 3, count)]
            var bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            bits <<= UInt32(8 * (3 - group.count))
            for place in 0...group.count {
                text.append(Self.alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)])
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Reads base64 for addresses. Anything else, padding and loose bits at the end included, is refused: every value
    /// has one form only.
    public init?(base64URL text: String) {
        self = []
        var bits: UInt32 = 0
        var width: UInt32 = 0
        for letter in text.utf8 {
            let value: UInt8
            switch letter {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = letter - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): value = letter - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = letter - UInt8(ascii: "0") + 52
            case UInt8(ascii: "-"): value = 62
            case UInt8(ascii: "_"): value = 63
            default: return nil
            }
            bits = (bits << 6 | UInt32(value)) & 0xFFFF
            width += 6
            if width >= 8 {
                width -= 8
                append(UInt8(truncatingIfNeeded: bits >> width))
            }
        }
        guard width < 6, bits & ((1 << width) - 1) == 0 else { return nil }
    }
}
