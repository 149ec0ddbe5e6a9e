/// What the sanitiser lets through. Whatever is not named here is taken apart, its words kept.
package enum HTMLRules {
    /// What becomes of an element.
    package enum Treatment {
        /// Kept under this name; blocks begin a line of their own.
        case block(String)
        case inline(String)
        /// Only its content is kept.
        case unwrap
        /// Gone with its content.
        case drop
    }

    package static func treatment(_ name: String) -> Treatment { treatments[name] ?? .unwrap }

    private static let treatments: [String: Treatment] = {
        var table: [String: Treatment] = [:]
        for name in [
            "p", "div", "section", "article", "figure", "figcaption", "blockquote", "pre", "hr", "ol", "ul", "li", "dl", "dt", "dd",
            "h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr",
            "td", "th", "address", "details", "summary",
        ] {
            table[name] = .block(name)
        }
        // Landmarks belong to the page around the text, so those inside it become plain boxes.
        for name in ["main", "header", "footer", "nav", "aside", "center", "dir", "fieldset", "body"] { table[name] = .block("div") }
        for name in [
            "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "rb", "rp", "rt",
            "rtc", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr", "img",
        ] {
            table[name] = .inline(name)
        }
        for (old, new) in [("tt", "code"), ("strike", "s"), ("acronym", "abbr"), ("big", "span"), ("font", "span")] {
            table[old] = .inline(new)
        }
        for name in [
            "script", "style", "head", "title", "template", "iframe", "frame", "frameset", "noframes", "embed", "applet", "param", "base",
            "link", "meta", "input", "button", "select", "textarea", "option", "datalist", "canvas", "video", "track", "map", "area",
            "noembed", "bgsound", "keygen",
        ] {
            table[name] = .drop
        }
        return table
    }()

    /// Every name that an allowed element can be written under.
    static let written: [String] = treatments.values.compactMap { treatment in
        switch treatment {
        case .block(let name), .inline(let name): name
        case .unwrap, .drop: nil
        }
    }

    /// Every class that the sanitiser can write.
    package static let classes = ["align-center", "align-right", "align-justify", "italic", "bold", "underline", "small-caps"]

    package static let void: Set<String> = ["br", "hr", "img", "wbr", "col"]

    /// Elements through whose middle a text may be cut into sections.
    package static let neutral: Set<String> = ["body", "div", "section", "article", "main", "hgroup"]

    /// Attributes beyond the common ones, by element; all of them short words or numbers.
    package static let attributes: [String: Set<String>] = [
        "td": ["colspan", "rowspan"], "th": ["colspan", "rowspan", "scope"], "col": ["span"], "colgroup": ["span"],
        "ol": ["start", "reversed", "type"], "li": ["value"], "time": ["datetime"], "img": ["width", "height"],
    ]

    package static let mathElements: Set<String> = [
        "math", "maction", "maligngroup", "menclose", "merror", "mfenced", "mfrac", "mi", "mlabeledtr", "mmultiscripts", "mn", "mo",
        "mover", "mpadded", "mphantom", "mprescripts", "mroot", "mrow", "ms", "mspace", "msqrt", "mstyle", "msub", "msubsup", "msup",
        "mtable", "mtd", "mtext", "mtr", "munder", "munderover", "none", "semantics",
    ]

    package static let mathAttributes: Set<String> = [
        "accent", "accentunder", "alttext", "align", "close", "columnalign", "columnlines", "columnspacing", "columnspan", "depth",
        "dir", "display", "displaystyle", "fence", "form", "frame", "height", "largeop", "linethickness", "lspace", "mathvariant",
        "maxsize", "minsize", "movablelimits", "notation", "open", "rowalign", "rowlines", "rowspacing", "rowspan", "rspace",
        "scriptlevel", "separator", "separators", "stretchy", "symmetric", "voffset", "width",
    ]

    package static let svgElements: Set<String> = [
        "svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan", "textPath", "title", "desc",
        "defs", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker", "symbol", "use", "image",
    ]

    package static let svgAttributes: Set<String> = [
        "viewBox", "width", "height", "x", "y", "x1", "y1", "x2", "y2", "cx", "cy", "r", "rx", "ry", "fx", "fy", "d", "points", "dx", "dy",
        "transform", "preserveAspectRatio", "offset", "gradientUnits", "gradientTransform", "spreadMethod", "clipPathUnits",
        "maskUnits", "patternUnits", "patternTransform", "markerWidth", "markerHeight", "refX", "refY", "orient", "markerUnits",
        "rotate", "textLength", "lengthAdjust", "startOffset", "xml:space", "version",
    ]

    /// Presentation attributes; also taken from a style attribute.
    package static let svgPresentation: Set<String> = [
        "fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-linecap", "stroke-linejoin",
        "stroke-dasharray", "stroke-dashoffset", "stroke-miterlimit", "opacity", "color", "stop-color", "stop-opacity", "clip-path",
        "clip-rule", "mask", "marker-start", "marker-mid", "marker-end", "font-family", "font-size", "font-style", "font-weight",
        "text-anchor", "dominant-baseline", "alignment-baseline", "letter-spacing", "word-spacing", "text-decoration", "visibility",
        "display", "writing-mode", "direction",
    ]
}
