import Core
import Crypto

/// Encrypts messages for one browser (RFC 8291 over RFC 8188): the push service in between reads nothing.
struct PushEncryption {
    /// Most bytes of a message: 4096 in all, less the header, the tag and the delimiter.
    static let most = 3993
    private static let recordSize: UInt32 = 4096
    /// Messages of like length look alike.
    private static let bucket = 512

    let recipient: P256PublicKey
    let secret: [UInt8]

    /// The whole body of a request: header and one record. nil for a message that is too long.
    /// - Parameters:
    ///   - ephemeral: made for this one message.
    ///   - salt: 16 bytes, made for this one message.
    ///   - padded: whether zeros hide the length; the vectors of the RFC have none.
    func encrypt(_ message: [UInt8], ephemeral: P256PrivateKey, salt: [UInt8], padded: Bool = true) -> [UInt8]? {
        guard message.count <= Self.most else { return nil }
        let sender = ephemeral.publicKey.uncompressed
        let info = Array("WebPush: info\0".utf8) + recipient.uncompressed + sender
        let keying = hkdfSHA256(ephemeral.sharedSecret(with: recipient), salt: secret, info: info, count: 32)
        let key = hkdfSHA256(keying, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = hkdfSHA256(keying, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        guard let cipher = try? AES128GCM(key: key, nonce: nonce) else { return nil }
        let padding = padded ? min(Self.most, (message.count / Self.bucket + 1) * Self.bucket) - message.count : 0
        let record = cipher.seal(message + [2] + [UInt8](repeating: 0, count: padding))
        let size = (0..<4).reversed().map { UInt8(truncatingIfNeeded: Self.recordSize >> (8 * $0)) }
        return salt + size + [UInt8(sender.count)] + sender + record
    }
}
