public import Codes
public import Core
public import Markup

/// A QR code in the page: dark on white in every theme, since readers expect that.
public struct QRCodeImage: HTML {
    public let body: Node

    /// - Parameters:
    ///   - text: what it says; nothing is shown for more than a code holds.
    ///   - label: what it leads to, for those who cannot see it.
    public init(_ text: String, label: Text) {
        guard let code = try? QRCode(text) else {
            body = Fragment {}.node
            return
        }
        body = Self.drawing(of: code, label)
    }

    /// A code that was made already.
    public init(_ code: QRCode, label: Text) { body = Self.drawing(of: code, label) }

    private static func drawing(of code: QRCode, _ label: Text) -> Node {
        svg(
            .class("qr-code"), .role("img"), .aria("label", label), .custom("viewBox", "0 0 \(code.boxSize) \(code.boxSize)"),
            .custom("shape-rendering", "crispEdges")
        ) {
            SVG.path(.class("qr-code-light"), .custom("d", "M0 0h\(code.boxSize)v\(code.boxSize)H0z"))
            SVG.path(.class("qr-code-dark"), .custom("d", code.path))
        }
    }
}
