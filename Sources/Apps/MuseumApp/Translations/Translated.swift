import Core
import Database
import Web

/// What staff may describe in further languages; kept under its raw value.
enum TranslatedKind: String, Sendable, SQLConvertible {
    case tier, room, exhibit, tour, stop, event, news, reward
    /// The museum itself: what its settings say.
    case museum
}

/// One of its texts.
struct TranslatedField: Sendable, Equatable {
    /// As the form of the original and the table call it.
    let name: String
    let label: Text
    /// In characters.
    let most: Int
    /// How many the field in a form shows.
    let lines: Int
}

/// A text of a value that has it in further languages, and how it takes the place of the original.
struct TranslatedText<Thing>: Sendable {
    let field: TranslatedField
    let put: @Sendable (inout Thing, String) -> Void

    init(_ name: String, _ label: Text, most: Int, lines: Int = 1, put: @escaping @Sendable (inout Thing, String) -> Void) {
        (field, self.put) = (TranslatedField(name: name, label: label, most: most, lines: lines), put)
    }
}

/// A value with texts that readers see in their own language where staff wrote them. The originals are in the first language of the site.
protocol Translated: Sendable {
    static var kind: TranslatedKind { get }
    static var texts: [TranslatedText<Self>] { get }

    /// Its number in its own table.
    var number: Int64 { get }
}

extension Translated {
    static var fields: [TranslatedField] { texts.map(\.field) }

    /// Puts a text in the place of the original.
    mutating func put(_ words: String, in field: String) { Self.texts.first { $0.field.name == field }?.put(&self, words) }
}

extension Tier: Translated {
    static var kind: TranslatedKind { .tier }
    static var texts: [TranslatedText<Self>] {
        [
            .init("name", "Name", most: longestName) { $0.name = $1 },
            .init("summary", "Summary", most: longestSummary) { $0.summary = $1 },
            .init("benefits", "Benefits", most: longestBenefits, lines: 5) { $0.benefits = Self.benefits($1) },
        ]
    }

    var number: Int64 { id.number }
}

extension Room: Translated {
    static var kind: TranslatedKind { .room }
    static var texts: [TranslatedText<Self>] {
        [
            .init("name", "Name", most: longestName) { $0.name = $1 },
            .init("text", "Text", most: longestText, lines: 4) { $0.text = $1 },
        ]
    }

    var number: Int64 { id.number }
}

extension Exhibit: Translated {
    static var kind: TranslatedKind { .exhibit }
    static var texts: [TranslatedText<Self>] {
        [
            .init("title", "Title", most: longestTitle) { $0.title = $1 },
            .init("alt", "Description of the picture", most: longestAlt) { $0.alt = $1 },
            .init("creator", "Made by", most: longestFact) { $0.creator = $1 },
            .init("made", "Date made", most: longestFact) { $0.made = $1 },
            .init("medium", "Material", most: longestFact) { $0.medium = $1 },
            .init("credit", "Credit", most: longestFact) { $0.credit = $1 },
            .init("text", "History", most: longestText, lines: 6) { $0.text = $1 },
        ]
    }

    var number: Int64 { id.number }
}

extension Tour: Translated {
    static var kind: TranslatedKind { .tour }
    static var texts: [TranslatedText<Self>] {
        [
            .init("title", "Title", most: longestTitle) { $0.title = $1 },
            .init("text", "Text", most: longestText, lines: 6) { $0.text = $1 },
            .init("alt", "Description of the picture", most: Exhibit.longestAlt) { $0.alt = $1 },
        ]
    }

    var number: Int64 { id.number }
}

extension TourStop: Translated {
    static var kind: TranslatedKind { .stop }
    static var texts: [TranslatedText<Self>] {
        [
            .init("text", "What to tell here", most: Tour.longestText, lines: 4) { $0.text = $1 }
        ]
    }

    var number: Int64 { id.number }
}

extension Event: Translated {
    static var kind: TranslatedKind { .event }
    static var texts: [TranslatedText<Self>] {
        [
            .init("title", "Title", most: longestTitle) { $0.title = $1 },
            .init("place", "Place", most: longestPlace) { $0.place = $1 },
            .init("text", "Text", most: longestText, lines: 6) { $0.text = $1 },
            .init("alt", "Description of the picture", most: Exhibit.longestAlt) { $0.alt = $1 },
        ]
    }

    var number: Int64 { id.number }
}

extension NewsItem: Translated {
    static var kind: TranslatedKind { .news }
    static var texts: [TranslatedText<Self>] {
        [
            .init("title", "Title", most: longestTitle) { $0.title = $1 },
            .init("text", "Text", most: longestText, lines: 8) { $0.text = $1 },
            .init("alt", "Description of the picture", most: Exhibit.longestAlt) { $0.alt = $1 },
        ]
    }

    var number: Int64 { id.number }
}

extension Reward: Translated {
    static var kind: TranslatedKind { .reward }
    static var texts: [TranslatedText<Self>] {
        [
            .init("title", "Title", most: longestTitle) { $0.title = $1 },
            .init("text", "Text", most: longestText, lines: 5) { $0.text = $1 },
        ]
    }

    var number: Int64 { id.number }
}
