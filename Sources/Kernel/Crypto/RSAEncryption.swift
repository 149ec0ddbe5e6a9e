import COpenSSL

/// A public RSA key that encrypts short secrets for its owner: RSAES-PKCS1-v1_5 (RFC 8017 §7.2), which M-Pesa asks for. For anything that may
/// choose its scheme, this is the wrong one.
public struct RSAEncryptionKey: Sendable {
    /// A SubjectPublicKeyInfo.
    private let der: [UInt8]

    /// The key in a PEM text: of an X.509 certificate, or alone. Who signed a certificate is not looked at.
    public init(pem: String) throws(KeyError) {
        guard let handle = KeyHandle.read(publicPEM: pem), EVP_PKEY_is_a(handle.key, "RSA") == 1 else { throw .malformed }
        guard (256...1024).contains(Int(EVP_PKEY_get_size(handle.key))) else { throw .wrongSize }
        var encoded: UnsafeMutablePointer<UInt8>?
        let length = i2d_PUBKEY(handle.key, &encoded)
        guard length > 0, let encoded else { throw .malformed }
        der = Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
        CRYPTO_free(encoded, nil, 0)
    }

    /// The secret, for the owner of the key alone; nil for one that is too long for the key.
    public func encrypt(_ secret: [UInt8]) -> [UInt8]? {
        guard let handle = KeyHandle.read(publicKey: der), let context = EVP_PKEY_CTX_new(handle.key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var length = Int(EVP_PKEY_get_size(handle.key))
        var bytes = [UInt8](repeating: 0, count: length)
        guard EVP_PKEY_encrypt_init(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
            EVP_PKEY_encrypt(context, &bytes, &length, secret, secret.count) == 1
        else { return nil }
        return Array(bytes.prefix(length))
    }
}
