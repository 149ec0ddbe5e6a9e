import Core
import Foundation

/// The hymns of a language under the letters with which they begin, as at the back of a hymnal.
struct HymnIndex: Sendable {
    /// By what a hymn is looked up.
    enum Order: String, Sendable, CaseIterable {
        case firstLine = "first-line"
        case title
    }

    struct Entry: Sendable {
        let hymn: ItemSummary
        let firstLine: String
    }

    /// The entries of one letter; `#` has those that begin with none.
    struct Group: Sendable {
        let letter: String
        var entries: [Entry]
    }

    let order: Order
    let groups: [Group]

    init(_ entries: [Entry], by order: Order, in language: Language) {
        self.order = order
        let alphabet = Alphabet(language)
        let sorted = entries.map { (key: alphabet.key(of: order.words(of: $0)), entry: $0) }.sorted {
            ($0.key, $0.entry.hymn.id.number) < ($1.key, $1.entry.hymn.id.number)
        }
        var groups: [Group] = []
        for (_, entry) in sorted {
            let letter = alphabet.letter(of: order.words(of: entry))
            if groups.last?.letter == letter {
                groups[groups.count - 1].entries.append(entry)
            } else {
                groups.append(Group(letter: letter, entries: [entry]))
            }
        }
        self.groups = groups
    }
}

extension HymnIndex.Order {
    func words(of entry: HymnIndex.Entry) -> String { self == .title || entry.firstLine.isEmpty ? entry.hymn.title : entry.firstLine }
}

/// The letters of a language in their order. Letters with accents count as those without, but for letters of their own: Å, Ä, Ö.
private struct Alphabet {
    private let own: [Character]

    init(_ language: Language) {
        own =
            switch language.rawValue.prefix(2) {
            case "sv", "fi": ["Å", "Ä", "Ö"]
            case "da", "nb", "nn", "no": ["Æ", "Ø", "Å"]
            default: []
            }
    }

    func letter(of words: String) -> String {
        guard let first = words.uppercased().first(where: { $0.isLetter || $0.isNumber }), first.isLetter else { return "#" }
        if own.contains(first) { return String(first) }
        return String(String(first).folding(options: .diacriticInsensitive, locale: nil).prefix(1))
    }

    /// Sorts by this alphabet: its own letters after Z, everything that is no letter before A.
    func key(of words: String) -> String {
        String(
            words.uppercased().drop { !$0.isLetter && !$0.isNumber }.prefix(120).flatMap { character -> String in
                if let place = own.firstIndex(of: character) { return "\u{F8FF}\(place)" }
                return String(character).folding(options: .diacriticInsensitive, locale: nil)
            })
    }
}
