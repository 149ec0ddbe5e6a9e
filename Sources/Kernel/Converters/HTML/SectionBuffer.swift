import Documents

/// The HTML and the words of one section while it is being written; white space is folded in both alike.
struct SectionBuffer {
    private(set) var html: [UInt8] = []
    private(set) var text: [UInt8] = []
    /// The first heading's words, and whether anything but headings has come.
    var heading: String?
    var hasBody = false
    /// Places in `html` where the number of a section and an anchor are still to be filled in.
    private(set) var openLinks: [(offset: Int, fragment: String)] = []

    private enum Space { case none, pending, written }
    private var space = Space.none
    private var lineHasText = false

    /// Writes a tag or the like, as it is.
    mutating func markup(_ words: String) { html.append(contentsOf: words.utf8) }

    /// Ends the line of words: a block begins or ends.
    mutating func breakLine() {
        space = .none
        guard lineHasText else { return }
        while text.last == 32 { text.removeLast() }
        text.append(10)
        lineHasText = false
    }

    /// Settles a space that came before an inline tag.
    mutating func settleSpace() {
        guard space == .pending, lineHasText else { return }
        html.append(32)
        text.append(32)
        space = .written
    }

    /// Writes words; in preformatted text white space stands as it is.
    mutating func words(_ bytes: some Sequence<UInt8>, preformatted: Bool) {
        for byte in bytes {
            if byte.isHTMLSpace && !preformatted {
                if lineHasText && space == .none { space = .pending }
                continue
            }
            if byte == 0 || byte == 11 { continue }
            if space == .pending {
                html.append(32)
                text.append(32)
            }
            space = .none
            escape(byte)
            text.append(byte)
            lineHasText = byte != 10
        }
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "<"): html.append(contentsOf: "&lt;".utf8)
        case UInt8(ascii: ">"): html.append(contentsOf: "&gt;".utf8)
        case UInt8(ascii: "&"): html.append(contentsOf: "&amp;".utf8)
        default: html.append(byte)
        }
    }

    /// Begins a link whose section is not known yet: ` href="` and a gap.
    mutating func openLink(to fragment: String) {
        markup(" href=\"")
        openLinks.append((html.count, fragment))
        markup("\"")
    }

    /// The finished HTML; `place` finds the section of a fragment.
    func finished(_ place: (String) -> (section: Int, anchor: String)?) -> String {
        guard !openLinks.isEmpty else { return String(decoding: html, as: UTF8.self) }
        var result: [UInt8] = []
        var start = 0
        for (offset, fragment) in openLinks {
            result += html[start..<offset]
            if let (section, anchor) = place(fragment) {
                result += Array("section:\(section)#\(anchor)".utf8)
            } else {
                result.append(UInt8(ascii: "#"))
            }
            start = offset
        }
        result += html[start...]
        return String(decoding: result, as: UTF8.self)
    }

    /// The words, one block a line, without an empty end.
    var plainText: String {
        var bytes = text[...]
        while let last = bytes.last, last == 10 || last == 32 { bytes.removeLast() }
        return String(decoding: bytes, as: UTF8.self)
    }

    var isEmpty: Bool { text.isEmpty && !hasBody }
}

extension String {
    /// Safe between double quotes in HTML and XML.
    var escapedForAttribute: String {
        guard utf8.contains(where: { $0 == 38 || $0 == 34 || $0 == 60 || $0 == 62 }) else { return self }
        return replacing("&", with: "&amp;").replacing("\"", with: "&quot;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// Safe between tags.
    var escapedForText: String {
        guard utf8.contains(where: { $0 == 38 || $0 == 60 || $0 == 62 }) else { return self }
        return replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
