import Core
import Documents
import Foundation
import Media
import Platform

/// Pages that were photographed or scanned: each becomes a picture in the chapter, with the words that are recognised in it beneath (STO-028).
struct PageImport: Sendable {
    let pictures: StoryPictures

    /// A page to be, its picture under a lease.
    struct Page: Sendable {
        let picture: StoredPicture
        /// What was recognised, as Markdown; empty where nothing was.
        let text: String
    }

    /// Pixels across of what is read: letters of a page at about 250 dots per inch.
    private static let width = 2200

    /// Whether a file is a picture by its content.
    static func isPicture(_ file: URL) -> Bool { PictureFacts(of: file).map { PictureMaker.types.contains($0.mediaType) } ?? false }

    /// - Throws: ``PictureRefusal``, `ConversionRefusal`.
    func page(of file: URL, within time: ImportTime, under lease: MediaLease) async throws -> Page {
        let picture = try await pictures.pages.make(of: file, under: lease)
        return Page(picture: picture, text: try await words(in: file, within: time))
    }

    /// Reads an upright copy: the camera may have been held sideways.
    private func words(in file: URL, within time: ImportTime) async throws -> String {
        let site = pictures.site
        do throws(ConversionRefusal) {
            guard let copy = try await site.thumbnails.make(from: file, widths: [Self.width], in: site.media.temporaryFolder).first else { return "" }
            defer { try? FileManager.default.removeItem(at: copy.file) }
            let document = try await time.limiting(site.converter).convert(fileAt: copy.file, name: "page.jpg", recognisesText: true)
            defer { document.discard() }
            return document.sections.map { MarkdownText(html: $0.html).text }.joined(separator: "\n\n")
        } catch {
            // A page without words is a picture; so is any page where nothing can recognise them.
            if case .noText = error { return "" }
            if case .programMissing = error { return "" }
            throw error
        }
    }
}
