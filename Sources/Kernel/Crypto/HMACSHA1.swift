import COpenSSL

/// The HMAC-SHA-1 of a message (RFC 2104), 20 bytes: what one-time codes are made of (RFC 4226), and fit for nothing new.
public func hmacSHA1(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
    var code = [UInt8](repeating: 0, count: 20)
    var length: UInt32 = 20
    let done = HMAC(EVP_sha1(), key, Int32(truncatingIfNeeded: key.count), message, message.count, &code, &length)
    precondition(done != nil && length == 20, "OpenSSL computes an HMAC unless memory is out")
    return code
}
