/// Writes the few forms of DER (X.690 §10) in which OpenSSL reads keys.
enum DER {
    static let null: [UInt8] = [5, 0]
    /// 1.2.840.113549.1.1.1
    static let rsaEncryption: [UInt8] = [6, 9, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 1, 1, 1]
    /// 1.2.840.10045.2.1
    static let ecPublicKey: [UInt8] = [6, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
    /// 1.2.840.10045.3.1.7
    static let prime256v1: [UInt8] = [6, 8, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 3, 1, 7]

    static func sequence(_ parts: [[UInt8]]) -> [UInt8] { value(0x30, parts.flatMap { $0 }) }
    static func octetString(_ bytes: [UInt8]) -> [UInt8] { value(4, bytes) }
    static func bitString(_ bytes: [UInt8]) -> [UInt8] { value(3, [0] + bytes) }
    static func explicit(_ tag: UInt8, _ inner: [UInt8]) -> [UInt8] { value(0xA0 | tag, inner) }

    /// A number that is not negative, from its big-endian bytes.
    static func integer(_ bytes: [UInt8]) -> [UInt8] {
        let significant = Array(bytes.drop { $0 == 0 })
        // A first bit that is set would make it negative.
        let sign: [UInt8] = significant.first.map { $0 < 0x80 } ?? false ? [] : [0]
        return value(2, sign + significant)
    }

    private static func value(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] { [tag] + length(content.count) + content }

    private static func length(_ count: Int) -> [UInt8] {
        if count < 0x80 { return [UInt8(count)] }
        if count < 0x100 { return [0x81, UInt8(count)] }
        return [0x82, UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
    }
}
