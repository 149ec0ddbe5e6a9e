import Foundation

/// Brings bytes of unknown encoding to UTF-8: byte order marks, declarations, UTF-8 if it is valid, else Windows-1252.
package enum TextDecoding {
    /// UTF-8 without a byte order mark.
    package static func utf8(_ bytes: [UInt8]) -> [UInt8] {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return repaired(Array(bytes.dropFirst(3))) }
        if bytes.starts(with: [0xFF, 0xFE]) { return utf16(bytes.dropFirst(2), bigEndian: false) }
        if bytes.starts(with: [0xFE, 0xFF]) { return utf16(bytes.dropFirst(2), bigEndian: true) }
        if let guess = utf16WithoutMark(bytes) { return utf16(bytes[...], bigEndian: guess) }
        if isValidUTF8(bytes) { return bytes }
        return decode(bytes, declared(bytes) ?? .windowsCP1252)
    }

    static func isValidUTF8(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        isValidUTF8(bytes) ? bytes : Array(String(decoding: bytes, as: UTF8.self).utf8)
    }

    private static func utf16(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> [UInt8] {
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        var index = bytes.startIndex
        while index + 1 < bytes.endIndex {
            let first = UInt16(bytes[index])
            let second = UInt16(bytes[index + 1])
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
            index += 2
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    /// Whether the bytes look like UTF-16 of mostly Latin text, and which order; nil when they do not.
    private static func utf16WithoutMark(_ bytes: [UInt8]) -> Bool? {
        let sample = bytes.prefix(512)
        guard sample.count >= 8 else { return nil }
        var zeros = [0, 0]
        for (index, byte) in sample.enumerated() where byte == 0 { zeros[index & 1] += 1 }
        let half = sample.count / 2
        if zeros[0] > half * 3 / 4, zeros[1] == 0 { return true }
        if zeros[1] > half * 3 / 4, zeros[0] == 0 { return false }
        return nil
    }

    /// What an XML declaration or a meta element in the first bytes says.
    private static func declared(_ bytes: [UInt8]) -> String.Encoding? {
        let beginning = String(decoding: bytes.prefix(2048), as: UTF8.self).lowercased()
        for marker in ["encoding=", "charset="] {
            guard let range = beginning.range(of: marker) else { continue }
            let name = beginning[range.upperBound...].drop { $0 == "\"" || $0 == "'" }
                .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            if let encoding = encodings[String(name)] { return encoding }
        }
        return nil
    }

    private static let encodings: [String: String.Encoding] = [
        "iso-8859-1": .windowsCP1252, "latin1": .windowsCP1252, "windows-1252": .windowsCP1252, "cp1252": .windowsCP1252,
        "us-ascii": .windowsCP1252, "ascii": .windowsCP1252, "iso-8859-2": .isoLatin2, "windows-1250": .windowsCP1250,
        "windows-1251": .windowsCP1251, "windows-1253": .windowsCP1253, "windows-1254": .windowsCP1254, "iso-8859-15": .windowsCP1252,
        "shift_jis": .shiftJIS, "euc-jp": .japaneseEUC,
    ]

    private static func decode(_ bytes: [UInt8], _ encoding: String.Encoding) -> [UInt8] {
        if let text = String(bytes: bytes, encoding: encoding) { return Array(text.utf8) }
        // The five holes of Windows-1252 are the only way to get here; byte for byte is the best reading left.
        var text = String.UnicodeScalarView()
        for byte in bytes { text.append(Unicode.Scalar(byte)) }
        return Array(String(text).utf8)
    }
}
