import Foundation

/// Makes PDF of our own HTML, by weasyprint in the box: what is in the text cannot reach the network or the site.
public struct PDFPrinter: Sendable {
    private let boxed: BoxedExport

    /// Works with files below `temporary`.
    public init(box: ConverterBox = ConverterBox(), temporary: URL) {
        boxed = BoxedExport(box: box, temporary: temporary)
    }

    /// The pages of a document that names nothing outside of itself but `pictures`, by their names.
    public func pdf(of html: [UInt8], pictures: [String: URL] = [:]) async throws(ConversionRefusal) -> [UInt8] {
        try await boxed.file(
            "page.pdf", by: "weasyprint", ["/in/page.html", "/out/page.pdf"], texts: ["page.html": html], files: pictures)
    }
}
