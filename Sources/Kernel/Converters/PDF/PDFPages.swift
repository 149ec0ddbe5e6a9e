import Core
import Documents
import Foundation

/// The pages of a PDF as pictures, wide enough to read on a large screen.
struct PDFPages {
    let conversion: Conversion

    /// Pages that poppler draws in one go.
    private static let atOnce = 10
    /// Pixels of the longer side.
    private static let size = 1800

    /// One picture a page, in order, up to the limit for scans.
    func render(_ file: URL, pages: Int) throws(ConversionRefusal) -> [ConvertedResource] {
        let most = min(pages, conversion.limits.recognisedPages)
        if pages > most { conversion.warn(.pagesLeftOut(after: most)) }
        let output = try conversion.newFolder("pages")
        defer { try? FileManager.default.removeItem(at: output) }
        let resources = ResourceStore(conversion)
        for first in stride(from: 1, through: most, by: Self.atOnce) {
            let last = min(first + Self.atOnce - 1, most)
            let result = try conversion.run(
                ProgramRun(
                    program: "pdftoppm",
                    arguments: [
                        "-q", "-jpeg", "-jpegopt", "quality=80", "-scale-to", "\(Self.size)", "-f", "\(first)", "-l", "\(last)", file.path,
                        output.appendingPathComponent("page").path,
                    ],
                    output: output))
            guard result.succeeded else { throw .damaged }
            try take(from: output, into: resources)
            try conversion.progress(0.5 + 0.45 * Double(last) / Double(most))
        }
        return resources.all
    }

    /// poppler numbers its pictures with as many digits as the last page has, so their names sort as the pages do.
    private func take(from output: URL, into resources: ResourceStore) throws(ConversionRefusal) {
        for name in ((try? FileManager.default.contentsOfDirectory(atPath: output.path)) ?? []).sorted() where name.hasSuffix(".jpg") {
            let picture = output.appendingPathComponent(name)
            _ = try resources.add(picture, key: name)
            try? FileManager.default.removeItem(at: picture)
        }
    }
}
