/// One element of an XML document, for feeds that strict and naive parsers read alike: names as given, no comments, no
/// CDATA. HTML has ``Node``; this is for everything else.
public struct XML: Sendable {
    private enum Content: Sendable {
        case text(String)
        case children([XML])
    }

    private let name: String
    private let attributes: [(String, String)]
    private let content: Content

    /// An element with elements in it. Attributes that are `nil` are left out.
    public init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], _ children: [XML] = []) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
        content = .children(children)
    }

    /// An element with text in it.
    public init(_ name: String, _ attributes: KeyValuePairs<String, String?> = [:], text: String) {
        self.name = name
        self.attributes = attributes.compactMap { name, value in value.map { (name, $0) } }
        content = .text(text)
    }

    /// The document that has this element at its root, as UTF-8.
    public func document() -> [UInt8] {
        var bytes = Array("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n".utf8)
        write(to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "<"))
        bytes.append(contentsOf: name.utf8)
        for (name, value) in attributes {
            bytes.append(UInt8(ascii: " "))
            bytes.append(contentsOf: name.utf8)
            bytes.append(contentsOf: "=\"".utf8)
            Self.escape(value, isAttribute: true, to: &bytes)
            bytes.append(UInt8(ascii: "\""))
        }
        if case .children(let children) = content, children.isEmpty {
            bytes.append(contentsOf: "/>".utf8)
            return
        }
        bytes.append(UInt8(ascii: ">"))
        switch content {
        case .text(let text): Self.escape(text, isAttribute: false, to: &bytes)
        case .children(let children): for child in children { child.write(to: &bytes) }
        }
        bytes.append(contentsOf: "</".utf8)
        bytes.append(contentsOf: name.utf8)
        bytes.append(UInt8(ascii: ">"))
    }

    /// What XML 1.0 cannot hold at all, control characters above all, becomes a space: one of them would spoil the document.
    private static func escape(_ text: String, isAttribute: Bool, to bytes: inout [UInt8]) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": bytes.append(contentsOf: "&amp;".utf8)
            case "<": bytes.append(contentsOf: "&lt;".utf8)
            case ">": bytes.append(contentsOf: "&gt;".utf8)
            case "\"": bytes.append(contentsOf: "&quot;".utf8)
            case "\t" where isAttribute, "\n" where isAttribute, "\r": bytes.append(contentsOf: "&#\(scalar.value);".utf8)
            case "\t", "\n": bytes.append(UInt8(scalar.value))
            case _ where scalar.value < 0x20 || scalar.value == 0xFFFE || scalar.value == 0xFFFF: bytes.append(UInt8(ascii: " "))
            default: bytes.append(contentsOf: String(scalar).utf8)
            }
        }
    }
}
