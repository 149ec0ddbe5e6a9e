import Documents

/// Where a link leads.
enum HTMLLink {
    /// A place in this document, ready to be written: `section:3#s3-note`.
    case inside(String)
    /// A place in the document that is being cut into sections; the section is filled in at the end.
    case fragment(String)
    /// A page elsewhere.
    case outside(String)
    case nowhere
}

/// What surrounds a piece of HTML: where its links lead and where its pictures come from.
protocol HTMLSurroundings: AnyObject {
    /// Where `href` leads.
    func link(_ href: String) -> HTMLLink
    /// The resource behind a picture's or sound's address; nil leaves it out.
    func resource(_ source: String) throws(ConversionRefusal) -> ConvertedResource?
    /// Whether the element does not belong to the work, such as a licence around it.
    func leavesOut(_ element: HTMLElement) -> Bool
    /// The level of a heading that is written as a paragraph.
    func headingLevel(of element: HTMLElement) -> Int?
}

extension HTMLSurroundings {
    func leavesOut(_ element: HTMLElement) -> Bool { false }
    func headingLevel(of element: HTMLElement) -> Int? { nil }
}

extension HTMLLink {
    /// An address outside, if its scheme is harmless.
    static func outside(checking address: String) -> HTMLLink {
        let cleaned = address.unicodeScalars.filter { $0.value > 32 && $0.value != 127 }
        let text = String(String.UnicodeScalarView(cleaned))
        let scheme = text.prefix { $0 != ":" }.lowercased()
        guard text.count < 2000, ["http", "https", "mailto", "tel"].contains(scheme), text.count > scheme.count + 1 else { return .nowhere }
        return .outside(text)
    }

    /// Whether an address names its own scheme (`https:`, `data:`), rather than a place in the same book.
    static func hasScheme(_ address: String) -> Bool {
        guard let colon = address.firstIndex(of: ":"), let first = address.utf8.first, first.isASCIILetter else { return false }
        return address[..<colon].utf8.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }
}
