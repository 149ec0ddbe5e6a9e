import Accounts
import Core
import Crypto
import Database
import Platform
import Web

/// A membership that somebody paid for somebody else (MUS-017).
struct Gift: Sendable, Equatable {
    static let longestName = 80
    static let longestMessage = 500

    let membership: MembershipID
    /// Where the receiver is written to; the buyer may correct it until the gift is claimed.
    let email: String
    /// Whom the card greets.
    let name: String
    let message: String
    let claimedAt: Instant?
}

extension Gift: SQLRow {
    static let columns: SQL = "g.membership_id, g.email, g.name, g.message, g.claimed_at"

    init(row: inout RowReader) throws {
        membership = try row.next()
        email = try row.next()
        name = try row.next()
        message = try row.next()
        claimedAt = try row.next()
    }
}

extension Query where Row == Gift {
    static func gift(_ membership: MembershipID) -> Self { "SELECT \(Gift.columns) FROM museum_gift g WHERE g.membership_id = \(membership)" }
}

extension MuseumMigrations {
    static let gifts = Migration("museum-013-gifts") { d in
        """
        CREATE TABLE museum_gift (
            membership_id \(d.integer) PRIMARY KEY REFERENCES museum_membership (id) ON DELETE CASCADE,
            email TEXT NOT NULL CHECK (length(email) <= 254),
            name TEXT NOT NULL CHECK (length(name) <= 80),
            message TEXT NOT NULL CHECK (length(message) <= 500),
            claimed_at \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer)
        );
        """
    }
}

/// The address by which a gift is claimed. It carries the gift and a signature by the site's key: nobody can make one for another gift, and none is kept.
struct GiftLink: Sendable {
    let key: SealingKey

    func path(of membership: Membership) -> String { MuseumPaths.gift(membership.id, signature(of: membership)) }

    func fits(_ token: String, _ membership: Membership) -> Bool {
        guard let given = [UInt8](base64URL: token), let right = [UInt8](base64URL: signature(of: membership)) else { return false }
        return constantTimeEquals(given, right)
    }

    /// The reference is random, so that a number alone leads nowhere.
    private func signature(of membership: Membership) -> String {
        hmacSHA256(Array("\(membership.id):\(membership.reference)".utf8), key: key.derived(for: "museum.gift")).prefix(16).map { $0 }.base64URL
    }
}

/// The form of a gift, as it is sent.
struct GiftForm: Decodable, Sendable {
    var name: String?
    var email: String?
    var message: String?
    var provider: String?
    var terms: String?
    var version: String?
}

/// A gift that may be kept.
struct GiftDraft: Sendable, Equatable {
    let name: String
    let email: EmailAddress?
    let message: String

    /// Checks a form. Without an address the buyer hands the card over.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: GiftForm) throws(Problem) {
        var wrong: [String: Text] = [:]
        name = (form.name ?? "").tidied()
        if name.isEmpty { wrong["name"] = "Enter a name." }
        if name.length > Gift.longestName { wrong["name"] = "Write at most \(Gift.longestName) characters." }
        let typed = (form.email ?? "").trimmed
        email = EmailAddress(typed)
        if !typed.isEmpty, email == nil { wrong["email"] = "Enter an email address like name@example.org." }
        message = (form.message ?? "").tidiedLines()
        if message.length > Gift.longestMessage { wrong["message"] = "Write at most \(Gift.longestMessage) characters." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.gift-wrong", "The gift can’t be bought yet.", remedy: "Correct what is marked.", fields: wrong)
        }
    }
}
