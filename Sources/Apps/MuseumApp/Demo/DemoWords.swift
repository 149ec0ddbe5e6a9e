import Core

/// The demo's texts in another language: `Resources/demo/swedish.json`.
struct DemoWords: Decodable, Sendable {
    var language: Language
    /// By kind, by what the original is called, and by field.
    var words: [String: [String: [String: String]]]

    /// Those of one thing; a stop is called by its tour and its exhibit.
    func of(_ kind: TranslatedKind, _ name: String) -> Translations {
        words[kind.rawValue]?[name].map { [language: $0] } ?? [:]
    }
}
