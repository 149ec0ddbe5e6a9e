import Core
import Interface
import Markup

/// The top of the front page: the community's picture, its name and its welcome. Without a picture the words have a ground of their own.
struct FrontHero: HTML {
    let body: Node

    /// - Parameter welcome: a paragraph a line.
    init(siteName: String, welcome: String, picture: FrontPicture?, @HTMLBuilder actions: () -> Node) {
        let words = div(.class("front-words")) {
            h1(.dir("auto")) { siteName }
            for paragraph in welcome.split(whereSeparator: \.isNewline) { p(.class("lead"), .dir("auto")) { String(paragraph) } }
            actions()
        }
        body =
            header(.class("front-hero"), .if(picture != nil, .class("front-hero-pictured"))) {
                if let picture { Self.image(picture) } else { Self.drawing }
                words
            }.node
    }

    /// Phones get another cut than wide screens; each has its size, so that nothing moves when it arrives.
    private static func image(_ picture: FrontPicture) -> Node {
        Markup.picture(.class("front-picture")) {
            source(
                .custom("media", "(max-width: 699px)"), sources(picture, .smallNarrow, .narrow), .custom("sizes", "100vw"),
                .width(FrontPicture.Cut.narrow.size.width), .height(FrontPicture.Cut.narrow.size.height))
            img(
                .src(picture.address(.smallWide)), sources(picture, .smallWide, .wide),
                .custom("sizes", "(min-width: 1184px) 1120px, calc(100vw - 4rem)"), .width(FrontPicture.Cut.wide.size.width),
                .height(FrontPicture.Cut.wide.size.height), .alt(.verbatim(picture.alt)), .custom("fetchpriority", "high"))
        }
    }

    private static func sources(_ picture: FrontPicture, _ cuts: FrontPicture.Cut...) -> Attribute {
        .custom("srcset", cuts.map { "\(picture.address($0)) \($0.size.width)w" }.joined(separator: ", "))
    }

    /// Columns that carry a roof, as a stoa has them.
    private static let drawing = svg(
        .class("front-drawing"), .custom("viewBox", "0 0 360 200"), .custom("preserveAspectRatio", "xMaxYMax meet"), .aria("hidden", true)
    ) {
        SVG.path(.custom("d", "M0 62 180 4 360 62v14H0z"))
        SVG.path(.custom("d", (0..<6).map { "M\(16 + 62 * $0) 84h18v104h-18z" }.joined()))
        SVG.path(.custom("d", "M0 190h360v10H0z"))
    }
}
