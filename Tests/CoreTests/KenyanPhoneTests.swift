import Core
import Foundation
import TestSupport
import Testing

@Suite struct KenyanPhoneTests {
    @Test(
        .covers("CAF-002", "CAF-026"),
        arguments: [
            "0712345678", "712345678", "254712345678", "+254712345678", "+254 712 345 678", "0712 345 678", "0712-345-678", "(0712) 345678",
            "00254712345678", "+254 (0)712 345678", " 0712.345.678 ", "0712\u{A0}345\u{A0}678", "(+254) 712 345678",
        ])
    func `a number is understood in every written form`(written: String) {
        #expect(KenyanPhone(written)?.international == "254712345678")
    }

    @Test(
        .covers("CAF-002"),
        arguments: [
            "", "0", "07123", "07123456789", "+46701234567", "+255712345678", "0812345678", "0202012345", "071234567a", "tel:0712345678",
            "٠٧١٢٣٤٥٦٧٨",
            "+254+712345678", "2547123456789", "0712345678; DROP TABLE", String(repeating: "0", count: 4000), "+0712345678", "254712345",
        ])
    func `anything else is refused`(written: String) {
        #expect(KenyanPhone(written) == nil)
    }

    @Test(.covers("CAF-002"))
    func `lines that begin with 1 are mobile too, and numbers are readable`() throws {
        let phone = try #require(KenyanPhone("0110123456"))
        #expect(phone.international == "254110123456")
        #expect(phone.readable == "+254 110 123 456")
    }

    @Test(.covers("CAF-002"), .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)))
    func `every mobile prefix of every carrier in Kenya is taken`() throws {
        let file = try #require(SharedData.files(in: "people/phone").first { $0.lastPathComponent == "carrier_254.txt" })
        let prefixes = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").filter { $0.hasPrefix("254") }.compactMap {
            $0.split(separator: "|").first
        }
        #expect(prefixes.count > 30)
        for prefix in prefixes {
            let number = prefix + String(repeating: "5", count: 12 - prefix.count)
            #expect(KenyanPhone("+\(number)")?.international == String(number))
            #expect(KenyanPhone("0\(number.dropFirst(3))")?.international == String(number))
        }
    }
}
