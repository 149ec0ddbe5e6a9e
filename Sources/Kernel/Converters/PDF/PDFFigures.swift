import Documents

/// Puts the pictures of a PDF between its paragraphs.
struct PDFFigures {
    let pages: [PDFPage]
    /// Every line, with the paragraph it went into.
    let places: [(line: PDFLine, paragraph: Int)]

    private static let most = 300

    func insert(into paragraphs: [PDFParagraph], resource: (PDFPicture) -> String?) -> [PDFParagraph] {
        let linesOfPage = Dictionary(grouping: places) { $0.line.page }
        var after: [Int: [PDFParagraph]] = [:]
        var count = 0
        for page in pages {
            let lines = linesOfPage[page.number] ?? []
            for picture in page.pictures where count < Self.most && isFigure(picture, on: page, hasText: !lines.isEmpty) {
                guard let name = resource(picture) else { continue }
                count += 1
                let place = place(of: picture, among: lines) ?? lines.first.map { $0.paragraph - 1 } ?? lastParagraph(before: page.number)
                after[place, default: []].append(PDFParagraph(kind: .picture(resource: name), page: picture.page, runs: [], size: 0))
            }
        }
        guard !after.isEmpty else { return paragraphs }
        return (after[-1] ?? []) + paragraphs.enumerated().flatMap { [$1] + (after[$0] ?? []) }
    }

    /// Rules and ornaments are too small to be figures; a picture behind the words of a whole page is its background.
    private func isFigure(_ picture: PDFPicture, on page: PDFPage, hasText: Bool) -> Bool {
        let isLarge = picture.width >= 0.12 * page.width && picture.height >= 0.04 * page.height
        let isWholePage = picture.width * picture.height >= 0.8 * page.width * page.height
        return isLarge && !(isWholePage && hasText)
    }

    /// The paragraph of the lowest line above the picture, in the same column.
    private func place(of picture: PDFPicture, among lines: [(line: PDFLine, paragraph: Int)]) -> Int? {
        lines.filter { $0.line.top <= picture.top && $0.line.left < picture.left + picture.width && $0.line.right > picture.left }
            .max { $0.line.top < $1.line.top }?.paragraph
    }

    private func lastParagraph(before page: Int) -> Int { places.last { $0.line.page < page }?.paragraph ?? -1 }
}
