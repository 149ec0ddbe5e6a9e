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

    /// Where the phrases of one language are.
    enum Source: Sendable {
        case file(Data, name: String)
        case entries([String: Entry])

        /// - Throws: ``CatalogueError`` when a file is no catalogue.
        func read() throws(CatalogueError) -> [String: Entry] {
            switch self {
            case .entries(let entries): entries
            case .file(let data, let name): try Catalogue.entries(data, file: name)
            }
        }
    }

    let sources: [Language: Source]

    /// Every key that it has in any language that can be read.
    public var keys: Set<String> { Set(sources.values.flatMap { (try? $0.read())?.keys.map(\.self) ?? [] }) }

    /// The catalogue in `Resources/*.json` of a target's bundle.
    /// - Throws: when a file cannot be read.
    public init(bundle: Bundle) throws {
        try self.init(folder: bundle.bundleURL.appendingPathComponent("Resources"))
    }

    /// Every `*.json` of a folder. What is in a file is taken apart when its language is first asked for: a start would wait for all of
    /// them, and most sites never speak some. ``Messages/check()`` does it at once.
    /// - Throws: when a file cannot be read.
    public init(folder: URL) throws {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        var sources: [Language: Source] = [:]
        for file in files where file.pathExtension == "json" {
            let language = Language(file.deletingPathExtension().lastPathComponent)
            sources[language] = .file(try Data(contentsOf: file), name: file.lastPathComponent)
        }
        self.sources = sources
    }

    /// Phrases without plural forms in one language, for words that a site chooses itself.
    public init(_ language: Language, _ phrases: [String: String]) {
        sources = [language: .entries(phrases.mapValues { .phrase(Pattern($0)) })]
    }

    /// The refusals of the kernel's parts that have no screens and so no catalogue of their own.
    /// - Throws: when a file cannot be read.
    public static func kernel() throws -> Catalogue { try Catalogue(bundle: .module) }

    private static func entries(_ data: Data, file: String) throws(CatalogueError) -> [String: Entry] {
        guard let phrases = try? JSONDecoder().decode([String: Phrase].self, from: data) else { throw .unreadable(file: file) }
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(phrases.count)
        for (key, phrase) in phrases {
            func pattern(_ words: String) throws(CatalogueError) -> Pattern {
                let pattern = Pattern(words)
                guard pattern.plain != nil || pattern.arguments.isSubset(of: Pattern(key).arguments) else {
                    throw .unknownArgument(key: key, file: file)
                }
                return pattern
            }
            switch phrase {
            case .words(let words): entries[key] = .phrase(try pattern(words))
            case .forms(let one, let other): entries[key] = .plural(one: try pattern(one), other: try pattern(other))
            }
        }
        return entries
    }
}

/// Why a file of phrases cannot be used. It is a mistake in the program's own resources.
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
