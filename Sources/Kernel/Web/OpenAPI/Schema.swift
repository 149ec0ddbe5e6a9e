import Core

/// A JSON Schema (2020-12) as far as the API needs it. What the description shows of a request is checked before its handler runs,
/// so the two cannot differ.
public indirect enum Schema: Sendable, Equatable {
    /// `true` or `false`.
    case boolean
    /// A whole number within bounds.
    case integer(ClosedRange<Int64>)
    /// A number; nil has no bounds.
    case number(ClosedRange<Double>?)
    /// A text.
    case string(TextRule)
    /// One of these words.
    case choice([String])
    /// A list, of so many elements at most.
    case array(Schema, most: Int?)
    /// An object whose members all follow one schema.
    case dictionary(Schema)
    /// An object with these members and no others.
    case object([Member])
    /// Another schema of the description, by its name.
    case reference(String)
    /// The schema, or null.
    case nullable(Schema)
    /// Bytes of a file in a form.
    case file
    /// Nothing is known about it.
    case anything

    /// One member of an object.
    public struct Member: Sendable, Equatable {
        let name: String
        var schema: Schema
        let isRequired: Bool

        /// A member by its name and schema.
        public init(_ name: String, _ schema: Schema, isRequired: Bool = false) {
            self.name = name
            self.schema = schema
            self.isRequired = isRequired
        }
    }

    /// Any number of 64 bits.
    public static let anyInteger = Schema.integer(.min ... .max)
    /// Ids begin at 1.
    public static let id = Schema.integer(1 ... .max)
    /// Any text.
    public static let anyText = Schema.string(TextRule())

    /// A whole number from a range of `Int`.
    public static func integer(in range: ClosedRange<Int>) -> Schema { .integer(Int64(range.lowerBound)...Int64(range.upperBound)) }

    /// A text of so many code points and a form.
    public static func text(_ form: TextRule.Form = .any, least: Int = 0, most: Int? = nil) -> Schema {
        .string(TextRule(form: form, least: least, most: most))
    }

    /// The raw values of an enum.
    public static func oneOf<Choice: RawRepresentable>(_ choices: [Choice]) -> Schema where Choice.RawValue == String {
        .choice(choices.map(\.rawValue))
    }

    /// The words of an enum.
    public static func oneOf<Choice: CaseIterable & RawRepresentable>(_ type: Choice.Type) -> Schema where Choice.RawValue == String {
        .choice(type.allCases.map(\.rawValue))
    }
}

/// What a text must be like.
public struct TextRule: Sendable, Equatable {
    /// The kinds of texts that the API takes or gives.
    public enum Form: Sendable, Equatable {
        /// Anything.
        case any
        /// Something that can be read: one code point at least that is neither white space nor a control character.
        case words
        /// `#RRGGBB`.
        case colour
        /// A day of the calendar, `2026-11-20`.
        case date
        /// A moment (RFC 3339).
        case moment
        /// A language's tag (RFC 5646).
        case language
        /// Base64url without padding.
        case token
        /// Printable ASCII without spaces.
        case visible
        /// The name of an annotation of JSON Schema that nothing is checked by.
        case named(String)
    }

    var form = Form.any
    var least = 0
    var most: Int?

    var format: String? {
        switch form {
        case .any, .words, .colour, .language, .token, .visible: nil
        case .date: "date"
        case .moment: "date-time"
        case .named(let name): name
        }
    }

    /// As ECMA-262, which JSON Schema refers to.
    var pattern: String? {
        switch form {
        case .any, .moment, .named: nil
        // The white space of Unicode written out: engines do not agree about \s.
        case .words: "[^\\u0000-\\u0020\\u007F-\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000]"
        case .colour: "^#[0-9A-Fa-f]{6}$"
        case .date: "^(19|[2-9][0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$"
        case .language: "^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$"
        case .token: "^[A-Za-z0-9_-]{0,}$"
        case .visible: "^[!-~]+$"
        }
    }

    /// Why a text does not follow the rule; nil when it does.
    func fault(_ text: String) -> Text? {
        if let most, text.unicodeScalars.count > most { return "This may have at most \(most) characters." }
        if text.unicodeScalars.count < least { return least == 1 ? "This is missing." : "This must have at least \(least) characters." }
        return hasForm(text) ? nil : "This value isn’t allowed."
    }

    private func hasForm(_ text: String) -> Bool {
        switch form {
        case .any, .named: true
        case .words: text.unicodeScalars.contains { !$0.properties.isWhitespace && $0.properties.generalCategory != .control }
        // By hand: a regular expression is parsed anew for every request, which cost more than all the rest of the check.
        case .colour: text.utf8.count == 7 && text.utf8.first == UInt8(ascii: "#") && text.utf8.dropFirst().allSatisfy(\.isHexadecimal)
        case .date: Day(text).map { $0.year >= 1900 } ?? false
        case .moment: true
        case .language: Self.isLanguage(text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false))
        case .token: text.utf8.allSatisfy { $0.isBase64URL }
        case .visible: !text.isEmpty && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        }
    }

    private static func isLanguage(_ subtags: [Substring.UTF8View]) -> Bool {
        guard subtags.count <= 4, let first = subtags.first, (2...3).contains(first.count), first.allSatisfy(\.isLetter) else { return false }
        return subtags.dropFirst().allSatisfy { (2...8).contains($0.count) && $0.allSatisfy { $0.isLetter || $0.isDigit } }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isHexadecimal: Bool { isDigit || (0x41...0x46).contains(self) || (0x61...0x66).contains(self) }

    fileprivate var isBase64URL: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

/// A type whose schema cannot be seen by decoding it, or that says more than its members do.
public protocol SchemaDescribed: Decodable {
    /// The schema of its JSON form.
    static var schema: Schema { get }
    /// Any valid value.
    static var sample: Self { get }
}

/// A type some of whose members take less than their types do: lengths, ranges, forms. What breaks a limit is refused with 422.
public protocol LimitedMembers: Decodable {
    /// Schemas by the names of members, in place of those of their types. A member that may be absent stays so.
    static var limits: [String: Schema] { get }
}

extension ID: SchemaDescribed {
    /// 1 or more.
    public static var schema: Schema { .id }
    /// 1.
    public static var sample: Self { Self(1) }
}
