import Core
import Foundation
import TestSupport
import Testing

@testable import Mail

@Suite struct MessageFormatTests {
    private func message(subject: String, text: String = "Hello\n", site: String = "Our Site", stop: String = "https://stoa.example/stop/1") -> String
    {
        let email = RenderedEmail(subject: subject, text: text, html: "<p>Hello</p>", links: [], unsubscribe: stop)
        let format = MessageFormat(
            email: email, language: .swedish, messageID: "abc", sender: (site, "library@stoa.example"), receiver: "ada@stoa.example",
            date: Instant(milliseconds: 1_790_000_000_000))
        return String(decoding: format.bytes, as: UTF8.self)
    }

    private func header(_ message: String) -> String { message.components(separatedBy: "\r\n\r\n")[0] }

    @Test func `the header says who, when and how to stop, and every line ends as it must`() {
        let text = message(subject: "Hello")
        let header = header(text)
        for line in [
            "Date: Mon, 21 Sep 2026 14:13:20 +0000", "From: \"Our Site\" <library@stoa.example>", "To: <ada@stoa.example>", "Subject: Hello",
            "Message-ID: <abc@stoa.example>", "List-Unsubscribe: <https://stoa.example/stop/1>", "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Content-Language: sv",
        ] { #expect(header.components(separatedBy: "\r\n").contains(line), "\(line)") }
        #expect(!text.replacing("\r\n", with: "").contains("\n") && !text.replacing("\r\n", with: "").contains("\r"))
    }

    @Test(arguments: ["Hi\r\nBcc: eve@evil.example", "Hi\nBcc: eve@evil.example", "Hi\u{2028}Bcc: eve", "Hi\u{0}\u{85}Bcc: eve"])
    func `no subject, no name and no address begins a header line of its own`(_ words: String) {
        for text in [message(subject: words), message(subject: "Hi", site: words), message(subject: "Hi", stop: words)] {
            #expect(!header(text).components(separatedBy: "\r\n").contains { $0.hasPrefix("Bcc") })
        }
    }

    @Test func `a long Swedish subject goes in pieces that decode to it`() throws {
        let subject = String(repeating: "Räksmörgås på Öland är gott, tycker en ängsvädd 👩‍👩‍👧‍👦. ", count: 8)
        let header = header(message(subject: subject))
        let start = try #require(header.range(of: "Subject: "))
        let end = try #require(header.range(of: "\r\nMessage-ID"))
        let lines = header[start.upperBound..<end.lowerBound].components(separatedBy: "\r\n ")
        #expect(lines.count > 5 && lines.allSatisfy { $0.utf8.count <= 75 && $0.hasPrefix("=?UTF-8?B?") && $0.hasSuffix("?=") })
        let pieces = try lines.map { line in try #require(Data(base64Encoded: String(line.dropFirst(10).dropLast(2)))) }
        #expect(String(decoding: pieces.reduce(Data(), +), as: UTF8.self) == subject.trimmingCharacters(in: .whitespaces))
    }

    @Test func `text of any kind survives, in short lines of ASCII`() throws {
        let text = "Å = ä, 100 %\n.\nFrom here\ntrailing \n" + String(repeating: "långa ord ", count: 40) + "\n\t👋"
        let encoded = QuotedPrintable.encode(text)
        #expect(encoded.utf8.allSatisfy { $0 < 0x7F })
        #expect(
            encoded.components(separatedBy: "\r\n").allSatisfy {
                $0.utf8.count <= 76 && !$0.hasPrefix(".") && !$0.hasPrefix("From ") && !$0.hasSuffix(" ")
            })
        var bytes: [UInt8] = []
        var rest = Substring(encoded.replacing("=\r\n", with: "").replacing("\r\n", with: "\n"))
        while let email = rest.popFirst() {
            guard email == "=" else {
                bytes += Array(String(email).utf8)
                continue
            }
            bytes.append(try #require(UInt8(rest.prefix(2), radix: 16)))
            rest = rest.dropFirst(2)
        }
        #expect(String(decoding: bytes, as: UTF8.self) == text)
    }
}
