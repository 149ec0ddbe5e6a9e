import Foundation

/// What a file is, decided by its content alone.
package enum FileKind: Equatable {
    case zip, gzip, pdf, mp3, svg, rtf
    case sound(SoundContainer)
    case image(ImageHeader)
    /// XML whose first element has this local name.
    case xml(root: String)
    case html, json, text
    /// Known by its first bytes, and not taken; the name of the kind.
    case foreign(String)

    /// Reads the beginning of `file`; nil when the bytes say nothing, empty files included.
    package static func of(_ file: URL) throws(ConversionRefusal) -> FileKind? {
        guard let handle = try? FileHandle(forReadingFrom: file) else { throw .damaged }
        defer { try? handle.close() }
        let bytes = ImageHeader.beginning(of: handle)
        return bytes.isEmpty ? nil : (binary(bytes) ?? textual(bytes))
    }

    private static func binary(_ bytes: [UInt8]) -> FileKind? {
        if let image = ImageHeader(bytes) { return .image(image) }
        for (magic, kind) in signatures where bytes.starts(with: magic) { return kind }
        if bytes.count > 12, bytes[4..<8].elementsEqual("ftyp".utf8) { return isoMedia(bytes) }
        if bytes.count > 12, bytes.starts(with: "RIFF".utf8) { return bytes[8..<12].elementsEqual("WAVE".utf8) ? .sound(.wav) : .foreign("RIFF") }
        // PDF readers accept rubbish before the header, so files with it exist.
        if String(decoding: bytes.prefix(1024), as: UTF8.self).contains("%PDF-") { return .pdf }
        if isMPEGFrame(bytes) { return .mp3 }
        return nil
    }

    private static let signatures: [([UInt8], FileKind)] = [
        ([0x50, 0x4B, 0x03, 0x04], .zip), ([0x50, 0x4B, 0x05, 0x06], .zip), ([0x1F, 0x8B], .gzip), (Array("ID3".utf8), .mp3),
        (Array("OggS".utf8), .sound(.ogg)), (Array("fLaC".utf8), .sound(.flac)), (Array("{\\rtf".utf8), .rtf),
        ([0x30, 0x26, 0xB2, 0x75], .foreign("WMA")), ([0xD0, 0xCF, 0x11, 0xE0], .foreign("Word 97–2003 (DOC)")),
        ([0x7F, 0x45, 0x4C, 0x46], .foreign("ELF")), (Array("MZ".utf8), .foreign("EXE")), (Array("BM".utf8), .foreign("BMP")),
        ([0x49, 0x49, 0x2A, 0x00], .foreign("TIFF")), ([0x4D, 0x4D, 0x00, 0x2A], .foreign("TIFF")),
        (Array("Rar!".utf8), .foreign("RAR")), ([0x37, 0x7A, 0xBC, 0xAF], .foreign("7z")), (Array("BZh".utf8), .foreign("bzip2")),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A], .foreign("xz")), (Array("AT&TFORM".utf8), .foreign("DjVu")),
        (Array("ITSF".utf8), .foreign("CHM")), (Array("SQLite format 3".utf8), .foreign("SQLite")),
    ]

    /// Recordings often carry a brand that films have too; whether there is a film in it shows when it is read.
    private static func isoMedia(_ bytes: [UInt8]) -> FileKind {
        switch String(decoding: bytes[8..<12], as: UTF8.self) {
        case "avif", "avis": .foreign("AVIF")
        case "heic", "heix", "mif1": .foreign("HEIC")
        case "qt  ": .foreign("QuickTime")
        default: .sound(.mp4)
        }
    }

    /// Two MPEG layer III frames in a row: one sync word alone occurs in any noise.
    private static func isMPEGFrame(_ bytes: [UInt8]) -> Bool {
        guard let first = MPEGFrame(bytes, at: 0) else { return false }
        return first.length >= bytes.count || MPEGFrame(bytes, at: first.length) != nil
    }

    private static func textual(_ bytes: [UInt8]) -> FileKind? {
        let text = String(decoding: TextDecoding.utf8(bytes).prefix(48 << 10), as: UTF8.self)
        let controls = text.unicodeScalars.count { $0.value < 32 && ![9, 10, 12, 13, 27].contains($0.value) }
        if controls > 0, controls * 200 > text.unicodeScalars.count { return nil }
        let trimmed = text.drop(while: \.isWhitespace)
        if trimmed.isEmpty { return .text }
        if let root = markupRoot(trimmed) {
            switch root.lowercased() {
            case "svg": return .svg
            case "html", "head", "body": return .html
            default:
                return trimmed.hasPrefix("<?xml") || root.contains(where: \.isUppercase) || ["osis", "usx", "usfx"].contains(root)
                    ? .xml(root: root) : .html
            }
        }
        if trimmed.first == "{"
            || trimmed.first == "[" && trimmed.dropFirst().drop(while: \.isWhitespace).first.map({ "\"{[".contains($0) }) == true
        {
            return .json
        }
        return .text
    }

    /// The local name of the first element, behind declarations and comments.
    private static func markupRoot(_ text: Substring) -> String? {
        var rest = text
        while rest.first == "<" {
            let end: String
            if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<?") {
                end = "?>"
            } else if rest.hasPrefix("<!") {
                end = ">"
            } else {
                let name = rest.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == ":" || $0 == "_" || $0 == "-" }
                return name.isEmpty ? nil : String(name.split(separator: ":").last ?? name)
            }
            if rest.hasPrefix("<!DOCTYPE html") || rest.hasPrefix("<!doctype html") { return "html" }
            guard let range = rest.range(of: end) else { return nil }
            rest = rest[range.upperBound...].drop { $0.isWhitespace || $0 == "]" || $0 == ">" }
        }
        return nil
    }
}

/// The header of one MPEG audio frame of layer III.
struct MPEGFrame {
    /// Bytes to the next frame.
    let length: Int

    init?(_ bytes: [UInt8], at index: Int) {
        guard index >= 0, index + 4 <= bytes.count, bytes[index] == 0xFF, bytes[index + 1] & 0xE0 == 0xE0 else { return nil }
        let version = (bytes[index + 1] >> 3) & 3
        let layer = (bytes[index + 1] >> 1) & 3
        let rateIndex = Int(bytes[index + 2] >> 4)
        let frequencyIndex = Int((bytes[index + 2] >> 2) & 3)
        guard version != 1, layer == 1, rateIndex > 0, rateIndex < 15, frequencyIndex < 3 else { return nil }
        let rates =
            version == 3
            ? [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320] : [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        let frequency = [44_100, 48_000, 32_000][frequencyIndex] / (version == 3 ? 1 : version == 2 ? 2 : 4)
        let padding = Int((bytes[index + 2] >> 1) & 1)
        length = (version == 3 ? 144 : 72) * rates[rateIndex - 1] * 1000 / frequency + padding
    }
}
