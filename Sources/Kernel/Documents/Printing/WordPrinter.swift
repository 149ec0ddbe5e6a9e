public import Core
public import Foundation

/// A text with a title and chapters, each in Markdown (CommonMark with tables, strikethrough and footnotes).
public struct MarkdownBook: Sendable {
    public let title: String
    public let authors: [String]
    public let language: Language
    /// Each has footnotes of its own: the same name may stand in two chapters.
    public let chapters: [(title: String, text: String)]

    public init(title: String, authors: [String], language: Language, chapters: [(title: String, text: String)]) {
        (self.title, self.authors, self.language, self.chapters) = (title, authors, language, chapters)
    }

    /// The words as they are, whatever signs of Markdown they hold: what stands as a number begins nothing (CommonMark 2.5).
    static func escaped(_ words: String) -> String {
        words.unicodeScalars.reduce(into: "") { text, letter in
            if letter.isASCII, !letter.properties.isAlphabetic, letter != " ", !("0"..."9").contains(letter) {
                text += letter.value < 32 ? " " : "&#\(letter.value);"
            } else {
                text.unicodeScalars.append(letter)
            }
        }
    }
}

/// Makes Word documents (DOCX) by pandoc in the box: what is in the text cannot reach the network or the site.
public struct WordPrinter: Sendable {
    private let boxed: BoxedExport

    /// Works with files below `temporary`.
    public init(box: ConverterBox = ConverterBox(), temporary: URL) {
        boxed = BoxedExport(box: box, temporary: temporary)
    }

    /// The document, which may show `pictures` by their names.
    public func docx(of book: MarkdownBook, pictures: [String: URL] = [:]) async throws(ConversionRefusal) -> [UInt8] {
        var texts: [String: [UInt8]] = [:]
        for (index, chapter) in book.chapters.enumerated() {
            texts["\(index).md"] = Array("# \(MarkdownBook.escaped(chapter.title))\n\n\(chapter.text)\n".utf8)
        }
        // pandoc reads its values as Markdown.
        let about: [String: Any] = [
            "title": MarkdownBook.escaped(book.title), "author": book.authors.map(MarkdownBook.escaped), "lang": book.language.rawValue,
        ]
        texts["about.json"] = (try? JSONSerialization.data(withJSONObject: about)).map { Array($0) } ?? Array("{}".utf8)
        return try await boxed.file(
            "document.docx", by: "pandoc",
            [
                "--from=commonmark+pipe_tables+strikeout+task_lists+autolink_bare_uris+footnotes", "--to=docx", "--file-scope",
                "--metadata-file=/in/about.json", "--resource-path=/in", "--output=/out/document.docx",
            ] + book.chapters.indices.map { "/in/\($0).md" }, texts: texts, files: pictures)
    }
}
