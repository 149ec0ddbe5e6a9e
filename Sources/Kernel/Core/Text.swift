/// Words for people, not yet in any language.
///
/// The literal is the key into the message catalogue and its interpolations are the arguments:
/// `"You have \(limit) books out."` has the key `You have %1 books out.`. It is rendered late, in the reader's
/// language, by `Localization`; without a catalogue entry the English of the key is what people see.
public struct Text: Hashable, Sendable, Codable {
    /// One argument of a text, kept as a value so that each language can format it its own way.
    public enum Argument: Hashable, Sendable, Codable {
        case string(String)
        case integer(Int)
        case number(Double, fractionDigits: Int)
        case day(Instant)
        case moment(Instant)
        case time(Instant)
        case weekday(Instant)
        case date(Day)
        case text(Text)
        case money(Money)
        case language(Language)
    }

    /// The key: the literal with `%1`, `%2` … where the arguments stand.
    public let key: String
    /// The arguments in the order of the key.
    public let arguments: [Argument]

    /// A text by key and arguments; the literal form is the usual one.
    public init(key: String, arguments: [Argument] = []) {
        self.key = key
        self.arguments = arguments
    }

    /// Words that are data already (a title, a name) and the same in every language.
    public static func verbatim(_ words: String) -> Text { Text(key: "%1", arguments: [.string(words)]) }

    /// Languages with commas between them, as a sentence names them.
    public static func list(_ languages: [Language]) -> Text { list(of: languages.map { "\($0)" }) }

    /// Texts with commas between them; no words where there are none.
    public static func list(of parts: [Text]) -> Text {
        guard let first = parts.first else { return .verbatim("") }
        return parts.dropFirst().reduce(first) { "\($0), \($1)" }
    }
}

extension Text: ExpressibleByStringInterpolation {
    /// Collects the key and the arguments of a literal.
    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        /// Prepares for a literal.
        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity + 2 * interpolationCount)
        }

        /// Adds fixed words.
        public mutating func appendLiteral(_ literal: String) { key += literal }

        /// Adds data such as a name.
        public mutating func appendInterpolation(_ words: String) { add(.string(words)) }

        /// Adds a whole number; it also chooses the plural form.
        public mutating func appendInterpolation(_ number: Int) { add(.integer(number)) }

        /// Adds a number with a fixed count of decimals.
        public mutating func appendInterpolation(_ number: Double, decimals: Int = 1) { add(.number(number, fractionDigits: decimals)) }

        /// Adds a calendar day, formatted by language and time zone.
        public mutating func appendInterpolation(day: Instant) { add(.day(day)) }

        /// Adds a day of the calendar, the same in every time zone.
        public mutating func appendInterpolation(_ day: Day) { add(.date(day)) }

        /// Adds a day and time, formatted by language and time zone.
        public mutating func appendInterpolation(moment: Instant) { add(.moment(moment)) }

        /// Adds a time of day without its day, by the clock of the time zone.
        public mutating func appendInterpolation(time: Instant) { add(.time(time)) }

        /// Adds the name of the day of the week, by language and time zone.
        public mutating func appendInterpolation(weekday: Instant) { add(.weekday(weekday)) }

        /// Adds another text, rendered in the same language.
        public mutating func appendInterpolation(_ text: Text) { add(.text(text)) }

        /// Adds an amount of money, formatted by language.
        public mutating func appendInterpolation(_ money: Money) { add(.money(money)) }

        /// Adds the name of a language as it is written inside a sentence: `Swedish`, `svenska`.
        public mutating func appendInterpolation(_ language: Language) { add(.language(language)) }

        private mutating func add(_ argument: Argument) {
            arguments.append(argument)
            key += "%\(arguments.count)"
        }
    }

    /// A literal without arguments.
    public init(stringLiteral value: String) { self.init(key: value) }

    /// A literal with arguments.
    public init(stringInterpolation: StringInterpolation) {
        self.init(key: stringInterpolation.key, arguments: stringInterpolation.arguments)
    }
}

/// A language as its BCP 47 tag in lower case: `en`, `sv`, `sw`, `bem`, `ar` …
public struct Language: Hashable, Sendable, Codable, RawRepresentable {
    /// The tag.
    public let rawValue: String

    /// A language by its tag; the tag is folded to lower case.
    public init(rawValue: String) { self.rawValue = rawValue.lowercased() }

    /// A language by its tag.
    public init(_ tag: String) { self.init(rawValue: tag) }

    /// English, the language of every key.
    public static let english = Language("en")
    /// Swedish.
    public static let swedish = Language("sv")
    /// Swahili.
    public static let swahili = Language("sw")
    /// Bemba.
    public static let bemba = Language("bem")

    /// The first part of the tag: `pt` of `pt-br`.
    public var base: String { String(rawValue.prefix { $0 != "-" && $0 != "_" }) }

    /// Whether text in this language runs from right to left.
    public var isRightToLeft: Bool { ["ar", "fa", "he", "iw", "ur", "yi", "dv", "ps", "sd", "ug"].contains(base) }
}
