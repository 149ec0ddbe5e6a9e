import COpenSSL

/// A public RSA key that checks `RS256` signatures: RSASSA-PKCS1-v1_5 over SHA-256 (RFC 7518 §3.3).
public struct RSAPublicKey: Hashable, Sendable {
    /// The modulus, big-endian.
    public let modulus: [UInt8]
    /// The exponent, big-endian.
    public let exponent: [UInt8]

    /// A key from its numbers, as a JWK or a COSE key carries them; 2048 to 8192 bits.
    public init(modulus: [UInt8], exponent: [UInt8]) throws(KeyError) {
        let significant = Array(modulus.drop { $0 == 0 })
        guard (256...1024).contains(significant.count), significant[0] >= 0x80 || significant.count > 256 else { throw .wrongSize }
        // A public exponent is a small odd number; longer ones only make checking slow.
        guard (1...8).contains(exponent.count), let last = exponent.last, last & 1 == 1, exponent != [1] else { throw .malformed }
        self.modulus = significant
        self.exponent = exponent
        guard handle() != nil else { throw .malformed }
    }

    /// Whether `signature` is one of `message` by this key.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let handle = handle() else { return false }
        return handle.verifies(signature, of: message)
    }

    func handle() -> KeyHandle? { KeyHandle.read(publicKey: subjectPublicKeyInfo) }

    /// In DER (RFC 5280 §4.1).
    var subjectPublicKeyInfo: [UInt8] {
        let key = DER.sequence([DER.integer(modulus), DER.integer(exponent)])
        return DER.sequence([DER.sequence([DER.rsaEncryption, DER.null]), DER.bitString(key)])
    }
}

/// A private RSA key that makes `RS256` signatures.
public struct RSAPrivateKey: Sendable {
    let pkcs8: [UInt8]
    /// The key that checks its signatures.
    public let publicKey: RSAPublicKey

    /// A new key of 2048 bits; it takes tens of milliseconds.
    public init() throws(KeyError) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "RSA", nil) else { throw .malformed }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_rsa_keygen_bits(context, 2048) == 1, EVP_PKEY_generate(context, &key) == 1,
            let handle = KeyHandle(key)
        else { throw .malformed }
        publicKey = try RSAPublicKey(
            modulus: handle.number(OSSL_PKEY_PARAM_RSA_N), exponent: handle.number(OSSL_PKEY_PARAM_RSA_E))
        var encoded: UnsafeMutablePointer<UInt8>?
        let length = i2d_PrivateKey(handle.key, &encoded)
        guard length > 0, let encoded else { throw .malformed }
        pkcs8 = Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
        CRYPTO_clear_free(encoded, Int(length), nil, 0)
    }

    /// A signature of `message`.
    public func sign(_ message: [UInt8]) -> [UInt8] {
        guard let key = KeyHandle.read(privateKey: pkcs8) else { preconditionFailure("A key that OpenSSL wrote can be read again") }
        return key.sign(message)
    }
}
