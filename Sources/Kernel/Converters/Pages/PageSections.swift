import Documents

/// A document of pictures, one a page, as sections of some pages each.
enum PageSections {
    /// Pages that one section shows.
    static let pagesEach = 20

    /// - Parameter outline: what the file itself says of its chapters, by page; without any, every section is an entry.
    static func make(
        _ pictures: [ConvertedResource], outline: [PDFOutlineItem] = []
    ) -> (sections: [ConvertedSection], contents: [ContentsEntry]) {
        let starts = Array(stride(from: 0, to: pictures.count, by: pagesEach))
        let sections = starts.enumerated().map { section, start in
            let end = min(start + pagesEach, pictures.count)
            let html = (start..<end).map { index in
                "<figure><span role=\"doc-pagebreak\" id=\"\(anchor(page: index + 1))\" title=\"\(index + 1)\"></span>"
                    + "<img src=\"resource:\(pictures[index].name)\" alt=\"\(index + 1)\"><figcaption>\(index + 1)</figcaption></figure>"
            }
            // The numbers are its words: by them people come back to a page, find one, and see how far they have read.
            let lines = (start..<end).map { "\($0 + 1)" }
            return ConvertedSection(
                title: end - start == 1 ? "\(end)" : "\(start + 1)–\(end)", html: html.joined(), text: lines.joined(separator: "\n"))
        }
        let entries = entries(outline, pages: pictures.count)
        return (sections, entries.isEmpty ? EPUBConverter.contents(of: sections) : entries)
    }

    private static func anchor(page: Int) -> String { "\(HTMLAnchor.prefix(section: (page - 1) / pagesEach))page-\(page)" }

    private static func entries(_ items: [PDFOutlineItem], pages: Int) -> [ContentsEntry] {
        items.map { item in
            let page = item.page.flatMap { (1...pages).contains($0) ? $0 : nil }
            return ContentsEntry(
                title: item.title, section: page.map { ($0 - 1) / pagesEach }, anchor: page.map(anchor),
                children: entries(item.children, pages: pages))
        }
    }
}
