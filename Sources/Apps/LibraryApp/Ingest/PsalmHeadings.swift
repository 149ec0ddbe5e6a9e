import Documents

extension ConvertedDocument {
    /// An English Bible with each psalm under its own heading, “Psalm 23”, instead of the name of the book with a number.
    var withPsalmHeadings: Self {
        guard bible != nil else { return self }
        var copy = self
        for index in sections.indices {
            guard let title = sections[index].title, let number = Self.number(ofPsalm: title) else { continue }
            let heading = ScriptureBook.chapter(number, of: "Psalms")
            copy.sections[index].title = heading
            copy.sections[index].html = sections[index].html.replacing(title, with: heading, maxReplacements: 1)
            copy.sections[index].text = sections[index].text.replacing(title, with: heading, maxReplacements: 1)
        }
        copy.contents = contents.map(Self.renamed)
        return copy
    }

    private static func renamed(_ entry: ContentsEntry) -> ContentsEntry {
        var entry = entry
        if let number = number(ofPsalm: entry.title) { entry.title = ScriptureBook.chapter(number, of: "Psalms") }
        entry.children = entry.children.map(renamed)
        return entry
    }

    private static func number(ofPsalm title: String) -> Int? { title.wholeMatch(of: /Psalms (\d{1,3})/).flatMap { Int($0.output.1) } }
}
