import Core
import Crypto
import Foundation
import TestSupport
import Testing

@testable import Notifications

/// The vectors of RFC 8291 (appendix A) and RFC 8292 (section 2.4).
@Suite struct PushEncryptionTests {
    private func bytes(_ text: String) throws -> [UInt8] { try #require([UInt8](base64URL: text)) }

    private static let sender = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
    private static let recipient = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"

    @Test(.covers("CORE-023")) func `the example of RFC 8291 comes out byte for byte`() throws {
        let sender = try P256PrivateKey(
            scalar: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), publicKey: P256PublicKey(uncompressed: bytes(Self.sender)))
        let recipient = try P256PublicKey(uncompressed: bytes(Self.recipient))
        #expect(sender.sharedSecret(with: recipient).base64URL == "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs")
        let encryption = PushEncryption(recipient: recipient, secret: try bytes("BTBZMqHH6r4Tts7J_aSIgg"))
        let body = encryption.encrypt(
            Array("When I grow up, I want to be a watermelon".utf8), ephemeral: sender, salt: try bytes("DGv6ra1nlYgDCS1FRnbzlw"), padded: false)
        let header = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
        let ciphertext = "8pfeW0KbunFT06SuDKoJH9Ql87S1QUrdirN6GcG7sFz1y1sqLgVi1VhjVkHsUoEsbI_0LpXMuGvnzQ"
        #expect(body == (try bytes(header) + bytes(ciphertext)))
    }

    @Test func `the record of RFC 8188 opens to its text, and to nothing once a bit is changed`() throws {
        let body = try bytes("I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
        let secret = try bytes("yqdlZ-tYemfogSmv7Ws5PQ")
        let salt = Array(body.prefix(16))
        let key = hkdfSHA256(secret, salt: salt, info: Array("Content-Encoding: aes128gcm\0".utf8), count: 16)
        let nonce = hkdfSHA256(secret, salt: salt, info: Array("Content-Encoding: nonce\0".utf8), count: 12)
        let cipher = try AES128GCM(key: key, nonce: nonce)
        var record = Array(body.dropFirst(21))
        let text = try cipher.open(record)
        #expect(String(decoding: text, as: UTF8.self) == "I am the walrus\u{2}")
        record[3] ^= 1
        #expect(throws: SealingError.notAuthentic) { try cipher.open(record) }
    }

    @Test func `the signature of RFC 8292 is accepted, and ours is one like it`() throws {
        let text =
            "eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0NTM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2rpiUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA"
        let key = try P256PublicKey(uncompressed: bytes("BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"))
        #expect(try isSigned(text, by: key))
        let own = try P256PrivateKey()
        let token = try PushKeys.token(
            for: "https://push.example.net", expires: Instant(milliseconds: 1_453_523_768_000), contact: "mailto:push@example.com", key: own)
        #expect(try isSigned(token, by: own.publicKey))
        #expect(token.split(separator: ".")[0] == text.split(separator: ".")[0] && token.split(separator: ".")[1] == text.split(separator: ".")[1])
    }

    private func isSigned(_ token: String, by key: P256PublicKey) throws -> Bool {
        let parts = token.split(separator: ".").map(String.init)
        return key.verifies(try bytes(parts[2]), of: Array("\(parts[0]).\(parts[1])".utf8))
    }

    @Test func `messages of like length look alike, and none is longer than a push service takes`() throws {
        let encryption = PushEncryption(recipient: try P256PrivateKey().publicKey, secret: randomBytes(16))
        let sizes = try [0, 1, 100, 511, 512, 3993].map { count in
            encryption.encrypt([UInt8](repeating: 65, count: count), ephemeral: try P256PrivateKey(), salt: randomBytes(16))?.count
        }
        #expect(sizes == [615, 615, 615, 615, 1127, 4096])
        #expect(encryption.encrypt([UInt8](repeating: 65, count: 3994), ephemeral: try P256PrivateKey(), salt: randomBytes(16)) == nil)
    }

    @Test(arguments: [
        ("120", 120), ("0", 1), ("999999", 3600), ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
    ])
    func `a push service may say when in seconds or as a date`(_ header: String, _ seconds: Int) throws {
        let now = try #require(Instant(rfc3339: "1994-11-06T08:49:37Z"))
        #expect(RetryAfter.moment(header, now: now) == now + .seconds(seconds))
        #expect(RetryAfter.moment("soon", now: now) == nil)
    }
}
