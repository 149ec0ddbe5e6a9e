import Compression
import Core
import Documents
import Foundation
import TestSupport
import Testing

/// Real files with a few bytes changed, the same ones on every run: whatever they have become, they are taken or refused.
@Suite(.covers("LIB-090", "CORE-050")) struct MutatedFileTests {
    private let folder: TemporaryFolder
    private let converter: DocumentConverter

    init() throws {
        folder = try TemporaryFolder()
        converter = DocumentConverter(in: folder)
    }

    /// Changes, removes and repeats bytes, and puts numbers at the ends of their range where digits stood.
    private func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &random) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...200, using: &random)))
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 60)], at: place)
            case 3: bytes.insert(contentsOf: [[0xFF, 0xFE], [0], [0xF0, 0x90]].randomElement(using: &random) ?? [], at: place)
            default:
                let end = bytes[place...].firstIndex { (0x30...0x39).contains($0) } ?? place
                bytes.replaceSubrange(end..<min(end + 1, bytes.count), with: Self.numbers.randomElement(using: &random) ?? [])
            }
        }
        return bytes
    }

    private static let numbers = ["-9223372036854775808", "9223372036854775807", "-1", "0", "1e400", "99999999999999999999"].map { Array($0.utf8) }

    private func convert(_ bytes: [UInt8], _ name: String) async throws {
        let file = try folder.write(name, bytes)
        do throws(ConversionRefusal) { try await converter.convert(fileAt: file, name: name).discard() } catch {}
    }

    @Test(
        .enabled(if: SharedData.isHere, Comment(rawValue: SharedData.absence)),
        arguments: [
            ("text/debian_install.sv.txt", "a.txt"), ("text/gitenberg_1342.htm.gz", "a.htm"), ("bible/en_ylt_nt.zefania.xml.gz", "a.xml"),
            ("bible/sw_nt_matt-acts.osis.xml.gz", "a.xml"), ("bible/sv_1873_nt.txt.gz", "a.txt"),
        ])
    func `a text with changed bytes is read or refused`(path: String, name: String) async throws {
        var bytes = [UInt8](try Data(contentsOf: SharedData.file(path)))
        if path.hasSuffix(".gz") { bytes = try #require(gunzip(bytes, limit: 8 << 20)) }
        var random = SeededGenerator(seed: 4)
        for _ in 0..<12 { try await convert(mutated(Array(bytes.prefix(12_000)), &random), name) }
        #expect(folder.leftovers.isEmpty)
    }

    @Test func `a book with changed parts is read or refused`() async throws {
        var random = SeededGenerator(seed: 8)
        for _ in 0..<25 { try await convert(mutated(ZipFixture.epub().bytes, &random), "a.epub") }
        for _ in 0..<25 { try await convert(ZipFixture.epub().changed { mutated($0, &random) }.bytes, "a.epub") }
        #expect(folder.leftovers.isEmpty)
    }

    @Test(arguments: ["-9223372036854775808", "9223372036854775807", "0", "-1", "99999999999999999999"])
    func `a Bible with numbers at the ends of their range is read or refused`(number: String) async throws {
        let verse = "In the beginning was the Word, and the Word was with God."
        let zefania = """
            <?xml version="1.0"?><XMLBIBLE biblename="A"><BIBLEBOOK bnumber="\(number)" bname="John"><CHAPTER cnumber="\(number)">
            <VERS vnumber="\(number)">\(verse)</VERS></CHAPTER></BIBLEBOOK></XMLBIBLE>
            """
        try await convert(Array(zefania.utf8), "a.xml")
        try await convert(Array("\\id JHN\n\\c \(number)\n\\v \(number) \(verse)\n\\v 2 \(verse)".utf8), "a.usfm")
        try await convert(Array("### John\n\n[1:1] \(verse)\n[\(number):\(number)] \(verse)\n[1:3] \(verse)\n[1:4] \(verse)".utf8), "a.txt")
        let json = #"{"book": "John", "chapters": [{"chapter": \#(number), "verses": [{"verse": \#(number), "text": "\#(verse)"}]}]}"#
        try await convert(Array(json.utf8), "a.json")
        #expect(folder.leftovers.isEmpty)
    }

    @Test func `markup of any depth is read or refused`() async throws {
        for (open, close, name) in [
            ("<div>", "</div>", "a.html"), ("<b>", "", "a.html"), ("<svg><a>", "", "a.html"), ("> ", "", "a.md"), ("- ", "", "a.md"),
            ("[", "]", "a.md"), ("[", "]", "a.json"), (#"{"books":"#, "}", "a.json"), ("<a>", "</a>", "a.xml"),
        ] {
            let text = String(repeating: open, count: 20_000) + "words" + String(repeating: close, count: 20_000)
            try await convert(Array(text.utf8), name)
        }
        #expect(folder.leftovers.isEmpty)
    }
}
