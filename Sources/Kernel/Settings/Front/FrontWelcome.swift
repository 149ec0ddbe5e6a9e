import Core
import Markup
import Platform
import Web

/// The welcome in the site's further languages, by their codes; in its first it is ``FrontSettings/welcome``.
struct FrontWelcome: ConfigurationSection, Equatable {
    static let name = "frontWelcome"

    var translations: [String: String] = [:]

    /// The welcome for a reader: in their language, or else in the site's first.
    static func words(in language: Language, on site: Site) -> String {
        let configuration = site.configuration
        let translated = configuration.languages.first == language ? nil : configuration[FrontWelcome.self]?.translations[language.rawValue]
        return translated ?? site.value(of: FrontSettings.welcome)
    }
}

/// What is written into the form of the welcome, a text for each language of the site.
struct WelcomeFields {
    /// A language and its text; the first language's is shown where another has none.
    var texts: [(language: Language, words: String)]

    static let first = "welcome"

    /// What is kept.
    init(_ site: Site) {
        let kept = site.configuration[FrontWelcome.self]?.translations ?? [:]
        texts = site.configuration.languages.enumerated().map { index, language in
            (language, index == 0 ? site.value(of: FrontSettings.welcome) : kept[language.rawValue] ?? "")
        }
    }

    /// What was typed; what the form did not have stays as it is kept.
    init(_ typed: QueryItems, _ site: Site) {
        self.init(site)
        for index in texts.indices { texts[index].words = typed[name(of: index)] ?? texts[index].words }
    }

    func name(of index: Int) -> String { index == 0 ? Self.first : "\(Self.first).\(texts[index].language.rawValue)" }

    /// Nil where each text is short enough to be kept.
    var refusal: SettingsRefusal? {
        var wrong: [String: Text] = [:]
        for (index, text) in texts.enumerated() where String(text.words.tidiedLines(), FrontSettings.welcome.limits) == nil {
            wrong[name(of: index)] = "At most \(FrontSettings.welcome.limits) characters."
        }
        return wrong.isEmpty ? nil : SettingsRefusal(wrong)
    }

    /// Puts the texts in their places; whether that changed anything.
    func store(in configuration: inout SiteConfiguration) -> Bool {
        let words = texts.map { $0.words.tidiedLines() }
        let (setting, before) = (FrontSettings.welcome, configuration[FrontWelcome.self] ?? FrontWelcome())
        var welcome = before
        for (text, words) in zip(texts, words).dropFirst() { welcome.translations[text.language.rawValue] = words.isEmpty ? nil : words }
        let first = words.first ?? ""
        guard welcome != before || configuration.settings[setting.id] ?? setting.initial != first else { return false }
        configuration.settings[setting.id] = first
        configuration[FrontWelcome.self] = welcome.translations.isEmpty ? nil : welcome
        return true
    }
}
