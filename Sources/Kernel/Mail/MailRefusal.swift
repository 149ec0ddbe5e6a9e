import Core

/// Why an email was not kept, or the mail server not changed.
public enum MailRefusal: Error, Equatable {
    case badAddress
    case badServer
    case notConfigured
    case notSent(words: Text, remedy: Text)
}

extension MailRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .badAddress:
            Problem(
                .invalid, "mail.bad-address", "That isn’t an email address.", remedy: "Write it like name@example.org.",
                fields: ["from": "Enter an email address like name@example.org.", "address": "Enter an email address like name@example.org."])
        case .badServer:
            Problem(
                .invalid, "mail.bad-server", "That isn’t the name of a mail server.",
                remedy: "Write it like mail.example.org. An address such as smtps://mail.example.org:465 works too.",
                fields: ["server": "Write the name of a server, such as mail.example.org."])
        case .notConfigured:
            Problem(
                .conflict, "mail.not-configured", "This site has no mail server, so emails wait.",
                remedy: "Fill in the mail server first.")
        case .notSent(let words, let remedy):
            // What was chosen doesn’t work: nothing of the site’s own failed.
            Problem(.invalid, "mail.not-sent", "The email couldn’t be sent. \(words)", remedy: remedy)
        }
    }
}

/// What may stand as an address in an email's header and on the way to the server.
enum MailAddress {
    /// One `@`, nothing that ends a header line or an address, nothing that begins another.
    static func isSafe(_ address: String) -> Bool {
        let parts = address.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && address.utf8.count <= 254
            && address.unicodeScalars.allSatisfy { scalar in
                scalar.value > 0x20 && scalar.value != 0x7F && !scalar.properties.isWhitespace && !"<>,;:()[]\"\\".unicodeScalars.contains(scalar)
                    && scalar.properties.generalCategory != .control
            }
    }

    /// The part after the `@`.
    static func domain(_ address: String) -> String { address.split(separator: "@").last.map(String.init) ?? "localhost" }
}
