import Core

/// The form of a counted phrase, as the CLDR names it. The four languages of Stoa tell only two apart.
enum PluralCategory: String, Hashable, Sendable, CaseIterable {
    case one, other

    /// The form that `count` takes in `language`.
    ///
    /// English, Swedish, Swahili and Bemba agree for whole numbers: exactly one thing is `one`. A number with decimals
    /// is `other` in the first three; Bemba looks at the value alone, so that 1.0 is `one`.
    static func of(_ count: Text.Argument, in language: Language) -> PluralCategory? {
        switch count {
        case .integer(let number): number == 1 ? .one : .other
        case .number(let number, let digits): number == 1 && (digits == 0 || language.base == "bem") ? .one : .other
        default: nil
        }
    }
}
