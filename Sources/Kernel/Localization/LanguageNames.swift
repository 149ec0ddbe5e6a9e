import Core
import Foundation

extension Language {
    /// The locale whose dates and numbers this language uses. Plain English means the day-month-year form of most of the world.
    var localeIdentifier: String { self == .english ? "en_GB" : rawValue }

    /// Whether a native speaker has read the translation; people are told where none has (CORE-053).
    public var isReviewed: Bool { ![.swahili, .bemba].contains(self) }

    /// The language's name in itself, with a capital: `Svenska`.
    public var nativeName: String { name(in: self) }

    /// The language's name in another language, with a capital: `Swedish`; the tag where no name is known.
    public func name(in language: Language) -> String {
        let name = nameInSentence(of: language)
        return name.prefix(1).uppercased() + name.dropFirst()
    }

    /// The same as a sentence in that language writes it: `Swedish` in English, `engelska` in Swedish.
    func nameInSentence(of language: Language) -> String {
        Locale(identifier: language.localeIdentifier).localizedString(forLanguageCode: base) ?? rawValue
    }
}
