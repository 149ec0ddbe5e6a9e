/// `<svg>`: a drawing in the page.
public func svg(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
    .element("svg", attributes, content: content())
}

/// The elements of drawings; in a namespace of their own because names such as `text` mean other things elsewhere.
public enum SVG {
    /// `<circle>`: a circle.
    public static func circle(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("circle", attributes, content: content())
    }

    /// `<clipPath>`: a shape that cuts others.
    public static func clipPath(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("clipPath", attributes, content: content())
    }

    /// `<defs>`: parts for later use.
    public static func defs(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("defs", attributes, content: content())
    }

    /// `<desc>`: what a drawing shows, in full.
    public static func desc(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("desc", attributes, content: content())
    }

    /// `<ellipse>`: an ellipse.
    public static func ellipse(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("ellipse", attributes, content: content())
    }

    /// `<g>`: shapes that belong together.
    public static func g(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("g", attributes, content: content())
    }

    /// `<line>`: a line.
    public static func line(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("line", attributes, content: content())
    }

    /// `<linearGradient>`: a gradient along a line.
    public static func linearGradient(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("linearGradient", attributes, content: content())
    }

    /// `<path>`: a path of lines and curves.
    public static func path(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("path", attributes, content: content())
    }

    /// `<polygon>`: a closed shape of lines.
    public static func polygon(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("polygon", attributes, content: content())
    }

    /// `<polyline>`: an open shape of lines.
    public static func polyline(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("polyline", attributes, content: content())
    }

    /// `<radialGradient>`: a gradient around a point.
    public static func radialGradient(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("radialGradient", attributes, content: content())
    }

    /// `<rect>`: a rectangle.
    public static func rect(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("rect", attributes, content: content())
    }

    /// `<stop>`: one colour of a gradient.
    public static func stop(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("stop", attributes, content: content())
    }

    /// `<symbol>`: a drawing for reuse.
    public static func symbol(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("symbol", attributes, content: content())
    }

    /// `<text>`: words in a drawing.
    public static func text(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("text", attributes, content: content())
    }

    /// `<title>`: what a drawing shows, in brief.
    public static func title(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("title", attributes, content: content())
    }

    /// `<tspan>`: part of words in a drawing.
    public static func tspan(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("tspan", attributes, content: content())
    }

    /// `<use>`: a copy of a part.
    public static func use(_ attributes: Attribute..., @HTMLBuilder content: () -> Node = { .nothing }) -> Node {
        .element("use", attributes, content: content())
    }
}
