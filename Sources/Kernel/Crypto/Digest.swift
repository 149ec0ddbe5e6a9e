import COpenSSL
public import Foundation

/// The SHA-256 of bytes in memory (FIPS 180-4), 32 bytes.
public func sha256(_ bytes: [UInt8]) -> [UInt8] {
    var digest = SHA256Digest()
    bytes.withUnsafeBytes { digest.update($0) }
    return digest.finish()
}

/// The SHA-256 of a file, read piece by piece.
public func sha256(fileAt file: URL) throws -> [UInt8] {
    let handle = try FileHandle(forReadingFrom: file)
    defer { try? handle.close() }
    var digest = SHA256Digest()
    while let piece = try handle.read(upToCount: 1 << 18), !piece.isEmpty {
        piece.withUnsafeBytes { digest.update($0) }
    }
    return digest.finish()
}

/// The HMAC-SHA-256 of a message (RFC 2104), 32 bytes. Compare with ``constantTimeEquals(_:_:)``.
public func hmacSHA256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 32)
    var length: UInt32 = 32
    let done = HMAC(EVP_sha256(), key, Int32(truncatingIfNeeded: key.count), message, message.count, &code, &length)
    precondition(done != nil && length == 32, "OpenSSL computes an HMAC unless memory is out")
    return code
}

/// A SHA-256 that is fed piece by piece, e.g. while an upload arrives.
public struct SHA256Digest: ~Copyable {
    private let context: OpaquePointer

    /// OpenSSL's algorithm. `@unchecked Sendable` is safe because OpenSSL lets any thread use an algorithm, and counts who does atomically.
    private struct Algorithm: @unchecked Sendable {
        let pointer: OpaquePointer?
    }

    // OpenSSL 3 looks an algorithm up each time that `EVP_sha256()` is used, which takes longer than hashing a token.
    private static let algorithm = Algorithm(pointer: EVP_MD_fetch(nil, "SHA256", nil))

    /// Ready for the first piece.
    public init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, Self.algorithm.pointer, nil) == 1 else {
            preconditionFailure("OpenSSL offers SHA-256 unless memory is out")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    /// Takes the next piece.
    public mutating func update(_ bytes: UnsafeRawBufferPointer) {
        let code = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
        precondition(code == 1, "A digest that has begun takes bytes")
    }

    /// The digest of everything so far. Nothing may follow.
    public mutating func finish() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        let code = EVP_DigestFinal_ex(context, &digest, nil)
        precondition(code == 1, "A digest that has begun can be finished")
        return digest
    }
}
