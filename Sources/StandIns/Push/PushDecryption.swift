import Crypto

/// Reads a message as a browser does (RFC 8291), and says what is wrong with one that cannot be read.
struct PushDecryption {
    struct Fault: Error { let reason: String }

    let key: P256PrivateKey
    let secret: [UInt8]

    func open(_ body: [UInt8]) throws(Fault) -> [UInt8] {
        guard body.count > 86 else { throw Fault(reason: "the header is cut") }
        let size = body[16..<20].reduce(0) { $0 << 8 | Int($1) }
        guard body[20] == 65 else { throw Fault(reason: "the sender's key has \(body[20]) bytes, not 65") }
        let record = Array(body[86...])
        guard size >= 18, record.count <= size else { throw Fault(reason: "there is more than one record") }
        guard let sender = try? P256PublicKey(uncompressed: Array(body[21..<86])) else {
            throw Fault(reason: "the sender's key is no point of the curve")
        }
        let salt = Array(body[..<16])
        let info = Array("WebPush: info".utf8) + [0] + key.publicKey.uncompressed + sender.uncompressed
        let keying = hkdfSHA256(key.sharedSecret(with: sender), salt: secret, info: info, count: 32)
        let content = hkdfSHA256(keying, salt: salt, info: Array("Content-Encoding: aes128gcm".utf8) + [0], count: 16)
        let nonce = hkdfSHA256(keying, salt: salt, info: Array("Content-Encoding: nonce".utf8) + [0], count: 12)
        guard let opened = try? AES128GCM(key: content, nonce: nonce).open(record) else { throw Fault(reason: "the tag is wrong") }
        guard let end = opened.lastIndex(where: { $0 != 0 }), opened[end] == 2 else {
            throw Fault(reason: "the delimiter of the last record is missing")
        }
        return Array(opened[..<end])
    }
}
