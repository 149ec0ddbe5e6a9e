import Crypto

/// The public key of a passkey in the form of COSE (RFC 9052 §7): ES256 on P-256, or RS256.
struct PasskeyKey: Sendable {
    private enum Kind: Sendable {
        case p256(P256PublicKey)
        case rsa(RSAPublicKey)
    }

    private let kind: Kind

    /// The algorithms that are offered, the preferred first (the COSE registry's numbers).
    static let algorithms = [-7, -257]

    /// A key as an authenticator writes it.
    init(_ key: CBOR) throws(PasskeyFault) {
        do {
            switch (key[.integer(1)], key[.integer(3)]) {
            case (.integer(2), .integer(-7)):
                guard key[.integer(-1)] == .integer(1), let x = key[.integer(-2)]?.byteString, let y = key[.integer(-3)]?.byteString else {
                    throw PasskeyFault.unsupportedKey
                }
                kind = .p256(try P256PublicKey(x: x, y: y))
            case (.integer(3), .integer(-257)):
                guard let modulus = key[.integer(-1)]?.byteString, let exponent = key[.integer(-2)]?.byteString else {
                    throw PasskeyFault.unsupportedKey
                }
                kind = .rsa(try RSAPublicKey(modulus: modulus, exponent: exponent))
            default: throw PasskeyFault.unsupportedKey
            }
        } catch {
            throw .unsupportedKey
        }
    }

    /// A key as it was stored.
    init(stored bytes: [UInt8]) throws(PasskeyFault) {
        guard let key = try? CBOR(bytes) else { throw .unsupportedKey }
        try self.init(key)
    }

    func verifies(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        switch kind {
        case .p256(let key): key.verifies(der: signature, of: message)
        case .rsa(let key): key.verifies(signature, of: message)
        }
    }
}
