import Core
import Crypto

/// The codes of authenticator apps: TOTP (RFC 6238) with SHA-1, six digits and steps of thirty seconds, which all of them speak.
struct OneTimeCode: Sendable {
    /// The shared secret, 20 bytes.
    let secret: [UInt8]

    /// Seconds that a code is shown for.
    static let step: Int64 = 30
    /// Digits of a code.
    static let digits = 6
    /// Steps before and after the present one that count as well: clocks differ (RFC 6238 §5.2).
    static let tolerance: Int64 = 1

    /// The code of one step (RFC 4226 §5.3).
    func code(atStep step: Int64, digits: Int = Self.digits) -> String {
        let counter = (0..<8).reversed().map { UInt8(truncatingIfNeeded: step >> (8 * Int64($0))) }
        let mac = hmacSHA1(counter, key: secret)
        let offset = Int(mac[mac.count - 1] & 15)
        let number = mac[offset..<offset + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The step that `code` belongs to, when it is one of those around `seconds` since 1970 and later than `last`: a code counts once.
    func step(of code: String, at seconds: Int64, after last: Int64) -> Int64? {
        let present = seconds / Self.step
        var found: Int64?
        for step in (present - Self.tolerance)...(present + Self.tolerance) {
            let matches = constantTimeEquals(Array(self.code(atStep: step).utf8), Array(code.utf8))
            if matches, step > last { found = step }
        }
        return found
    }

    /// The secret in Base32 without padding (RFC 4648 §6), as people type it into an app.
    var base32: String { Base32.encode(secret) }

    /// What the QR code says, in the form that authenticator apps read.
    func address(account: String, issuer: String) -> String {
        let label = Self.escaped(issuer) + ":" + Self.escaped(account)
        return "otpauth://totp/\(label)?secret=\(base32)&issuer=\(Self.escaped(issuer))&algorithm=SHA1&digits=\(Self.digits)&period=\(Self.step)"
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let email = Character(UnicodeScalar(byte))
            if byte < 128, email.isLetter || email.isNumber || "-._~@".contains(email) { return String(email) }
            return "%" + [byte].hex.uppercased()
        }.joined()
    }
}

/// Base32 (RFC 4648 §6), without padding.
enum Base32 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")

    static func encode(_ bytes: [UInt8]) -> String {
        var text = ""
        var bits: UInt32 = 0
        var width: UInt32 = 0
        for byte in bytes {
            bits = (bits << 8 | UInt32(byte)) & 0xFFFF
            width += 8
            while width >= 5 {
                width -= 5
                text.append(alphabet[Int(bits >> width & 31)])
            }
        }
        if width > 0 { text.append(alphabet[Int(bits << (5 - width) & 31)]) }
        return text
    }
}
