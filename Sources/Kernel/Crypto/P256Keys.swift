import COpenSSL
import Foundation

/// A public key on the curve P-256 that checks `ES256` signatures: ECDSA over SHA-256 (RFC 7518 §3.4).
public struct P256PublicKey: Hashable, Sendable {
    /// The point as 65 bytes: 4, x, y (SEC 1 §2.3.3).
    public let uncompressed: [UInt8]

    /// A key from its coordinates of 32 bytes each, as a JWK or a COSE key carries them.
    public init(x: [UInt8], y: [UInt8]) throws(KeyError) {
        guard x.count == 32, y.count == 32 else { throw .malformed }
        try self.init(uncompressed: [4] + x + y)
    }

    /// A key from its point; one that is not on the curve is refused.
    public init(uncompressed point: [UInt8]) throws(KeyError) {
        guard point.count == 65, point[0] == 4 else { throw .malformed }
        uncompressed = point
        guard handle() != nil else { throw .malformed }
    }

    /// A key from its point in the short form of 33 bytes: 2 or 3, and x (SEC 1 §2.3.3).
    public init(compressed point: [UInt8]) throws(KeyError) {
        guard point.count == 33, point[0] == 2 || point[0] == 3, let handle = KeyHandle.read(p256: point) else { throw .malformed }
        let (x, y) = (handle.number(OSSL_PKEY_PARAM_EC_PUB_X, size: 32), handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, size: 32))
        guard x.count == 32, y.count == 32 else { throw .malformed }
        uncompressed = [4] + x + y
    }

    /// The point in its short form of 33 bytes.
    public var compressed: [UInt8] { [2 + uncompressed[64] & 1] + uncompressed[1...32] }

    /// Whether `signature` is one of `message` by this key: r and s of 32 bytes each, as JWS has it.
    public func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let encoded = derSignature(signature) else { return false }
        return verifies(der: encoded, of: message)
    }

    /// Whether `signature` is one of `message` by this key, in the DER form of WebAuthn and X.509.
    public func verifies(der signature: [UInt8], of message: [UInt8]) -> Bool {
        guard let handle = handle() else { return false }
        return handle.verifies(signature, of: message)
    }

    /// Whether `signature` is one of `message` by the key of a point in its short form; no for a point that is none. For a key that is used once
    /// it takes a third of the time that making it and asking it takes.
    public static func verifies(_ signature: [UInt8], of message: [UInt8], by compressed: [UInt8]) -> Bool {
        guard compressed.count == 33, compressed[0] == 2 || compressed[0] == 3, let encoded = derSignature(signature),
            let handle = KeyHandle.read(p256: compressed)
        else { return false }
        return handle.verifies(encoded, of: message)
    }

    func handle() -> KeyHandle? { KeyHandle.read(p256: uncompressed) }
}

/// A private key on the curve P-256 that makes `ES256` signatures.
public struct P256PrivateKey: Sendable {
    /// The secret number, 32 bytes big-endian. Seal it before it is stored.
    public let scalar: [UInt8]
    /// The key that checks its signatures.
    public let publicKey: P256PublicKey

    /// A new key.
    public init() throws(KeyError) {
        guard let context = EVP_PKEY_CTX_new_from_name(nil, "EC", nil) else { throw .malformed }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1, EVP_PKEY_CTX_set_group_name(context, "prime256v1") == 1, EVP_PKEY_generate(context, &key) == 1
        else { throw .malformed }
        try self.init(KeyHandle(key))
    }

    /// The key of a PEM text in PKCS #8, such as Apple's `.p8` files.
    public init(pem: String) throws(KeyError) {
        try self.init(KeyHandle.read(pem: pem, kind: "EC"))
    }

    /// A key that was kept as its secret number and its point.
    public init(scalar: [UInt8], publicKey: P256PublicKey) throws(KeyError) {
        guard scalar.count == 32 else { throw .malformed }
        self.scalar = scalar
        self.publicKey = publicKey
        guard publicKey.verifies(sign([]), of: []) else { throw .malformed }
    }

