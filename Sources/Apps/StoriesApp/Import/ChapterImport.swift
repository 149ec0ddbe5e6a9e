import Core
import Documents
import Foundation

/// Makes chapters of a file that an author wrote elsewhere.
struct ChapterImport: Sendable {
    /// The most bytes of a file, and chapters that one file may make.
    static let largestFile = 20 << 20
    static let mostChapters = 500

    let converter: DocumentConverter

    /// A chapter to be.
    struct Draft: Sendable, Equatable {
        let title: String
        let text: String
    }

    /// The chapters of a file in their order; sections without words are left out.
    /// - Throws: `ConversionRefusal` for what is wrong with the file, ``ImportRefusal``.
    func chapters(of file: URL, named name: String) async throws -> [Draft] {
        let document = try await converter.convert(fileAt: file, name: name)
        defer { document.discard() }
        guard [.docx, .epub, .markdown, .text, .html, .pdf].contains(document.format) else { throw ImportRefusal.wrongType }
        let drafts = document.sections.filter { $0.words > 0 }.map { section in
            let title = (section.title ?? "").tidied(limit: Chapter.longestTitle)
            return Draft(title: title, text: Self.text(of: MarkdownText(html: section.html).text, under: title))
        }
        guard !drafts.isEmpty else { throw ImportRefusal.noWords }
        guard drafts.count <= Self.mostChapters else { throw ImportRefusal.tooManyChapters }
        guard drafts.allSatisfy({ $0.text.length <= Chapter.longestText }) else { throw SaveRefusal.tooLong }
        return drafts
    }

    /// The heading that is the chapter's title isn't said again in its text.
    private static func text(of markdown: String, under title: String) -> String {
        guard let end = markdown.firstIndex(of: "\n"), markdown.hasPrefix("#"),
            markdown[..<end].drop(while: { $0 == "#" }).trimmingCharacters(in: .whitespaces).sortKey == title.sortKey
        else { return markdown }
        return String(markdown[end...].drop(while: \.isNewline))
    }
}

/// Why a file made no chapters.
enum ImportRefusal: Error, Equatable {
    case wrongType, noWords, tooManyChapters, nothingChosen
}

extension ImportRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .wrongType:
            Problem(
                .unsupportedType, "stories.import-type", "This type of file can’t become chapters.",
                remedy: "Choose a Word, EPUB, Markdown, text, HTML or PDF file, or pictures (JPEG, PNG, WebP).")
        case .noWords:
            Problem(.invalid, "stories.import-empty", "There are no words in this file.", remedy: "Choose another file.")
        case .tooManyChapters:
            Problem(
                .tooLarge, "stories.import-chapters", "One file can have \(ChapterImport.mostChapters) chapters.", remedy: "Split the file in two.")
        case .nothingChosen: Problem(.invalid, "stories.import-nothing", "No file was chosen.", remedy: "Choose a file.")
        }
    }
}
