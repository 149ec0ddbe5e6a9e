import Interface
import Markup

/// The cover of a story without a picture, as its pages show it, for files that leave the site.
struct DrawnCover {
    let title: String
    let authors: String

    private static let (width, height, margin) = (800, 1200, 80)

    /// An SVG of two by three. It is measured by letters, as nothing here knows how wide they are.
    var svg: String {
        let room = Double(Self.width - 2 * Self.margin)
        let longest = title.split(separator: " ").map(\.count).max() ?? 0
        let size = max(28, min(title.count > 42 ? 68 : 92, room / (0.58 * Double(max(longest, 1)))))
        let lines = Self.lines(of: title, most: max(1, Int(room / (0.54 * size))))
        let (light, deep) = Self.colours(of: Hue(for: title))
        let words = lines.prefix(9).enumerated().map { index, line in
            Self.text(line, at: 300 + Int(Double(index) * size * 1.2), size: Int(size), weight: 700)
        }
        let ground: [XML] = [
            XML("stop", ["offset": "0", "stop-color": light]), XML("stop", ["offset": "1", "stop-color": deep]),
        ]
        let drawn: [XML] = [
            XML("defs", [:], [XML("linearGradient", ["id": "ground", "x1": "0", "y1": "0", "x2": "0.35", "y2": "1"], ground)]),
            XML("rect", ["width": "\(Self.width)", "height": "\(Self.height)", "fill": "url(#ground)"]),
            XML(
                "rect",
                [
                    "x": "40", "y": "40", "width": "720", "height": "1120", "fill": "none", "stroke": "#fffaf0", "stroke-opacity": "0.5",
                    "stroke-width": "3",
                ]),
        ]
        let author = Self.text(String(authors.prefix(60)), at: 1080, size: authors.count > 30 ? 26 : 40, weight: 400)
        let picture = XML(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "viewBox": "0 0 \(Self.width) \(Self.height)", "width": "\(Self.width)",
                "height": "\(Self.height)",
            ], drawn + words + [author])
        return String(decoding: picture.document(), as: UTF8.self)
    }

    private static func text(_ words: String, at y: Int, size: Int, weight: Int) -> XML {
        XML(
            "text",
            [
                "x": "400", "y": "\(y)", "text-anchor": "middle", "font-family": "serif", "font-size": "\(size)", "font-weight": "\(weight)",
                "fill": "#fffaf0",
            ], text: words)
    }

    /// Lines of at most so many letters; only a word that is longer is cut.
    private static func lines(of words: String, most: Int) -> [String] {
        words.split(separator: " ").reduce(into: []) { lines, word in
            if let last = lines.last, last.count + 1 + word.count <= most {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                var rest = word
                while !rest.isEmpty {
                    lines.append(String(rest.prefix(most)))
                    rest = rest.dropFirst(most)
                }
            }
        }
    }

    /// As the pages have them (10-tokens.css).
    private static func colours(of hue: Hue) -> (light: String, deep: String) {
        switch hue {
        case .berry: ("#a12a5e", "#7a1c46")
        case .ocean: ("#1d6094", "#12446d")
        case .forest: ("#2d6e43", "#1c4f2e")
        case .plum: ("#6d3f8f", "#4d2a69")
        case .clay: ("#a34d1d", "#7b3712")
        case .slate: ("#48586e", "#313e50")
        case .teal: ("#0f6b6c", "#094b4c")
        case .wine: ("#822738", "#5f1926")
        }
    }
}
