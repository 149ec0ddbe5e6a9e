import Core
import Foundation

/// A piece of a page: the one concrete type that every element and component turns into.
public struct Node: HTML, Sendable {
    enum Content: Sendable {
        case nothing
        case text(Text)
        case data(String)
        case raw(String)
        case element(Element)
        case children([Node])
        case linked(Text)
        case dated(DatedPiece)
        case kept(KeptHTML, @Sendable () -> Node)
    }

    let content: Content

    init(_ content: Content) { self.content = content }

    /// Nothing at all.
    public static let nothing = Node(.nothing)

    /// Whether it would leave no trace on the page.
    public var isNothing: Bool {
        switch content {
        case .nothing: true
        case .children(let nodes): nodes.allSatisfy(\.isNothing)
        default: false
        }
    }

    /// Itself.
    public var body: Node { return self }

    /// Itself.
    public var node: Node { self }

    /// An element by name, for names that have no function of their own.
    public static func element(_ name: StaticString, _ attributes: [Attribute], content: Node = .nothing) -> Node {
        Node(.element(Element(name, attributes, content, isVoid: false)))
    }

    /// A piece that depends on the moment at which it is read; nil where nobody reads it at once, as in an email or a report.
    public static func dated(_ piece: @escaping @Sendable (Instant?, TimeZone) -> Node) -> Node { Node(.dated(piece)) }

    /// Words in which some names lead somewhere; see ``LinkedName``.
    public static func linked(_ text: Text) -> Node { Node(.linked(text)) }

    static func void(_ name: StaticString, _ attributes: [Attribute]) -> Node {
        Node(.element(Element(name, attributes, .nothing, isVoid: true)))
    }
}

/// Makes a piece of the moment at which it is read, and of the reader's time zone.
typealias DatedPiece = @Sendable (Instant?, TimeZone) -> Node

/// An element: immutable and behind one reference, so that nodes stay small.
final class Element: Sendable {
    let name: StaticString
    let attributes: [Attribute]
    let content: Node
    let isVoid: Bool

    init(_ name: StaticString, _ attributes: [Attribute], _ content: Node, isVoid: Bool) {
        self.name = name
        self.attributes = attributes
        self.content = content
        self.isVoid = isVoid
    }
}
