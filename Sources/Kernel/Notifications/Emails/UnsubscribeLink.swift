import Core
import Crypto
import Platform
import Web

/// The address in an email that ends the emails for the person it was written to, signed in or not (RFC 8058).
///
/// It carries the person and a signature by the site's key: it opens nothing else, and nobody can make one for another person.
struct UnsubscribeLink: Sendable {
    let key: SealingKey

    func path(for person: PersonID) -> String { NotificationsPaths.stop("\(person)-\(signature(of: person))") }

    /// Whom a token stops emails for; nil unless this site made it.
    func person(of token: String) -> PersonID? {
        let parts = token.split(separator: "-", maxSplits: 1).map(String.init)
        guard parts.count == 2, let person = PersonID(parts[0]), let given = [UInt8](base64URL: parts[1]),
            let right = [UInt8](base64URL: signature(of: person)), constantTimeEquals(given, right)
        else { return nil }
        return person
    }

    private func signature(of person: PersonID) -> String {
        hmacSHA256(Array("stop-letters:\(person)".utf8), key: key.derived(for: "notifications.stop")).base64URL
    }
}
