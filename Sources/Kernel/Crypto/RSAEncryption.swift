import COpenSSL
import Foundation

// RSAES-PKCS1-v1_5 (RFC 8017 §7.2), for services that ask for it, such as the `SecurityCredential` of M-Pesa. Nothing of our own uses it:
// whoever decrypts must not let strangers see whether the padding was right (Bleichenbacher's attack).

extension RSAPublicKey {
    /// The key of a PEM text: of a certificate, or a public key by itself (SubjectPublicKeyInfo).
    public init(pem: String) throws(KeyError) {
        guard let handle = KeyHandle.read(publicPEM: pem), EVP_PKEY_is_a(handle.key, "RSA") == 1 else { throw .malformed }
        try self.init(modulus: handle.number(OSSL_PKEY_PARAM_RSA_N), exponent: handle.number(OSSL_PKEY_PARAM_RSA_E))
    }

    /// As PEM, a SubjectPublicKeyInfo.
    public var pem: String {
        let lines = Data(subjectPublicKeyInfo).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN PUBLIC KEY-----\n\(lines)\n-----END PUBLIC KEY-----\n"
    }

    /// What only the private key can read; every time another text.
    /// - Parameter message: at most eleven bytes shorter than the modulus.
    /// - Throws: ``KeyError/wrongSize`` for a longer one.
    public func encrypt(_ message: [UInt8]) throws(KeyError) -> [UInt8] {
        guard message.count <= modulus.count - 11 else { throw .wrongSize }
        guard let handle = handle(), let encrypted = handle.transform(message, EVP_PKEY_encrypt_init, EVP_PKEY_encrypt) else { throw .malformed }
        return encrypted
    }
}

extension RSAPrivateKey {
    /// What was encrypted for this key; nil, or arbitrary bytes, for anything else.
    public func decrypt(_ encrypted: [UInt8]) -> [UInt8]? {
        KeyHandle.read(privateKey: pkcs8)?.transform(encrypted, EVP_PKEY_decrypt_init, EVP_PKEY_decrypt)
    }
}

extension KeyHandle {
    fileprivate typealias Step = (
        OpaquePointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<Int>?, UnsafePointer<UInt8>?, Int
    ) -> Int32

    /// The public key in a PEM text, of a certificate or by itself.
    fileprivate static func read(publicPEM pem: String) -> KeyHandle? {
        var bytes = Array(pem.utf8)
        guard let source = BIO_new_mem_buf(&bytes, Int32(truncatingIfNeeded: bytes.count)) else { return nil }
        defer { BIO_free(source) }
        guard pem.contains("-----BEGIN CERTIFICATE-----") else { return KeyHandle(PEM_read_bio_PUBKEY(source, nil, nil, nil)) }
        guard let certificate = PEM_read_bio_X509(source, nil, nil, nil) else { return nil }
        defer { X509_free(certificate) }
        return KeyHandle(X509_get_pubkey(certificate))
    }

    /// Encrypts or decrypts with PKCS #1 v1.5 padding.
    fileprivate func transform(_ input: [UInt8], _ begin: (OpaquePointer?) -> Int32, _ step: Step) -> [UInt8]? {
        guard let context = EVP_PKEY_CTX_new_from_pkey(nil, key, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var length = 0
        guard begin(context) == 1, EVP_PKEY_CTX_set_rsa_padding(context, RSA_PKCS1_PADDING) == 1,
            step(context, nil, &length, input, input.count) == 1
        else { return nil }
        var output = [UInt8](repeating: 0, count: length)
        guard step(context, &output, &length, input, input.count) == 1 else { return nil }
        return Array(output.prefix(length))
    }
}
