import Core
import Foundation

/// The phrases of one language for one page: it looks up once what all texts of the page have in common.
public struct Phrasebook: Sendable {
    /// Everything that the words of one text depend on: two phrasebooks of one identity say the same.
    public struct Identity: Hashable, Sendable {
        let language: Language
        let timeZone: TimeZone
        let phrases: Int
    }

    private let language: Language
    private let timeZone: TimeZone
    private let phrases: Int
    private let own: [String: Catalogue.Entry]
    private let english: [String: Catalogue.Entry]
    private let formats: FormatCache
    private var numbers: NumberFormat?
    private var dates: DateFormat?

    /// Which phrasebook this is.
    public var identity: Identity { Identity(language: language, timeZone: timeZone, phrases: phrases) }

    init(
        language: Language, timeZone: TimeZone, phrases: Int, own: [String: Catalogue.Entry], english: [String: Catalogue.Entry],
        formats: FormatCache
    ) {
        self.phrases = phrases
        self.language = language
        self.timeZone = timeZone
        self.own = own
        self.english = english
        self.formats = formats
    }

    /// The words of a text. Plain texts cost one look-up and no allocation.
    public mutating func words(_ text: Text) -> String {
        let pattern: Pattern
        switch entry(text.key) {
        case .phrase(let phrase)?: pattern = phrase
        case .plural(let one, let other)?:
            let category = text.arguments.lazy.compactMap { [language] in PluralCategory.of($0, in: language) }.first
            pattern = category == .one ? one : other
        case nil:
            if text.arguments.isEmpty { return text.key }
            if text.key == "%1", let only = text.arguments.first { return words(only) }
            pattern = Pattern(text.key)
        }
        return pattern.plain ?? fill(pattern, text.arguments)
    }

    private func entry(_ key: String) -> Catalogue.Entry? {
        if !own.isEmpty, let found = own[key] { return found }
        return english.isEmpty ? nil : english[key]
    }

    private mutating func fill(_ pattern: Pattern, _ arguments: [Text.Argument]) -> String {
        var words = ""
        for part in pattern.parts {
            switch part {
            case .words(let fixed): words += fixed
            case .argument(let index) where arguments.indices.contains(index): words += self.words(arguments[index])
            case .argument: break
            }
        }
        return words
    }

    private mutating func words(_ argument: Text.Argument) -> String {
        switch argument {
        case .string(let words): return words
        case .integer(let number): return (-999...999).contains(number) ? String(number) : numberFormat().integer(number)
        case .number(let number, let digits): return numberFormat().decimal(number, fractionDigits: digits)
        case .day(let day): return dateFormat().day(day)
        case .moment(let moment): return dateFormat().moment(moment)
        case .time(let moment): return dateFormat().time(moment)
        case .weekday(let moment): return dateFormat().weekday(moment)
        case .date(let day): return dateFormat().date(day)
        case .text(let inner): return words(inner)
        case .money(let money): return numberFormat().money(money)
        case .language(let named): return named.nameInSentence(of: language)
        }
    }

    private mutating func numberFormat() -> NumberFormat {
        if let numbers { return numbers }
        let format = formats.numbers(language)
        numbers = format
        return format
    }

    private mutating func dateFormat() -> DateFormat {
        if let dates { return dates }
        let format = formats.dates(language, timeZone)
        dates = format
        return format
    }
}
