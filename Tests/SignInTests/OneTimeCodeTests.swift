import TestSupport
import Testing

@testable import SignIn

@Suite struct OneTimeCodeTests {
    /// The secret of RFC 6238, appendix B.
    private let code = OneTimeCode(secret: Array("12345678901234567890".utf8))

    @Test(
        .covers("CORE-016"),
        arguments: [
            (59, "94287082"), (1_111_111_109, "07081804"), (1_111_111_111, "14050471"), (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"), (20_000_000_000, "65353130"),
        ] as [(Int64, String)])
    func `the codes are those of the standard's own table`(seconds: Int64, expected: String) {
        #expect(code.code(atStep: seconds / OneTimeCode.step, digits: 8) == expected)
        #expect(code.code(atStep: seconds / OneTimeCode.step) == expected.suffix(6))
    }

    @Test func `a code counts for its step and one beside it, and never again`() {
        let now: Int64 = 1_111_111_111
        let step = now / OneTimeCode.step
        let present = code.code(atStep: step)
        #expect(code.step(of: present, at: now, after: 0) == step)
        #expect(code.step(of: present, at: now + 30, after: 0) == step)
        #expect(code.step(of: present, at: now + 60, after: 0) == nil)
        #expect(code.step(of: present, at: now, after: step) == nil)
        #expect(code.step(of: "", at: now, after: 0) == nil)
        #expect(code.step(of: present + "0", at: now, after: 0) == nil)
    }

    @Test(arguments: [("", ""), ("f", "MY"), ("fo", "MZXQ"), ("foo", "MZXW6"), ("foob", "MZXW6YQ"), ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI")])
    func `Base32 is that of RFC 4648`(bytes: String, text: String) {
        #expect(Base32.encode(Array(bytes.utf8)) == text)
    }

    @Test func `the address in the picture names site, account and secret`() {
        let address = code.address(account: "ada@stoa.example", issuer: "Växjö & co")
        #expect(
            address == "otpauth://totp/V%C3%A4xj%C3%B6%20%26%20co:ada@stoa.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=V%C3%A4xj%C3%B6%20%26%20co&algorithm=SHA1&digits=6&period=30")
    }
}
