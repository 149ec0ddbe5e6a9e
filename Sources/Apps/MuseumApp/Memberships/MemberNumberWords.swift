import Core

/// How the number on a member's card is read aloud, and typed.
extension MemberNumbers {
    /// In groups of three from the end, such as `12 345`; the space doesn't break.
    static func grouped(_ number: Int64) -> String {
        let digits = Array(String(number))
        let groups = stride(from: digits.count, to: 0, by: -3).map { String(digits[max(0, $0 - 3)..<$0]) }
        return groups.reversed().joined(separator: "\u{A0}")
    }

    /// With or without the spaces of ``grouped(_:)``; nil for anything else.
    static func typed(_ words: String) -> MembershipID? { MembershipID(words.filter { !$0.isWhitespace }) }
}
