/// What an authenticator says about a ceremony and signs (Web Authentication, level 2, §6.1).
struct AuthenticatorData: Sendable {
    let relyingPartyHash: [UInt8]
    /// A person touched the authenticator.
    let isPresent: Bool
    /// The authenticator knew the person, by a PIN, a finger or a face.
    let isVerified: Bool
    let signCount: UInt32
    /// The new credential, at a registration.
    let credential: NewCredential?

    struct NewCredential: Sendable {
        let id: [UInt8]
        /// The key in the form of COSE, as it is stored.
        let key: [UInt8]
    }

    /// Longest id of a credential (§5.8.3).
    static let longestID = 1023

    init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count >= 37, bytes.count <= 16_384 else { throw .malformed }
        relyingPartyHash = Array(bytes[..<32])
        let flags = bytes[32]
        isPresent = flags & 0x01 != 0
        isVerified = flags & 0x04 != 0
        signCount = bytes[33..<37].reduce(0) { $0 << 8 | UInt32($1) }
        var rest = bytes[37...]
        var credential: NewCredential?
        if flags & 0x40 != 0 {
            guard rest.count >= 18 else { throw .malformed }
            let length = Int(rest[rest.startIndex + 16]) << 8 | Int(rest[rest.startIndex + 17])
            rest = rest.dropFirst(18)
            guard (1...Self.longestID).contains(length), rest.count > length else { throw .malformed }
            let id = Array(rest.prefix(length))
            rest = rest.dropFirst(length)
            let start = rest
            guard (try? CBOR.read(&rest)) != nil else { throw .malformed }
            credential = NewCredential(id: id, key: Array(start.prefix(start.count - rest.count)))
        }
        self.credential = credential
        if flags & 0x80 != 0 { guard (try? CBOR.read(&rest)) != nil else { throw .malformed } }
        guard rest.isEmpty else { throw .malformed }
    }
}
