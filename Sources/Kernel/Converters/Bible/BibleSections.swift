import Core
import Documents

/// Turns a Bible into ordinary sections, one per chapter, so that the same reader shows it.
///
/// Every verse is a `<span class="verse" id="v16" data-verse="16">`; its number is not part of the words, the style sheet prints it.
enum BibleSections {
    static func make(_ bible: BibleText) -> (sections: [ConvertedSection], contents: [ContentsEntry]) {
        var sections: [ConvertedSection] = []
        var contents: [ContentsEntry] = []
        for book in bible.books {
            var entry = ContentsEntry(title: book.name, section: sections.count)
            for chapter in book.chapters {
                let title = "\(book.name) \(chapter.number)"
                entry.children.append(ContentsEntry(title: title, section: sections.count))
                sections.append(section(chapter, title))
            }
            contents.append(entry)
        }
        return (sections, contents)
    }

    private static func section(_ chapter: BibleChapter, _ title: String) -> ConvertedSection {
        var html = "<h2>\(title.escapedForText)</h2>"
        var lines = [title]
        var used: Set<Int> = []
        for verse in chapter.verses {
            let id = used.insert(verse.number).inserted ? " id=\"\(BibleText.anchor(verse.number))\"" : ""
            html += "<p><span class=\"verse\"\(id) data-verse=\"\(verse.number)\">\(verse.text.escapedForText)</span></p>"
            lines.append(verse.text)
        }
        return ConvertedSection(title: title, html: html, text: lines.joined(separator: "\n"))
    }
}
