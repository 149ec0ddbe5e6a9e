import Core

/// The terms of an app as they hold now (CORE-021).
public struct Terms: Sendable, Equatable {
    /// The app's id.
    public var app: String
    /// What an acceptance names.
    public var version: Int
    /// The language of the words.
    public var language: Language
    /// Headings with paragraphs; a part without a heading has none.
    public var parts: [Part]
    /// Since when they hold, for terms that were written on this site.
    public var changedAt: Instant?

    /// One heading and what stands under it.
    public struct Part: Sendable, Equatable {
        /// The heading.
        public var title: Text?
        /// Paragraphs.
        public var paragraphs: [Text]
    }

    /// Reads what an administrator wrote: empty lines part paragraphs, a line that begins with `#` is a heading.
    static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        for block in text.replacing("\r\n", with: "\n").split(separator: "\n\n") {
            var lines = block.split(separator: "\n").map(String.init)
            if let first = lines.first, first.hasPrefix("#") {
                parts.append(Part(title: .verbatim(String(first.drop { $0 == "#" }).trimmed), paragraphs: []))
                lines.removeFirst()
            }
            let words = lines.joined(separator: "\n").trimmed
            guard !words.isEmpty else { continue }
            if parts.isEmpty { parts.append(Part(title: nil, paragraphs: [])) }
            parts[parts.count - 1].paragraphs.append(.verbatim(words))
        }
        return parts
    }
}

/// Why terms were not accepted or published.
public enum ConsentRefusal: Error, Equatable {
    /// The app takes nothing in before its present terms are accepted.
    case notAccepted(app: Text, path: String)
    /// Somebody agreed to a version that has been replaced since.
    case outdated
    case noTerms
    case textInvalid
    /// Another draft stands there than the one that was read.
    case draftChanged
    /// The draft says what the present version says.
    case unchanged
    /// Publishing was not confirmed.
    case notConfirmed
}

extension ConsentRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .notAccepted(let app, let path):
            Problem(
                .forbidden, "terms.not-accepted", "\(app) asks you to accept its terms first.",
                remedy: "Read the terms and accept them, then do it again.", link: .init("Read the terms", path: path))
        case .outdated:
            Problem(
                .conflict, "terms.outdated", "The terms have changed since you opened them.", remedy: "Read the new ones and accept them.")
        case .noTerms: Problem(.notFound, "terms.none", "This app has no terms.", remedy: "Go back and continue as before.")
        case .textInvalid:
            Problem(
                .invalid, "terms.text-invalid", "Terms have 1 to 50,000 characters in each language.", remedy: "Write them in at least one language.",
                fields: ["text": "Write 1 to 50,000 characters."])
        case .draftChanged:
            Problem(
                .conflict, "terms.draft-changed", "Someone changed the draft while you were reading it.",
                remedy: "Read it as it is now, then publish it.")
        case .unchanged:
            Problem(
                .conflict, "terms.unchanged", "The draft is the same as the current version.",
                remedy: "Continue writing, or discard the draft: nobody needs to be asked again.")
        case .notConfirmed:
            Problem(.invalid, "terms.not-confirmed", "Tick the box once you have read the draft.", remedy: "Then publish it.")
        }
    }
}
