import Testing

@testable import SignIn

@Suite struct CBORTests {
    @Test(
        arguments: [
            ([0x00], .integer(0)), ([0x17], .integer(23)), ([0x18, 0x18], .integer(24)), ([0x19, 0x03, 0xE8], .integer(1000)),
            ([0x1B, 0x00, 0x00, 0x00, 0xE8, 0xD4, 0xA5, 0x10, 0x00], .integer(1_000_000_000_000)), ([0x20], .integer(-1)),
            ([0x39, 0x03, 0xE7], .integer(-1000)),
            ([0x44, 1, 2, 3, 4], .bytes([1, 2, 3, 4])), ([0x62, 0xC3, 0xBC], .text("ü")),
            ([0x83, 1, 2, 3], .array([.integer(1), .integer(2), .integer(3)])),
            ([0xA1, 0x61, 0x61, 0x01], .map([(.text("a"), .integer(1))])), ([0xF4], .flag(false)), ([0xF5], .flag(true)), ([0xF6], .null),
        ] as [([UInt8], CBOR)])
    func `the examples of RFC 8949 are read`(bytes: [UInt8], value: CBOR) throws {
        #expect(try CBOR(bytes) == value)
    }

    @Test(
        arguments: [
            ([], .cut), ([0x44, 1, 2], .cut), ([0x18], .cut), ([0x00, 0x00], .loose), ([0x5F, 0x41, 0x01, 0xFF], .unsupported),
            ([0xC0, 0x00], .unsupported), ([0xF9, 0x3C, 0x00], .unsupported), ([0x61, 0xFF], .unsupported),
            ([0xA2, 0x01, 0x01, 0x01, 0x02], .repeatedKey),
            ([0x1B, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .unsupported), ([0x98, 0x41], .tooMany),
            ([0x5B, 0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], .cut),
            ([0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x81, 0x01], .tooDeep),
        ] as [([UInt8], CBOR.Fault)])
    func `what no authenticator writes is refused`(bytes: [UInt8], fault: CBOR.Fault) {
        #expect(throws: fault) { try CBOR(bytes) }
    }
}
