import Core
import Documents

/// Safe HTML, and the words in it.
public struct SanitisedHTML: Sendable, Equatable {
    /// Only what the allow-list names.
    public var html: String
    /// The words of `html`: the texts of its blocks, each on a line of its own.
    public var text: String
}

/// Turns HTML of strangers into HTML that may stand in a page of ours.
///
/// The input is parsed as browsers parse it and written anew from an allow-list of elements and attributes: text, headings, lists,
/// tables, ruby, MathML, drawings. Scripts, styles, forms, frames, event handlers and addresses with dangerous schemes do not come
/// through; pictures only as ``ConvertedResource``s. Ids are prefixed, so they cannot shadow the page's own.
public struct HTMLSanitizer: Sendable {
    private let limits: ConversionLimits

    /// A sanitiser with the given limits of size and depth.
    public init(limits: ConversionLimits = ConversionLimits()) { self.limits = limits }

    /// Sanitises a piece that stands alone: links outside are kept, pictures are not.
    public func sanitise(_ html: String) throws(ConversionRefusal) -> SanitisedHTML {
        guard html.utf8.count <= limits.textBytes else { throw .tooLarge(megabytes: Int(limits.textBytes >> 20)) }
        // The caller's thread may have a small stack, and short pieces need no depth.
        var limits = limits
        limits.depth = min(limits.depth, 25)
        let tree = try HTMLTree(HTMLPreparation.prepare(Array(html.utf8), limits: limits))
        let writer = HTMLWriter(surroundings: Alone(), limits: limits)
        if let body = tree.root?.first("body") { try writer.writeChildren(of: body) }
        writer.placeWaiting()
        return writer.withBuffer { buffer in
            SanitisedHTML(html: buffer.finished { writer.places.anchors[$0] }, text: buffer.plainText)
        }
    }

    private final class Alone: HTMLSurroundings {
        func link(_ href: String) -> HTMLLink { .outside(checking: href) }
        func resource(_ source: String) throws(ConversionRefusal) -> ConvertedResource? { nil }
    }
}
