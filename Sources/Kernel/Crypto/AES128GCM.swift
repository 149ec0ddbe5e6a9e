import COpenSSL

/// AES-128-GCM (NIST SP 800-38D) for formats that prescribe it, such as RFC 8188. What is kept here is sealed by
/// ``SealingKey``.
public struct AES128GCM: Sendable {
    private static let tagSize = 16
    private let key: [UInt8]
    private let nonce: [UInt8]

    /// A key of 16 bytes and a nonce of 12, which no two messages of one key may share.
    public init(key: [UInt8], nonce: [UInt8]) throws(SealingError) {
        guard key.count == 16, nonce.count == 12 else { throw .badKey }
        self.key = key
        self.nonce = nonce
    }

    /// The ciphertext and after it the tag.
    public func seal(_ plaintext: [UInt8]) -> [UInt8] {
        var sealed = [UInt8](repeating: 0, count: plaintext.count)
        var tag = [UInt8](repeating: 0, count: Self.tagSize)
        let done = withContext(encrypt: 1) { cipher in
            var length: Int32 = 0
            var rest: UInt8 = 0
            return EVP_CipherUpdate(cipher, &sealed, &length, plaintext, Int32(truncatingIfNeeded: plaintext.count)) == 1
                && EVP_CipherFinal_ex(cipher, &rest, &length) == 1
                && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_GET_TAG, Int32(Self.tagSize), &tag) == 1
        }
        precondition(done, "OpenSSL seals unless memory is out")
        return sealed + tag
    }

    /// The plaintext; throws ``SealingError/notAuthentic`` unless the tag is right.
    public func open(_ sealed: [UInt8]) throws(SealingError) -> [UInt8] {
        guard sealed.count >= Self.tagSize else { throw .notAuthentic }
        let body = Array(sealed.dropLast(Self.tagSize))
        var tag = Array(sealed.suffix(Self.tagSize))
        var plaintext = [UInt8](repeating: 0, count: body.count)
        let done = withContext(encrypt: 0) { cipher in
            var length: Int32 = 0
            var rest: UInt8 = 0
            return EVP_CipherUpdate(cipher, &plaintext, &length, body, Int32(truncatingIfNeeded: body.count)) == 1
                && EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_AEAD_SET_TAG, Int32(Self.tagSize), &tag) == 1
                && EVP_CipherFinal_ex(cipher, &rest, &length) == 1
        }
        guard done else { throw .notAuthentic }
        return plaintext
    }

    private func withContext(encrypt: Int32, _ body: (OpaquePointer) -> Bool) -> Bool {
        guard let cipher = EVP_CIPHER_CTX_new() else { return false }
        defer { EVP_CIPHER_CTX_free(cipher) }
        return EVP_CipherInit_ex(cipher, EVP_aes_128_gcm(), nil, key, nonce, encrypt) == 1 && body(cipher)
    }
}

/// HKDF over SHA-256 (RFC 5869) for up to 32 bytes, which one block holds.
public func hkdfSHA256(_ secret: [UInt8], salt: [UInt8], info: [UInt8], count: Int) -> [UInt8] {
    precondition(count <= 32, "One block holds 32 bytes")
    return Array(hmacSHA256(info + [1], key: hmacSHA256(secret, key: salt)).prefix(count))
}
