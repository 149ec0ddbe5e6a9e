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

    init(_ name: String, _ label: Text, most: Int, lines: Int = 1) {
        (self.name, self.label, self.most, self.lines) = (name, label, most, lines)
    }
}

/// A value with texts that readers see in their own language where staff wrote them. The originals are in the first language of the site.
protocol Translated: Sendable {
    static var kind: TranslatedKind { get }
    static var fields: [TranslatedField] { get }

    /// Its number in its own table.
    var number: Int64 { get }

    /// Puts a text in the place of the original.
    mutating func put(_ words: String, in field: String)
}

extension Tier: Translated {
    static var kind: TranslatedKind { .tier }
    static var fields: [TranslatedField] {
        [
            TranslatedField("name", "Name", most: longestName), TranslatedField("summary", "Summary", most: longestSummary),
            TranslatedField("benefits", "Benefits", most: longestBenefits, lines: 5),
        ]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "name": name = words
        case "summary": summary = words
        case "benefits": benefits = Self.benefits(words)
        default: break
        }
    }
}

extension Room: Translated {
    static var kind: TranslatedKind { .room }
    static var fields: [TranslatedField] {
        [TranslatedField("name", "Name", most: longestName), TranslatedField("text", "Text", most: longestText, lines: 4)]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "name": name = words
        case "text": text = words
        default: break
        }
    }
}

extension Exhibit: Translated {
    static var kind: TranslatedKind { .exhibit }
    static var fields: [TranslatedField] {
        [
            TranslatedField("title", "Title", most: longestTitle), TranslatedField("alt", "Description of the picture", most: longestAlt),
            TranslatedField("creator", "Made by", most: longestFact), TranslatedField("made", "Date made", most: longestFact),
            TranslatedField("medium", "Material", most: longestFact), TranslatedField("credit", "Credit", most: longestFact),
            TranslatedField("text", "History", most: longestText, lines: 6),
        ]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "title": title = words
        case "alt": alt = words
        case "creator": creator = words
        case "made": made = words
        case "medium": medium = words
        case "credit": credit = words
        case "text": text = words
        default: break
        }
    }
}

extension Tour: Translated {
    static var kind: TranslatedKind { .tour }
    static var fields: [TranslatedField] {
        [
            TranslatedField("title", "Title", most: longestTitle), TranslatedField("text", "Text", most: longestText, lines: 6),
            TranslatedField("alt", "Description of the picture", most: Exhibit.longestAlt),
        ]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "title": title = words
        case "text": text = words
        case "alt": alt = words
        default: break
        }
    }
}

extension TourStop: Translated {
    static var kind: TranslatedKind { .stop }
    static var fields: [TranslatedField] { [TranslatedField("text", "What to tell here", most: Tour.longestText, lines: 4)] }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) { if field == "text" { text = words } }
}

extension Event: Translated {
    static var kind: TranslatedKind { .event }
    static var fields: [TranslatedField] {
        [
            TranslatedField("title", "Title", most: longestTitle), TranslatedField("place", "Place", most: longestPlace),
            TranslatedField("text", "Text", most: longestText, lines: 6),
        ]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "title": title = words
        case "place": place = words
        case "text": text = words
        default: break
        }
    }
}

extension NewsItem: Translated {
    static var kind: TranslatedKind { .news }
    static var fields: [TranslatedField] {
        [
            TranslatedField("title", "Title", most: longestTitle), TranslatedField("text", "Text", most: longestText, lines: 8),
            TranslatedField("alt", "Description of the picture", most: Exhibit.longestAlt),
        ]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "title": title = words
        case "text": text = words
        case "alt": alt = words
        default: break
        }
    }
}

extension Reward: Translated {
    static var kind: TranslatedKind { .reward }
    static var fields: [TranslatedField] {
        [TranslatedField("title", "Title", most: longestTitle), TranslatedField("text", "Text", most: longestText, lines: 5)]
    }

    var number: Int64 { id.number }

    mutating func put(_ words: String, in field: String) {
        switch field {
        case "title": title = words
        case "text": text = words
        default: break
        }
    }
}
