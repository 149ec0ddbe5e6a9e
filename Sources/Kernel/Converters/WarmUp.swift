import Documents
import Foundation

/// Reads texts of our own before the first file comes, so that tables and libraries are ready in every fork.
enum WarmUp {
    static func run() {
        let conversion = Conversion(limits: ConversionLimits(), folder: URL(fileURLWithPath: "/out", isDirectory: true)) { _ in }
        for _ in 0..<2 {
            guard let document = try? WebPageConverter(conversion).convert(markdown: Array(markdown.utf8)) else { return }
            _ = DocumentWire(document: document, warnings: [], cover: nil).bytes
            _ = FileName("a-book.md")
            _ = TextDecoding.utf8(Array(markdown.utf8))
        }
    }

    private static let markdown = """
        ---
        title: A book
        author: Somebody
        language: en
        date: 2001
        ---
        # A book

        ## First

        Some *words* of the [first](https://stoa.example/) chapter, and[^1] a note – with “quotes”.

        | a | b |
        | - | - |
        | 1 | 2 |

        - one
        - two

        ## Second

        And the words of the second.

        [^1]: The note.
        """
}
