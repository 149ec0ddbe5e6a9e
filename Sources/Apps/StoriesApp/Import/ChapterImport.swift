import Core
import Documents
import Foundation

/// Makes chapters of a file that an author wrote elsewhere.
struct ChapterImport: Sendable {
    /// The most bytes of a file.
    static let largestFile = 20 << 20
    /// The most chapters, and characters, of all files that are imported at once.
    static let mostChapters = 500
    static let mostCharacters = 20_000_000

    let converter: DocumentConverter

    /// A chapter to be.
    struct Draft: Sendable, Equatable {
        let title: String
        let text: String
    }

    /// The chapters of a file in their order; sections without words are left out.
    /// - Throws: `ConversionRefusal` for what is wrong with the file, ``ImportRefusal``.
    func chapters(of file: URL, named name: String, within time: ImportTime) async throws -> [Draft] {
        let document = try await time.limiting(converter).convert(fileAt: file, name: name)
        defer { document.discard() }
        guard [.docx, .epub, .markdown, .text, .html, .pdf].contains(document.format) else { throw ImportRefusal.wrongType }
        let sections = document.sections.filter { $0.words > 0 }
        guard !sections.isEmpty else { throw ImportRefusal.noWords }
        guard sections.count <= Self.mostChapters else { throw ImportRefusal.tooManyChapters }
        // Markdown has all its words, but for a title. Writing it takes longer than counting them.
        guard sections.allSatisfy({ $0.text.length <= Chapter.longestText + Chapter.longestTitle }) else { throw ImportRefusal.chapterTooLong }
        return try sections.map { section in
            let title = (section.title ?? "").tidied(limit: Chapter.longestTitle)
            // A character has four bytes at most.
            guard let markdown = MarkdownText(html: section.html, mostBytes: 4 * Chapter.longestText) else { throw ImportRefusal.chapterTooLong }
            let text = Self.text(of: markdown.text, under: title)
            guard text.length <= Chapter.longestText else { throw ImportRefusal.chapterTooLong }
            return Draft(title: title, text: text)
        }
    }

    /// The heading that is the chapter's title isn't said again in its text.
    private static func text(of markdown: String, under title: String) -> String {
        guard let end = markdown.firstIndex(of: "\n"), markdown.hasPrefix("#"),
            markdown[..<end].drop(while: { $0 == "#" }).trimmingCharacters(in: .whitespaces).sortKey == title.sortKey
        else { return markdown }
        return String(markdown[end...].drop(while: \.isNewline))
    }
}

extension [ChapterImport.Draft] {
    /// Adds the chapters of one more file.
    /// - Throws: ``ImportRefusal`` where all files together have too many.
    mutating func take(_ more: Self) throws(ImportRefusal) {
        self += more
        guard count <= ChapterImport.mostChapters else { throw .tooManyChapters }
        guard reduce(0, { $0 + $1.text.length }) <= ChapterImport.mostCharacters else { throw .tooMuch }
    }
}

/// How long the files of one import may take: their author waits for the answer.
struct ImportTime: Sendable {
    /// Enough to recognise the words of some fifty scanned pages.
    private static let all = Duration.seconds(180)

    private let end = ContinuousClock.now + Self.all

    /// A converter that takes no longer and writes no more than an import may.
    /// - Throws: `ConversionRefusal.tooSlow` where no time is left.
    func limiting(_ converter: DocumentConverter) throws(ConversionRefusal) -> DocumentConverter {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { throw .tooSlow }
        let seconds = Double(left.components.seconds + 1)
        return converter.limited { limits in
            limits.conversionSeconds = seconds
            limits.programSeconds = min(60, seconds)
            limits.parserSeconds = 30
            // One more tells that there are too many.
            limits.sections = ChapterImport.mostChapters + 1
            // What the longest import has as text and as HTML.
            limits.programOutput = 64 << 20
        }
    }
}

/// Why a file made no chapters.
enum ImportRefusal: Error, Equatable {
    case wrongType, noWords, tooManyChapters, tooMuch, chapterTooLong, nothingChosen
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
                .tooLarge, "stories.import-chapters", "You can import \(ChapterImport.mostChapters) chapters at once.",
                remedy: "Import fewer files at a time, or split the file.")
        case .tooMuch:
            Problem(
                .tooLarge, "stories.import-too-much", "You can import \(ChapterImport.mostCharacters) characters at once.",
                remedy: "Import fewer files at a time, or split the file.")
        case .chapterTooLong:
            Problem(
                .tooLarge, "stories.import-chapter-too-long", "A chapter can have \(Chapter.longestText) characters.",
                remedy: "Add headings to the file: each begins a chapter.")
        case .nothingChosen: Problem(.invalid, "stories.import-nothing", "No file was chosen.", remedy: "Choose a file.")
        }
    }
}
