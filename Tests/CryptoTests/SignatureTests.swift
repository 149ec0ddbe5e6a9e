import Core
import Crypto
import TestSupport
import Testing

@Suite struct Signatures {
    private static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

    // RFC 7515, appendix A.2.
    @Test(.covers("CORE-007")) func `RS256 agrees with its published example, and with nothing that was altered`() throws {
        let key = try RSAPublicKey(
            modulus: try read(
                """
                ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMs\
                D1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdV\
                MTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ
                """), exponent: [1, 0, 1])
        let signature = try read(
            """
            cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZ\
            cAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-e\
            OkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw
            """)
        let message = Array("eyJhbGciOiJSUzI1NiJ9.\(Self.payload)".utf8)
        #expect(key.verifies(signature, of: message))
        #expect(!key.verifies(signature, of: message + [0]))
        #expect(!key.verifies(altered(signature), of: message))
        #expect(!key.verifies([], of: message))
    }

    // RFC 7515, appendix A.3.
    @Test(.covers("CORE-007")) func `ES256 agrees with its published example, and with nothing that was altered`() throws {
        let key = try P256PublicKey(
            x: try read("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"), y: try read("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"))
        let signature = try read("DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q")
        let message = Array("eyJhbGciOiJFUzI1NiJ9.\(Self.payload)".utf8)
        #expect(key.verifies(signature, of: message))
        #expect(!key.verifies(signature, of: message + [0]))
        #expect(!key.verifies(altered(signature), of: message))
        #expect(!key.verifies([UInt8](repeating: 0, count: 64), of: message))

        let same = try P256PrivateKey(scalar: try read("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI"), publicKey: key)
        #expect(key.verifies(same.sign(message), of: message))
    }

    // Written by `openssl genpkey` and `openssl dgst -sign`, the form in which Apple hands out keys.
    @Test func `a key in PKCS 8 is read, and signatures in DER are checked`() throws {
        let key = try P256PrivateKey(
            pem: """
                -----BEGIN PRIVATE KEY-----
                MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgNGMdbpXjPKM3YAMZ
                Go+rIa1WLuqjrquLOiRJaVBQC2+hRANCAAQX/f7AiOphr5z4g5jIZU0t8PlD9HVz
                1dcudY93SUNw70++TwdlJA2uXaKYEVeWfZtl7OFdggpt8YHDzhYJpHwb
                -----END PRIVATE KEY-----
                """)
        let signature: [UInt8] = [
            0x30, 0x43, 0x02, 0x20, 0x7c, 0x34, 0x0b, 0x49, 0x05, 0x0c, 0x7c, 0xc5, 0xee, 0x9c, 0x14, 0x39, 0x19, 0xd4, 0xa2, 0x4b, 0xa8,
            0xb2, 0x9f, 0xb6, 0xc1, 0xe1, 0xcf, 0x4c, 0x9c, 0x78, 0xcc, 0xbe, 0x6d, 0xca, 0xbc, 0xa4, 0x02, 0x1f, 0x2e, 0x0f, 0xe3, 0xe9,
            0xcd, 0x48, 0x35, 0x67, 0x13, 0xf7, 0x7d, 0x4b, 0x73, 0xc1, 0x26, 0x1e, 0x7c, 0x8b, 0xe6, 0x56, 0x3f, 0xb2, 0x03, 0xff, 0xd9,
            0xbc, 0xcb, 0x53, 0x29, 0x18, 0x94,
        ]
        let message = Array("what do ya want".utf8)
        #expect(key.publicKey.verifies(der: signature, of: message))
        #expect(!key.publicKey.verifies(der: signature, of: message.dropLast()))
        #expect(!key.publicKey.verifies(der: Array(signature.dropLast()), of: message))
    }

    @Test(.covers("CORE-007", "MUS-024"))
    func `a point in its short form checks the same signatures, and what is no point of the curve checks none`() throws {
        let (key, message) = (try P256PrivateKey(), Array("a message".utf8))
        let (short, signature) = (key.publicKey.compressed, key.sign(message))
        #expect(P256PublicKey.verifies(signature, of: message, by: short))
        #expect(try P256PublicKey(compressed: short) == key.publicKey)
        #expect(!P256PublicKey.verifies(signature, of: message + [0], by: short))
        // The other point with the same x.
        #expect(!P256PublicKey.verifies(signature, of: message, by: [5 - short[0]] + short.dropFirst()))
        for wrong in [[], Array(short.dropLast()), [4] + short.dropFirst(), [0] + short.dropFirst(), [2] + [UInt8](repeating: 255, count: 32)] {
            #expect(!P256PublicKey.verifies(signature, of: message, by: wrong), "\(wrong)")
        }
        var off = key.publicKey.uncompressed
        off[64] ^= 1
        #expect(throws: KeyError.malformed) { try P256PublicKey(uncompressed: off) }
        #expect(throws: KeyError.malformed) { try P256PublicKey(uncompressed: [4] + [UInt8](repeating: 0, count: 64)) }
    }

    @Test func `what a new key signs, only its own other half confirms`() throws {
        let message = Array("hello".utf8)
        let curve = try P256PrivateKey()
        let other = try P256PrivateKey()
        #expect(curve.sign(message).count == 64)
        #expect(curve.publicKey.verifies(curve.sign(message), of: message))
        #expect(!other.publicKey.verifies(curve.sign(message), of: message))
        #expect(try P256PrivateKey(pem: curve.pem).scalar == curve.scalar)
        #expect(curve.sharedSecret(with: other.publicKey) == other.sharedSecret(with: curve.publicKey))
        #expect(throws: KeyError.malformed) { try P256PrivateKey(scalar: curve.scalar, publicKey: other.publicKey) }

        let rsa = try RSAPrivateKey()
        let stranger = try RSAPrivateKey()
        #expect(rsa.publicKey.verifies(rsa.sign(message), of: message))
        #expect(!stranger.publicKey.verifies(rsa.sign(message), of: message))
    }

    @Test func `what is no key, or a weak one, is refused`() {
        #expect(throws: KeyError.malformed) { try P256PublicKey(x: [UInt8](repeating: 1, count: 32), y: [UInt8](repeating: 1, count: 32)) }
        #expect(throws: KeyError.malformed) { try P256PublicKey(uncompressed: [4]) }
        #expect(throws: KeyError.malformed) { try P256PrivateKey(pem: "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----") }
        #expect(throws: KeyError.wrongSize) { try RSAPublicKey(modulus: [UInt8](repeating: 0xFF, count: 128), exponent: [1, 0, 1]) }
        #expect(throws: KeyError.wrongSize) { try RSAPublicKey(modulus: [UInt8](repeating: 0xFF, count: 4096), exponent: [1, 0, 1]) }
        #expect(throws: KeyError.malformed) { try RSAPublicKey(modulus: [UInt8](repeating: 0xFF, count: 256), exponent: [2]) }
    }

    private func read(_ text: String) throws -> [UInt8] { try #require([UInt8](base64URL: text)) }

    private func altered(_ signature: [UInt8]) -> [UInt8] {
        var copy = signature
        copy[copy.count / 2] ^= 1
        return copy
    }
}
