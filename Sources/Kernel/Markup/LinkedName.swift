public import Core

/// A name inside a sentence that leads somewhere.
///
/// Each language puts the name where it belongs, so that the link travels with the words: as marks of the private use area of Unicode,
/// which ``Node/linked(_:)`` turns into a link, and which ``plain(_:)`` takes out of everything that people typed.
public enum LinkedName {
    private static let (begin, middle, end): (Character, Character, Character) = ("\u{E000}", "\u{E001}", "\u{E002}")

    /// A name for the argument of a sentence that is rendered by ``Node/linked(_:)``.
    public static func text(_ name: Text, href: String) -> Text {
        "\("\(begin)\(plain(href))\(middle)" as String)\(name)\(String(end))"
    }

    /// The words without the marks, so that nobody's words become a link.
    public static func plain(_ words: String) -> String { words.filter { ![begin, middle, end].contains($0) } }

    /// The same of a text and of everything in it.
    public static func plain(_ text: Text) -> Text {
        Text(
            key: plain(text.key),
            arguments: text.arguments.map { argument in
                switch argument {
                case .string(let words): .string(plain(words))
                case .text(let inner): .text(plain(inner))
                default: argument
                }
            })
    }

    /// The words of a sentence with its links.
    static func node(of words: String) -> Node {
        var nodes: [Node] = []
        var rest = words[...]
        while let start = rest.firstIndex(of: begin), let split = rest[start...].firstIndex(of: middle),
            let stop = rest[split...].firstIndex(of: end)
        {
            nodes.append(Node(.data(String(rest[..<start]))))
            let (href, name) = (String(rest[rest.index(after: start)..<split]), String(rest[rest.index(after: split)..<stop]))
            nodes.append(a(.href(href)) { name }.node)
            rest = rest[rest.index(after: stop)...]
        }
        nodes.append(Node(.data(String(rest))))
        return Node(.children(nodes))
    }
}
