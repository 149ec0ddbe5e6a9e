public import Core
public import Database
import Platform
import Web

/// What an app makes links of in every text that is read, such as references to a Bible that it has. The reader opens them in a panel: it takes what
/// a page has under `data-reader-panel`; without a script they lead to that page.
public struct TextLinks: Sendable {
    /// Words that become a link.
    public struct Link: Sendable, Equatable {
        let range: Range<Int>
        let path: String

        /// - Parameters:
        ///   - range: in code points of the text.
        ///   - path: a page of the site.
        public init(_ range: Range<Int>, path: String) { (self.range, self.path) = (range, path) }
    }

    let find: @Sendable (_ text: String, _ publication: Publication, _ db: any Connection) throws -> [Link]

    /// - Parameter find: the links of one run of text, in its order and without overlap. It is asked only for text with a digit.
    public init(find: @escaping @Sendable (_ text: String, _ publication: Publication, _ db: any Connection) throws -> [Link]) { self.find = find }
}

extension ExtensionPoint where Value == TextLinks {
    public static var textLinks: Self { Self("reading.text-links") }
}

extension Site {
    /// The HTML of a section with the links that apps make in it.
    func linked(_ html: String, of publication: Publication, in db: any Connection) throws -> String {
        let finders = extensions[.textLinks]
        guard !finders.isEmpty, publication.card.kind == .text else { return html }
        return try LinkedHTML(html).adding { text in
            for finder in finders {
                let links = try finder.find(text, publication, db)
                if !links.isEmpty { return links }
            }
            return []
        }
    }
}

/// Safe HTML that gets links in its running text; what is in a link, a heading or code stays as it is.
struct LinkedHTML {
    private let html: String

    private static let left: Set<String> = ["a", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "code", "math", "svg", "button"]

    init(_ html: String) { self.html = html }

    func adding(_ find: (String) throws -> [TextLinks.Link]) rethrows -> String {
        var output = ""
        output.reserveCapacity(html.utf8.count + html.utf8.count / 16)
        var (rest, depth) = (html[...], 0)
        while !rest.isEmpty {
            let open = rest.utf8.firstIndex(of: UInt8(ascii: "<")) ?? rest.endIndex
            output += depth == 0 ? try linked(rest[..<open], find) : String(rest[..<open])
            rest = rest[open...]
            guard !rest.isEmpty else { break }
            let end = SectionHTML.endOfTag(rest)
            let tag = rest[..<end]
            let isEnd = tag.hasPrefix("</")
            let name = tag.dropFirst(isEnd ? 2 : 1).prefix { $0.isLetter || $0.isNumber }.lowercased()
            if Self.left.contains(name), !tag.hasSuffix("/>") { depth = max(0, depth + (isEnd ? -1 : 1)) }
            output += tag
            rest = rest[end...]
        }
        return output
    }

    private func linked(_ text: Substring, _ find: (String) throws -> [TextLinks.Link]) rethrows -> String {
        guard text.utf8.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else { return String(text) }
        let links = try find(String(text))
        guard !links.isEmpty else { return String(text) }
        let scalars = Array(text.unicodeScalars)
        var (output, place) = (String.UnicodeScalarView(), 0)
        for link in links where link.range.lowerBound >= place && link.range.upperBound <= scalars.count {
            output.append(contentsOf: scalars[place..<link.range.lowerBound])
            let path = link.path.replacing("&", with: "&amp;").replacing("\"", with: "&quot;")
            output.append(contentsOf: "<a class=\"reader-reference\" data-reference-link href=\"\(path)\">".unicodeScalars)
            output.append(contentsOf: scalars[link.range])
            output.append(contentsOf: "</a>".unicodeScalars)
            place = link.range.upperBound
        }
        output.append(contentsOf: scalars[place...])
        return String(output)
    }
}
