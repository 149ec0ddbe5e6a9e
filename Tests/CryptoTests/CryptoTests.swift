import Core
import Crypto
import Foundation
import TestSupport
import Testing

private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

@Suite struct Digests {
    // FIPS 180-4's own example and RFC 4231, test case 2.
    @Test func `SHA-256 and HMAC agree with their published examples`() {
        #expect(sha256(bytes("abc")).hex == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(sha256([]).hex == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
        #expect(
            hmacSHA256(bytes("what do ya want for nothing?"), key: bytes("Jefe")).hex
                == "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
    }

    @Test func `a file's digest is that of its bytes`() async throws {
        let content = (0..<700_001).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "file")
            try Data(content).write(to: file)
            let digest = try sha256(fileAt: file)
            #expect(digest == sha256(content))
        }
    }
}

@Suite struct `Base64 for addresses` {
    // RFC 4648 §10, without the padding.
    @Test(arguments: ["": "", "f": "Zg", "fo": "Zm8", "foo": "Zm9v", "foob": "Zm9vYg", "fooba": "Zm9vYmE", "foobar": "Zm9vYmFy"])
    func `bytes become letters and letters bytes`(_ plain: String, _ coded: String) {
        #expect(bytes(plain).base64URL == coded)
        #expect([UInt8](base64URL: coded) == bytes(plain))
    }

    @Test(arguments: ["Zg==", "Z", "Zh", "Zm8=", "Zm9+", "Zm9/", "Zm 9v", "ZmZmé"])
    func `whatever is not the one form of a value is refused`(_ text: String) {
        #expect([UInt8](base64URL: text) == nil)
    }

    @Test func `letters beyond plain base64 stand for 62 and 63`() {
        #expect([UInt8]([0xFB, 0xFF, 0xFE]).base64URL == "-__-")
    }
}

@Suite struct Secrets {
    @Test func `tokens differ, come back from their text, and are refused when they are none`() throws {
        let token = Token()
        #expect(token != Token())
        let back = try #require(Token(token.text))
        #expect(back.hash == token.hash)
        #expect(token.hash.count == 32)
        #expect(Token("short") == nil)
        #expect(Token(String(repeating: "!", count: 43)) == nil)
    }

    @Test func `a sealed secret opens with its key and its context, and with nothing else`() throws {
        let key = try SealingKey(bytes: randomBytes(32))
        let sealed = key.seal(bytes("JBSWY3DP"), context: "totp:1")
        #expect(try key.open(sealed, context: "totp:1") == bytes("JBSWY3DP"))
        #expect(throws: SealingError.notAuthentic) { try key.open(sealed, context: "totp:2") }
        let other = try SealingKey(bytes: randomBytes(32))
        #expect(throws: SealingError.notAuthentic) { try other.open(sealed, context: "totp:1") }
        for place in sealed.indices {
            var altered = sealed
            altered[place] ^= 1
            #expect(throws: SealingError.notAuthentic) { try key.open(altered, context: "totp:1") }
        }
        #expect(throws: SealingError.notAuthentic) { try key.open(Array(sealed.dropLast()), context: "totp:1") }
        #expect(try key.open(key.seal([], context: ""), context: "") == [])
        #expect(throws: SealingError.badKey) { try SealingKey(bytes: [1, 2, 3]) }
    }

    @Test func `a key file is made once and is readable by its owner only`() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending(path: "site.key")
            let sealed = try SealingKey(fileAt: file).seal([1], context: "")
            let opened = try SealingKey(fileAt: file).open(sealed, context: "")
            #expect(opened == [1])
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}

@Suite struct Passwords {
    @Test func `the right password is let in and every other is not`() async throws {
        let hasher = PasswordHasher(cost: .least)
        let hash = try await hasher.hash("correct horse å")
        let second = try await hasher.hash("correct horse å")
        #expect(hash != second)
        #expect(try await hasher.verify("correct horse å", against: hash))
        #expect(try await !hasher.verify("correct horse a", against: hash))
        #expect(try await !hasher.verify("", against: hash))
        #expect(try await !hasher.verify("correct horse å", against: nil))
        #expect(try await !hasher.verify("x", against: PasswordHash(rawValue: "nonsense")))
    }

    @Test func `a longer password than the limit is refused before any work`() async throws {
        let hasher = PasswordHasher(cost: .least)
        await #expect(throws: PasswordError.tooLong) { try await hasher.hash(String(repeating: "x", count: 1025)) }
    }

    @Test func `a hash with other costs asks to be renewed`() async throws {
        let old = try await PasswordHasher(cost: .least).hash("secret")
        #expect(!PasswordHasher(cost: .least).isOutdated(old))
        #expect(PasswordHasher(cost: .standard).isOutdated(old))
    }

    // The reference implementation's own example: password, somesalt, 2 passes over 64 MiB.
    @Test func `a hash made by another program is understood`() async throws {
        let hash = PasswordHash(
            rawValue: "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc")
        #expect(try await PasswordHasher(cost: .least).verify("password", against: hash))
    }
}
