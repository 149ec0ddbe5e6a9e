import Core

/// An e-mail address in the form that is stored and compared: trimmed, lower case (LIB-010, CORE-009).
public struct EmailAddress: Hashable, Sendable {
    /// Most bytes (RFC 5321 §4.5.3.1.3, without the brackets).
    public static let longest = 254

    /// The address.
    public let text: String

    /// Reads what a person typed; nil when it cannot be an address.
    ///
    /// This is the shape that mail servers accept in practice, narrower than RFC 5321: one `@`, a host with a dot or
    /// `localhost`, no quotes, at most 254 characters.
    public init?(_ typed: String) {
        let folded = String(typed.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed()).lowercased()
        let parts = folded.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, folded.utf8.count <= Self.longest else { return nil }
        let name = parts[0]
        let host = parts[1]
        guard (1...64).contains(name.utf8.count), Self.isName(name), Self.isHost(host) else { return nil }
        text = folded
    }

    private static func isName(_ name: Substring) -> Bool {
        guard name.unicodeScalars.allSatisfy({ isVisible($0) || "!#$%&'*+-/=?^_`{|}~.".unicodeScalars.contains($0) }) else { return false }
        return !name.hasPrefix(".") && !name.hasSuffix(".") && !name.contains("..")
    }

    private static func isHost(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        guard labels.count >= 2 || host == "localhost" else { return false }
        return labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                && label.unicodeScalars.allSatisfy { isVisible($0) || $0 == "-" }
        }
    }

    /// A letter, a mark on one or a digit. One that nobody sees would give a mailbox many addresses that look alike.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard !scalar.properties.isDefaultIgnorableCodePoint else { return false }
        return switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark, .spacingMark, .decimalNumber,
            .letterNumber, .otherNumber:
            true
        default: false
        }
    }
}

/// The rule that every password meets (CORE-010); the sign-up form checks the same in the browser.
public enum PasswordRule {
    /// Fewest characters.
    public static let shortest = 8
    /// Most bytes, so that nobody makes the server hash a novel.
    public static let longest = 512

    /// Refuses a password that breaks the rule.
    public static func check(_ password: String) throws(AccountRefusal) {
        guard password.count >= shortest, password.contains(where: \.isNumber), password.utf8.count <= longest else {
            throw .weakPassword
        }
    }
}
