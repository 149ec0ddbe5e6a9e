import Core
import Foundation

/// The phrases of one part of the house in every language it was translated into.
///
/// A catalogue is a folder with one JSON file per language, named by its tag (`sv.json`). A member's name is the key of a
/// ``Text``; its value is the phrase, or an object with the plural forms `one` and `other`, chosen by the first number
/// among the arguments. `en.json` holds only plural forms: every other English phrase is its own key.
public struct Catalogue: Sendable {
    enum Entry: Sendable {
        case phrase(Pattern)
        case plural(one: Pattern, other: Pattern)
    }

    let entries: [Language: [String: Entry]]

    /// Reads `Resources/*.json` of a target's bundle.
    /// - Throws: ``CatalogueError`` when a file is no catalogue.
    public init(bundle: Bundle) throws {
        try self.init(folder: bundle.bundleURL.appendingPathComponent("Resources"))
    }

    /// Reads every `*.json` of a folder.
    /// - Throws: ``CatalogueError`` when a file is no catalogue.
    public init(folder: URL) throws {
        var entries: [Language: [String: Entry]] = [:]
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        for file in files where file.pathExtension == "json" {
            let data = try Data(contentsOf: file)
            guard let phrases = try? JSONDecoder().decode([String: Phrase].self, from: data) else {
                throw CatalogueError.unreadable(file: file.lastPathComponent)
            }
            let language = Language(file.deletingPathExtension().lastPathComponent)
            entries[language] = try Self.entries(phrases, file: file.lastPathComponent)
        }
        self.entries = entries
    }

    /// Phrases without plural forms in one language, for words that a site chooses itself.
    public init(_ language: Language, _ phrases: [String: String]) {
        entries = [language: phrases.mapValues { .phrase(Pattern($0)) }]
    }

    /// The refusals of the kernel's parts that have no screens and so no catalogue of their own.
    /// - Throws: ``CatalogueError`` when a file is no catalogue.
    public static func kernel() throws -> Catalogue { try Catalogue(bundle: .module) }

    private static func entries(_ phrases: [String: Phrase], file: String) throws -> [String: Entry] {
        try Dictionary(
            uniqueKeysWithValues: phrases.map { key, phrase in
                let allowed = Pattern(key).arguments
                func pattern(_ words: String) throws -> Pattern {
                    let pattern = Pattern(words)
                    guard pattern.arguments.isSubset(of: allowed) else { throw CatalogueError.unknownArgument(key: key, file: file) }
                    return pattern
                }
                switch phrase {
                case .words(let words): return (key, .phrase(try pattern(words)))
                case .forms(let one, let other): return (key, .plural(one: try pattern(one), other: try pattern(other)))
                }
            })
    }
}

/// Why a file of phrases cannot be used. It is a mistake in the program's own resources, found at start.
public enum CatalogueError: Error, Equatable {
    case unreadable(file: String)
    case unknownArgument(key: String, file: String)
}

/// A member of a catalogue file.
private enum Phrase: Decodable {
    case words(String)
    case forms(one: String, other: String)

    private enum Form: String, CodingKey { case one, other }

    init(from decoder: any Decoder) throws {
        if let words = try? decoder.singleValueContainer().decode(String.self) {
            self = .words(words)
        } else {
            let forms = try decoder.container(keyedBy: Form.self)
            self = .forms(one: try forms.decode(String.self, forKey: .one), other: try forms.decode(String.self, forKey: .other))
        }
    }
}
