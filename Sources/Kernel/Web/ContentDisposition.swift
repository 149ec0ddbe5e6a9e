import Core

/// How a browser is told to save an answer, and under which name (RFC 6266).
enum ContentDisposition {
    /// Controls, quotes and slashes of the name go. One that isn't plain ASCII is said twice: in ASCII for old programs, in UTF-8 (RFC 8187) for the others.
    static func attachment(_ name: String) -> String {
        let clean = name.without { $0.value < 0x20 || $0.value == 0x7F || $0 == "/" || $0 == "\\" }
        // Some programs decode a percent sign in the plain name.
        let plain = String(String.UnicodeScalarView(clean.unicodeScalars.map { $0.isASCII && $0 != "\"" && $0 != "%" ? $0 : "_" }))
        let header = "attachment; filename=\"\(plain)\""
        return plain == clean ? header : header + "; filename*=UTF-8''\(PercentEncoding.encode(clean))"
    }
}

/// The name of a file that is made of words of people.
public enum FileName {
    /// The most characters of the words, and the most bytes: file systems take 255 with what is put before and after.
    private static let longest = 100
    private static let mostBytes = 180

    /// “The Lamp: a Ferry/Story” as an EPUB is `The Lamp a Ferry Story.epub`: without what a file system or a screen takes for something else.
    /// - Parameter fallback: where nothing is left of the words.
    public static func made(of words: String, fallback: String, type: String) -> String {
        let spaced = String(String.UnicodeScalarView(words.unicodeScalars.map { "/\\:*?\"<>|".unicodeScalars.contains($0) ? " " : $0 }))
        // Signs that nobody sees can turn the end of a name around.
        let seen = spaced.without {
            switch $0.properties.generalCategory {
            case .control, .format, .privateUse, .surrogate, .unassigned, .lineSeparator, .paragraphSeparator: !$0.properties.isWhitespace
            default: false
            }
        }
        var name = String(seen.split(whereSeparator: \.isWhitespace).joined(separator: " ").drop { $0 == "." }.prefix(longest))
        while name.utf8.count > mostBytes { name.removeLast() }
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return "\(name.isEmpty ? fallback : name).\(type)"
    }
}

extension String {
    fileprivate func without(_ isOut: (Unicode.Scalar) -> Bool) -> String { String(UnicodeScalarView(unicodeScalars.filter { !isOut($0) })) }
}
