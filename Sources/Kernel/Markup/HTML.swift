import Core

/// Something that can be shown on a page: a component, an element, a text.
///
/// A component is a struct of plain values whose `body` says what it looks like:
/// ```swift
/// struct BookCard: HTML {
///     let book: BookSummary
///     var body: some HTML {
///         article(.class("card")) {
///             h3 { book.title }             // a String is data, escaped as it is
///             p { "By \(book.author)" }     // a literal is a Text, translated when the page is rendered
///         }
///     }
/// }
/// ```
public protocol HTML {
    /// What the body is made of.
    associatedtype Body: HTML

    /// What it looks like.
    @HTMLBuilder var body: Body { get }

    /// The finished tree. Components leave it to the default, which builds `body`.
    var node: Node { get }
}

extension HTML {
    /// The tree of `body`.
    public var node: Node { body.node }
}

/// Collects what stands between the braces of an element into one ``Node``.
@resultBuilder
public enum HTMLBuilder {
    /// A literal, or a value of type `Text`: words, translated late.
    public static func buildExpression(_ text: Text) -> Node { Node(.text(text)) }

    /// Data: escaped, never translated.
    @_disfavoredOverload
    public static func buildExpression(_ data: some StringProtocol) -> Node { Node(.data(String(data))) }

    /// An element.
    public static func buildExpression(_ node: Node) -> Node { node }

    /// A component.
    public static func buildExpression(_ html: some HTML) -> Node { html.node }

    /// A component or nothing.
    public static func buildExpression(_ html: (some HTML)?) -> Node { html?.node ?? .nothing }

    /// Empty braces.
    public static func buildBlock() -> Node { .nothing }

    /// One part.
    public static func buildBlock(_ node: Node) -> Node { node }

    /// Several parts in order.
    public static func buildBlock(_ nodes: Node...) -> Node { Node(.children(nodes)) }

    /// An `if` without `else`.
    public static func buildOptional(_ node: Node?) -> Node { node ?? .nothing }

    /// The first branch of an `if` or `switch`.
    public static func buildEither(first node: Node) -> Node { node }

    /// Another branch of an `if` or `switch`.
    public static func buildEither(second node: Node) -> Node { node }

    /// A `for` loop.
    public static func buildArray(_ nodes: [Node]) -> Node { Node(.children(nodes)) }
}

extension Text: HTML {
    /// The words as they will be in the reader's language.
    public var body: Node { return Node(.text(self)) }
}

/// Several parts where one is wanted.
public struct Fragment: HTML {
    /// The parts.
    public let body: Node

    /// Collects the parts.
    public init(@HTMLBuilder content: () -> Node) { body = content() }
}

/// Nothing.
public struct EmptyHTML: HTML {
    /// Makes nothing.
    public init() {}

    /// Nothing.
    public var body: Node { return .nothing }
}

/// HTML that is known to be safe because it went through the sanitiser or was written by this program.
public struct Raw: HTML {
    private let html: String

    /// Passes `html` on as it is.
    public init(_ html: String) { self.html = html }

    /// The HTML, unescaped.
    public var body: Node { return Node(.raw(html)) }
}
