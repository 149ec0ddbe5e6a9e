/// Bytes as capital letters and digits (RFC 4648 §6, without padding): what a QR code writes in its short alphabet, and what every scanner
/// that types can type, whatever keyboard it thinks it is.
enum Base32 {
    private static let symbols = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)

    static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count * 8 + 4) / 5)
        var (buffer, bits) = (0, 0)
        for byte in bytes {
            buffer = buffer << 8 | Int(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                text.append(symbols[buffer >> bits & 31])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { text.append(symbols[buffer << (5 - bits) & 31]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// The bytes of a text; nil for any text that ``encode(_:)`` would not have written, so that there is one text for each code.
    static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var (buffer, bits) = (0, 0)
        for symbol in text {
            let value: UInt8
            switch symbol {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): value = symbol - UInt8(ascii: "A")
            case UInt8(ascii: "2")...UInt8(ascii: "7"): value = symbol - UInt8(ascii: "2") + 26
            default: return nil
            }
            buffer = buffer << 5 | Int(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(buffer >> bits & 0xFF))
                buffer &= (1 << bits) - 1
            }
        }
        // A last symbol that adds no bit, or bits that nobody wrote.
        return bits < 5 && buffer == 0 ? bytes : nil
    }
}