    private init(_ handle: consuming KeyHandle?) throws(KeyError) {
        guard let handle, EVP_PKEY_get_bits(handle.key) == 256 else { throw .malformed }
        publicKey = try P256PublicKey(
            x: handle.number(OSSL_PKEY_PARAM_EC_PUB_X, size: 32), y: handle.number(OSSL_PKEY_PARAM_EC_PUB_Y, size: 32))
        scalar = handle.number(OSSL_PKEY_PARAM_PRIV_KEY, size: 32)
    }

    /// The key as a PEM text in PKCS #8. Whoever reads it has the key.
    public var pem: String {
        let inner = DER.sequence([DER.integer([1]), DER.octetString(scalar), DER.explicit(1, DER.bitString(publicKey.uncompressed))])
        let whole = DER.sequence([DER.integer([0]), DER.sequence([DER.ecPublicKey, DER.prime256v1]), DER.octetString(inner)])
        let lines = Data(whole).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN PRIVATE KEY-----\n\(lines)\n-----END PRIVATE KEY-----\n"
    }

    /// A signature of `message`: r and s of 32 bytes each, as JWS has it.
    public func sign(_ message: [UInt8]) -> [UInt8] {
        guard let handle = handle(), let signature = rawSignature(handle.sign(message)) else {
            preconditionFailure("A key that was checked when it was made signs")
        }
        return signature
    }

    /// The number that both sides of a Diffie-Hellman exchange compute (SEC 1 §3.3.1), 32 bytes.
    public func sharedSecret(with other: P256PublicKey) -> [UInt8] {
        var secret = [UInt8](repeating: 0, count: 32)
        var length = 32
        guard let own = handle(), let peer = other.handle(), let context = EVP_PKEY_CTX_new_from_pkey(nil, own.key, nil) else {
            preconditionFailure("Keys that were checked when they were made can be used")
        }
        defer { EVP_PKEY_CTX_free(context) }
        let done =
            EVP_PKEY_derive_init(context) == 1 && EVP_PKEY_derive_set_peer(context, peer.key) == 1
            && EVP_PKEY_derive(context, &secret, &length) == 1
        precondition(done && length == 32, "Two points of the curve share a secret")
        return secret
    }

    private func handle() -> KeyHandle? {
        // RFC 5915, in the older form that names the curve itself.
        KeyHandle.read(
            privateKey: DER.sequence([
                DER.integer([1]), DER.octetString(scalar), DER.explicit(0, DER.prime256v1), DER.explicit(1, DER.bitString(publicKey.uncompressed)),
            ]))
    }
}

/// r and s of 32 bytes each, from the DER form.
private func rawSignature(_ der: [UInt8]) -> [UInt8]? {
    let signature = der.withUnsafeBufferPointer { bytes in
        var start = bytes.baseAddress
        return d2i_ECDSA_SIG(nil, &start, bytes.count)
    }
    guard let signature else { return nil }
    defer { ECDSA_SIG_free(signature) }
    var bytes = [UInt8](repeating: 0, count: 64)
    let done = bytes.withUnsafeMutableBufferPointer { bytes in
        guard let base = bytes.baseAddress else { return false }
        return BN_bn2binpad(ECDSA_SIG_get0_r(signature), base, 32) == 32 && BN_bn2binpad(ECDSA_SIG_get0_s(signature), base + 32, 32) == 32
    }
    return done ? bytes : nil
}

/// The DER form of r and s.
private func derSignature(_ raw: [UInt8]) -> [UInt8]? {
    guard raw.count == 64, let signature = ECDSA_SIG_new() else { return nil }
    defer { ECDSA_SIG_free(signature) }
    let r = BN_bin2bn(Array(raw[..<32]), 32, nil)
    let s = BN_bin2bn(Array(raw[32...]), 32, nil)
    guard ECDSA_SIG_set0(signature, r, s) == 1 else {
        BN_free(r)
        BN_free(s)
        return nil
    }
    var encoded: UnsafeMutablePointer<UInt8>?
    let length = i2d_ECDSA_SIG(signature, &encoded)
    guard length > 0, let encoded else { return nil }
    defer { CRYPTO_free(encoded, nil, 0) }
    return Array(UnsafeBufferPointer(start: encoded, count: Int(length)))
}
