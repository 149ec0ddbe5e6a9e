import COpenSSL

/// Why bytes are no key.
public enum KeyError: Error, Equatable, Sendable {
    /// A point off the curve, a number of the wrong size, a text of another form.
    case malformed
    /// An RSA modulus outside 2048 to 8192 bits: too weak to trust, or so large that checking it costs too much.
    case wrongSize
}

/// One of OpenSSL's keys for as long as a computation needs it. Keys are kept as plain bytes, so that they are `Sendable`.
struct KeyHandle: ~Copyable {
    let key: OpaquePointer

    init?(_ key: OpaquePointer?) {
        guard let key else { return nil }
        self.key = key
    }

    deinit { EVP_PKEY_free(key) }

    /// The key in a DER text: a SubjectPublicKeyInfo (RFC 5280 §4.1).
    static func read(publicKey der: [UInt8]) -> KeyHandle? {
        let key = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_PUBKEY(nil, &start, bytes.count)
        }
        return KeyHandle(key)
    }

    /// `OSSL_PKEY_PARAM_GROUP_NAME`, the curve, and `OSSL_PKEY_PARAM_PUB_KEY`, each with the zero that ends it.
    private static let names = "group\0prime256v1\0pub\0".utf8.map { CChar(bitPattern: $0) }

    /// The key of a point on P-256, in its long or short form. Read from DER it would be the same and take seven times as long (100 µs in OpenSSL 3.0).
    static func read(p256 point: [UInt8]) -> KeyHandle? {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var (names, point) = (Self.names, point)
        var key: OpaquePointer?
        // The parameters hold nothing but addresses: what they lead to has to stay until the key is made.
        let done = names.withUnsafeMutableBufferPointer { names in
            point.withUnsafeMutableBufferPointer { point in
                guard let group = names.baseAddress else { return false }
                var parameters = [
                    OSSL_PARAM_construct_utf8_string(group, group + 6, 0),
                    OSSL_PARAM_construct_octet_string(group + 17, point.baseAddress, point.count), OSSL_PARAM_construct_end(),
                ]
                return EVP_PKEY_fromdata_init(context) == 1 && EVP_PKEY_fromdata(context, &key, cstoa_public_key, &parameters) == 1
            }
        }
        return done ? KeyHandle(key) : nil
    }

    /// The key in a DER text: PKCS #8 (RFC 5958), or the older form of its kind.
    static func read(privateKey der: [UInt8]) -> KeyHandle? {
        let key = der.withUnsafeBufferPointer { bytes in
            var start = bytes.baseAddress
            return d2i_AutoPrivateKey(nil, &start, bytes.count)
        }
        return KeyHandle(key)
    }

    /// The key of a PEM text; nil for one of another kind.
    static func read(pem: String, kind: String) -> KeyHandle? {
        var bytes = Array(pem.utf8)
        guard let source = BIO_new_mem_buf(&bytes, Int32(truncatingIfNeeded: bytes.count)) else { return nil }
        defer { BIO_free(source) }
        guard let handle = KeyHandle(PEM_read_bio_PrivateKey(source, nil, nil, nil)), EVP_PKEY_is_a(handle.key, kind) == 1 else { return nil }
        return handle
    }

    /// Whether `signature` is one of `message` by this key, over SHA-256 in the key's usual scheme.
    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let context = EVP_MD_CTX_new() else { return false }
        defer { EVP_MD_CTX_free(context) }
        return EVP_DigestVerifyInit(context, nil, EVP_sha256(), nil, key) == 1
            && EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }

    /// A signature of `message`, over SHA-256 in the key's usual scheme.
    func sign(_ message: [UInt8]) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var length = 0
        var signature: [UInt8] = []
        let hasLength =
            EVP_DigestSignInit(context, nil, EVP_sha256(), nil, key) == 1 && EVP_DigestSign(context, nil, &length, message, message.count) == 1
        signature = [UInt8](repeating: 0, count: length)
        let done = hasLength && EVP_DigestSign(context, &signature, &length, message, message.count) == 1
        precondition(done, "OpenSSL signs with a whole key unless memory is out")
        return Array(signature.prefix(length))
    }

    /// A number of the key, as big-endian bytes of at least `size`.
    func number(_ name: String, size: Int = 1) -> [UInt8] {
        var number: OpaquePointer?
        defer { BN_clear_free(number) }
        guard EVP_PKEY_get_bn_param(key, name, &number) == 1 else { return [] }
        let width = max(size, Int(BN_num_bits(number) + 7) / 8)
        var bytes = [UInt8](repeating: 0, count: width)
        _ = BN_bn2binpad(number, &bytes, Int32(truncatingIfNeeded: width))
        return bytes
    }
}
