import Documents

/// The `id`s of a text, made safe: letters, digits, `-`, `_` and `.`, behind a prefix that keeps them apart from the page's own.
enum HTMLAnchor {
    /// The safe form of `raw`; equal input gives equal output, so links meet their targets.
    static func make(_ raw: String, prefix: String) -> String {
        var name = prefix
        for byte in raw.utf8.prefix(200) {
            if byte.isASCIILetter || byte.isASCIIDigit || "-._".utf8.contains(byte) {
                name.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                name += "_" + String(byte, radix: 16)
            }
        }
        return name
    }

    /// The prefix of a section's anchors.
    static func prefix(section: Int) -> String { "s\(section)-" }
}
