/// Writes ZIP archives by hand, so that tests can make ones that no honest tool makes.
struct ZipFixture {
    struct Entry {
        var name: [UInt8]
        var content: [UInt8]
        var size: Int
        var method: UInt16 = 0
        var flags: UInt16 = 0
        /// Unix mode; 0o100644 is a plain file.
        var mode: UInt32 = 0o100644
    }

    private var entries: [Entry] = []

    mutating func add(_ name: String, _ content: String) { add(name, Array(content.utf8)) }

    mutating func add(_ name: String, _ content: [UInt8]) {
        entries.append(Entry(name: Array(name.utf8), content: content, size: content.count))
    }

    mutating func add(_ entry: Entry) { entries.append(entry) }

    /// The same archive with every part changed.
    func changed(_ change: ([UInt8]) -> [UInt8]) -> ZipFixture {
        var zip = self
        zip.entries = entries.map { entry in
            var entry = entry
            entry.content = change(entry.content)
            entry.size = entry.content.count
            return entry
        }
        return zip
    }

    /// Adds `megabytes` of zero bytes, packed about 150 to 1.
    mutating func addZeros(_ name: String, megabytes: Int) {
        let packed = Deflate.zeros(megabytes << 20)
        entries.append(Entry(name: Array(name.utf8), content: packed.bytes, size: packed.size, method: 8))
    }

    var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for entry in entries {
            let offset = file.count
            // libarchive checks sums only of what it unpacks whole; packed zeros are never unpacked whole here.
            let sum = entry.method == 0 ? CRC32.of(entry.content) : 0
            let common =
                le(entry.flags) + le(entry.method) + le(UInt32(0x0021_0000)) + le(sum) + le(UInt32(entry.content.count))
                + le(UInt32(entry.size))
                + le(UInt16(entry.name.count)) + le(UInt16(0))
            file += le(UInt32(0x0403_4B50)) + le(UInt16(20)) + common + entry.name + entry.content
            directory +=
                le(UInt32(0x0201_4B50)) + le(UInt16(0x031E)) + le(UInt16(20)) + common + le(UInt16(0)) + le(UInt16(0)) + le(UInt16(0))
                + le(entry.mode << 16) + le(UInt32(offset)) + entry.name
        }
        let start = file.count
        file += directory
        file +=
            le(UInt32(0x0605_4B50)) + le(UInt32(0)) + le(UInt16(entries.count)) + le(UInt16(entries.count)) + le(UInt32(directory.count))
            + le(UInt32(start)) + le(UInt16(0))
        return file
    }

    private func le(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.littleEndian) { Array($0) } }
}

extension ZipFixture {
    /// A small whole EPUB; single files can be replaced or added.
    static func epub(chapter: String = "<p>Words enough to be read.</p>", _ others: [String: String] = [:]) -> ZipFixture {
        var files = [
            "META-INF/container.xml": """
            <?xml version="1.0"?><container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>
            <rootfile full-path="OPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles></container>
            """,
            "OPS/package.opf": """
            <?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
            <metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:isbn:978-0-306-40615-7</dc:identifier>
            <dc:title>A Fixture</dc:title><dc:creator>Ada</dc:creator><dc:language>en</dc:language></metadata>
            <manifest><item id="c" href="chapter.xhtml" media-type="application/xhtml+xml"/>
            <item id="p" href="picture.png" media-type="image/png"/>
            <item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest>
            <spine><itemref idref="c"/></spine></package>
            """,
            "OPS/nav.xhtml": """
            <html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body><nav epub:type="toc"><ol>
            <li><a href="chapter.xhtml">One</a></li></ol></nav></body></html>
            """,
            "OPS/chapter.xhtml": """
            <?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><head><title>One</title></head>
            <body>\(chapter)</body></html>
            """,
        ]
        files.merge(others) { _, new in new }
        var zip = ZipFixture()
        zip.add("mimetype", "application/epub+zip")
        for (name, content) in files.sorted(by: { $0.key < $1.key }) where !content.isEmpty { zip.add(name, content) }
        return zip
    }
}

/// Just enough of DEFLATE (RFC 1951) to pack zeros.
enum Deflate {
    /// One block with fixed codes: a zero, then "258 more of the same" again and again.
    static func zeros(_ count: Int) -> (bytes: [UInt8], size: Int) {
        var bits = Bits()
        bits.add(1, 1)
        bits.add(1, 2)
        bits.addCode(0b0011_0000, 8)
        let repeats = count / 258
        for _ in 0..<repeats {
            bits.addCode(0b1100_0101, 8)
            bits.addCode(0, 5)
        }
        bits.addCode(0, 7)
        return (bits.finished, 1 + repeats * 258)
    }

    private struct Bits {
        private var bytes: [UInt8] = []
        private var current: UInt8 = 0
        private var used = 0

        mutating func add(_ value: Int, _ count: Int) {
            for index in 0..<count { push(UInt8((value >> index) & 1)) }
        }

        /// Huffman codes go in from their highest bit.
        mutating func addCode(_ code: Int, _ count: Int) {
            for index in (0..<count).reversed() { push(UInt8((code >> index) & 1)) }
        }

        private mutating func push(_ bit: UInt8) {
            current |= bit << UInt8(used)
            used += 1
            if used == 8 {
                bytes.append(current)
                current = 0
                used = 0
            }
        }

        var finished: [UInt8] { used > 0 ? bytes + [current] : bytes }
    }
}

/// The checksum of ZIP and gzip.
enum CRC32 {
    static func of(_ bytes: [UInt8]) -> UInt32 {
        var crc: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            crc ^= UInt32(byte)
            for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
        }
        return ~crc
    }
}
