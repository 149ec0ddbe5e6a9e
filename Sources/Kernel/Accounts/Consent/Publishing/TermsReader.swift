import Core
import Interface
import Localization
public import Markup
import Web

/// Terms in each language that has words, one at a time.
struct TermsReader: HTML {
    private let parts: [Terms.Part]
    private let languages: [Language]
    private let shown: Language?
    private let path: String
    /// Languages in which people read the app, and for which the first one stands in.
    private let missing: [Language]

    /// - Parameter languages: those of the app; the request may ask for one by `?language=`.
    init(texts: TermsEditor.Texts, languages: [Language], _ request: Request) {
        self.languages = languages.filter { texts[$0] != nil } + texts.keys.filter { !languages.contains($0) }.sorted { $0.rawValue < $1.rawValue }
        missing = languages.filter { texts[$0] == nil }
        let wanted = request.query["language"].map { Language($0) }
        shown = self.languages.first { $0 == wanted } ?? self.languages.first
        parts = shown.flatMap { texts[$0] }.map(Terms.parts) ?? []
        path = String(request.head.pathText)
    }

    var body: some HTML {
        if languages.count > 1 {
            Tabs(
                "Languages",
                languages.map { Tab(.verbatim($0.nativeName), href: link(path, query: ["language": $0.rawValue]), isCurrent: $0 == shown) })
        }
        if !missing.isEmpty, let first = languages.first {
            Alert(.info) {
                "People who read \(Text.list(missing)) get the words in \(first)."
            }
        }
        section(.class("panel"), shown.map { Attribute.lang($0) } ?? .nothing) { TermsText(parts: parts) }
    }
}

/// Headings and paragraphs of terms.
public struct TermsText: HTML {
    private let parts: [(part: Terms.Part, start: Int)]
    private let added: Set<Int>

    /// - Parameter added: the places of blocks that are marked as new, see ``Terms/blocks(of:)``.
    public init(parts: [Terms.Part], added: Set<Int> = []) {
        var start = 0
        self.parts = parts.map { part in
            defer { start += Terms.blocks(of: [part]).count }
            return (part, start)
        }
        self.added = added
    }

    /// The text.
    public var body: some HTML {
        div {
            for (part, start) in parts {
                section(.class("terms-part")) {
                    if let title = part.title {
                        h2(mark(start)) {
                            news(start)
                            title
                        }
                    }
                    for (index, paragraph) in part.paragraphs.enumerated() {
                        let place = start + (part.title == nil ? 0 : 1) + index
                        p(mark(place)) {
                            news(place)
                            if added.contains(place) { ins { paragraph } } else { paragraph }
                        }
                    }
                }
            }
        }
    }

    @HTMLBuilder private func news(_ place: Int) -> Node {
        if added.contains(place) { span(.class("visually-hidden")) { "New or changed:" } }
    }

    private func mark(_ place: Int) -> Attribute { added.contains(place) ? .class("terms-new") : .nothing }
}
