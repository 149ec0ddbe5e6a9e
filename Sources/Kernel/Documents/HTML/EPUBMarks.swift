/// What `epub:type` and DPUB roles say about an element, as far as the reader acts on it.
///
/// References to notes come out as `role="doc-noteref"`, notes as `data-note` (and `role="doc-footnote"` where the element may bear
/// it), page marks as `role="doc-pagebreak"` with the page's number as label.
struct EPUBMarks {
    private let types: Set<String>
    private let role: String
    private let label: String?

    init(_ element: HTMLElement) {
        types = Set((element["epub:type"] ?? "").lowercased().split(separator: " ").map(String.init))
        role = (element["role"] ?? "").lowercased()
        label = element["aria-label"] ?? element["title"]
    }

    var isNote: Bool {
        !types.isDisjoint(with: ["footnote", "endnote", "rearnote", "note"]) || ["doc-footnote", "doc-endnote"].contains(role)
    }

    private var isReference: Bool { types.contains("noteref") || role == "doc-noteref" }
    private var isBackLink: Bool { types.contains("backlink") || role == "doc-backlink" }
    private var isPageBreak: Bool { types.contains("pagebreak") || role == "doc-pagebreak" }

    func attributes(for name: String) -> [(String, String)] {
        if name == "a" {
            if isReference { return [("role", "doc-noteref")] }
            return isBackLink ? [("role", "doc-backlink")] : []
        }
        if isNote { return name == "div" || name == "section" ? [("role", "doc-footnote"), ("data-note", "")] : [("data-note", "")] }
        if isPageBreak, name == "span" || name == "div" || name == "hr" {
            return [("role", "doc-pagebreak")] + (label?.catalogued(40).map { [("aria-label", $0)] } ?? [])
        }
        return []
    }
}
