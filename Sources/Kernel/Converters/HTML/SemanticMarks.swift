import Documents

/// What `epub:type`, DPUB roles and the classes of pandoc and cmark say about an element, as far as the reader acts on it.
///
/// References to notes come out as `role="doc-noteref"`, notes as `data-note` (and `role="doc-footnote"` where the element may bear
/// it), page marks as `role="doc-pagebreak"` with the page's number as title.
struct SemanticMarks {
    private let marks: Set<String>
    private let label: String?

    /// `inNotes` says that the element stands in a list of notes, where each item is one.
    init(_ element: HTMLElement, inNotes: Bool) {
        guard element.hasAttributes else {
            marks = []
            label = nil
            return
        }
        var marks: Set<String> = []
        for name in ["epub:type", "role", "class"] {
            for word in (element[name] ?? "").lowercased().split(separator: " ").prefix(20) { marks.insert(String(word)) }
        }
        if element["data-footnote-ref"] != nil { marks.insert("noteref") }
        // cmark tells its notes only by their ids.
        if element.name == "li", let id = element["id"], inNotes || id.hasPrefix("fn-") { marks.insert("footnote") }
        self.marks = marks
        label = element["aria-label"] ?? element["title"]
    }

    var isListOfNotes: Bool { has("endnotes", "footnotes", "rearnotes", "doc-endnotes") }

    var isNote: Bool { has("footnote", "endnote", "rearnote", "note", "doc-footnote", "doc-endnote") }

    func attributes(for name: String) -> [(String, String)] {
        if name == "a" {
            if has("noteref", "doc-noteref", "footnote-ref") { return [("role", "doc-noteref")] }
            return has("backlink", "doc-backlink", "footnote-back", "footnote-backref") ? [("role", "doc-backlink")] : []
        }
        if isNote { return name == "div" || name == "section" ? [("role", "doc-footnote"), ("data-note", "")] : [("data-note", "")] }
        if has("pagebreak", "doc-pagebreak"), name == "span" || name == "div" || name == "hr" {
            return [("role", "doc-pagebreak")] + (label?.catalogued(40).map { [("title", $0)] } ?? [])
        }
        return []
    }

    private func has(_ words: String...) -> Bool { words.contains { marks.contains($0) } }
}
