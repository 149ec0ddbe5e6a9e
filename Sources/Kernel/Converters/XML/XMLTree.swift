import Documents
import Foundation

/// An element of a small document that is read as a whole: container, package, table of contents.
final class XMLNode {
    let name: String
    let namespace: String
    let attributes: [XMLAttribute]
    fileprivate(set) var children: [XMLNode] = []
    /// The text directly inside this element and, in order, inside its children.
    fileprivate(set) var text = ""

    fileprivate init(_ tag: XMLTag) {
        name = tag.name
        namespace = tag.namespace
        attributes = tag.attributes
    }

    subscript(_ name: String) -> String? { attributes.first { $0.name == name }?.value }

    /// An attribute of one namespace, such as `epub:type`.
    func attribute(_ name: String, in namespace: String) -> String? {
        attributes.first { $0.name == name && $0.namespace == namespace }?.value
    }

    func first(_ name: String) -> XMLNode? { children.first { $0.name == name } }

    func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

    /// Every element below, in document order.
    func descendants(_ name: String) -> [XMLNode] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.descendants(name) }
    }

    /// The text with runs of white space folded into one space.
    var words: String { text.foldingWhitespace() }

    /// Reads a document; nil when it has no element at all.
    static func read(fileAt url: URL, limits: ConversionLimits) throws(ConversionRefusal) -> XMLNode? {
        let builder = Builder()
        try XMLStream.parse(fileAt: url, limits: limits, into: builder)
        if builder.overflowed { throw .hostile(.tooManyParts) }
        return builder.root
    }

    private final class Builder: XMLHandler {
        var root: XMLNode?
        var open: [XMLNode] = []
        var count = 0
        var overflowed: Bool { count > 200_000 }

        func start(_ tag: XMLTag) {
            count += 1
            if overflowed { return }
            let node = XMLNode(tag)
            if let parent = open.last { parent.children.append(node) } else if root == nil { root = node }
            open.append(node)
        }

        func end(_ name: String) {
            if overflowed { return }
            let node = open.popLast()
            if let node, let parent = open.last { parent.text += node.text }
        }

        func text(_ words: UnsafeBufferPointer<UInt8>) {
            open.last?.text += String(decoding: words, as: UTF8.self)
        }
    }
}
