import COpenSSL
import Core

/// Bytes that nobody can guess. Without a source of them nothing may go on, so a failure ends the process.
public func randomBytes(_ count: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let code = RAND_bytes(&bytes, Int32(truncatingIfNeeded: count))
    precondition(code == 1, "The system has no source of randomness")
    return bytes
}

/// Whether two byte strings are equal, in a time that depends on their lengths only.
public func constantTimeEquals(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
}

/// A secret that its bearer shows to be let in: 32 random bytes as 43 letters.
///
/// The database keeps only ``hash``, so that whoever reads it can not act as anybody.
public struct Token: Hashable, Sendable {
    /// What the bearer keeps.
    public let text: String

    /// A new one.
    public init() { text = randomBytes(32).base64URL }

    /// One that came from outside; `nil` when it can not be one of ours.
    public init?(_ text: String) {
        guard text.utf8.count == 43, let bytes = [UInt8](base64URL: text), bytes.count == 32 else { return nil }
        self.text = text
    }

    /// What the database keeps. The token has 256 random bits, so a plain digest is as good as a slow one.
    public var hash: [UInt8] { sha256(Array(text.utf8)) }
}
