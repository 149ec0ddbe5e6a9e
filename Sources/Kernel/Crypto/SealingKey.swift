import COpenSSL
public import Foundation

/// Why sealed bytes can not be opened, or a key not be used.
public enum SealingError: Error, Equatable, Sendable {
    /// Altered, cut, sealed with another key or for another context.
    case notAuthentic
    /// A key has 32 bytes.
    case badKey
}

/// A key for secrets at rest: AES-256-GCM (NIST SP 800-38D) with a random nonce for each sealing.
public struct SealingKey: Sendable {
    private static let nonceSize = 12
    private static let tagSize = 16
    private let bytes: [UInt8]

    /// A key of 32 bytes.
    public init(bytes: [UInt8]) throws(SealingError) {
        guard bytes.count == 32 else { throw .badKey }
        self.bytes = bytes
    }

    /// The key in `file`; a new one is made there, readable by its owner only, when the file is missing.
    public init(fileAt file: URL) throws {
        if !FileManager.default.fileExists(atPath: file.path) {
            try writeKeyFile(file)
        }
        try self.init(bytes: [UInt8](Data(contentsOf: file)))
    }

    /// A key for another purpose, from which this one can not be found.
    public func derived(for purpose: String) -> [UInt8] { hmacSHA256(Array(purpose.utf8), key: bytes) }

    /// Nonce, ciphertext and tag in one. `context` is not stored but must be the same when opening: it ties a secret to
    /// its place, e.g. `account_totp:17`.
    public func seal(_ secret: [UInt8], context: String) -> [UInt8] {
        let nonce = randomBytes(Self.nonceSize)
        var sealed = [UInt8](repeating: 0, count: secret.count)
        var tag = [UInt8](repeating: 0, count: Self.tagSize)
        let done = withContext(nonce, context, encrypt: 1) { cipher in
            var length: Int32 = 0
            var rest: UInt8 = 0
            return EVP_CipherUpdate(cipher, &sealed, &length, secret, Int32(truncatingIfNeeded: secret.count)) == 1
                && EVP_CipherFinal_ex(cipher, &rest, &length) == 1
                && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), &tag) == 1
        }
        precondition(done, "OpenSSL seals unless memory is out")
        return nonce + sealed + tag
    }

    /// The secret again; throws ``SealingError/notAuthentic`` unless it is exactly what was sealed.
    public func open(_ sealed: [UInt8], context: String) throws(SealingError) -> [UInt8] {
        guard sealed.count >= Self.nonceSize + Self.tagSize else { throw .notAuthentic }
        let body = Array(sealed[Self.nonceSize..<(sealed.count - Self.tagSize)])
        var tag = Array(sealed.suffix(Self.tagSize))
        var secret = [UInt8](repeating: 0, count: body.count)
        let done = withContext(Array(sealed.prefix(Self.nonceSize)), context, encrypt: 0) { cipher in
            var length: Int32 = 0
            var rest: UInt8 = 0
            return EVP_CipherUpdate(cipher, &secret, &length, body, Int32(truncatingIfNeeded: body.count)) == 1
                && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), &tag) == 1
                && EVP_CipherFinal_ex(cipher, &rest, &length) == 1
        }
        guard done else { throw .notAuthentic }
        return secret
    }

    private func withContext(_ nonce: [UInt8], _ context: String, encrypt: Int32, _ body: (OpaquePointer) -> Bool) -> Bool {
        guard let cipher = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(cipher) }
        let associated = Array(context.utf8)
        var length: Int32 = 0
        return EVP_CipherInit_ex(cipher, EVP_aes_256_gcm(), nil, bytes, nonce, encrypt) == 1
            && EVP_CipherUpdate(cipher, nil, &length, associated, Int32(truncatingIfNeeded: associated.count)) == 1
            && body(cipher)
    }
}

/// Under another name first: a crash in between never leaves half a key.
private func writeKeyFile(_ file: URL) throws {
    let draft = file.path + ".new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: draft]) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: Data(randomBytes(32)))
    try handle.synchronize()
    guard rename(draft, file.path) == 0 else { throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path]) }
}
