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
    static func gifts(_ memberships: [MembershipID]) -> Self {
        "SELECT \(Gift.columns) FROM museum_gift g WHERE g.membership_id IN \(list: memberships) LIMIT \(memberships.count)"
    }
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

extension MuseumMigrations {
    /// Which card a later term of somebody without an account goes by: that of their first membership.
    static let renewedCards = Migration("museum-064-renewed-cards") { d in
        """
        ALTER TABLE museum_gift ADD COLUMN renews_id \(d.integer) REFERENCES museum_membership (id);
        CREATE INDEX museum_gift_renews ON museum_gift (renews_id) WHERE renews_id IS NOT NULL;
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
    private func signature(of membership: Membership) -> String { digest(of: membership, "museum.gift").prefix(16).map { $0 }.base64URL }

    private func digest(of membership: Membership, _ purpose: String) -> [UInt8] {
        Array(hmacSHA256(Array("\(membership.id):\(membership.reference)".utf8), key: key.derived(for: purpose)))
    }

    /// Letters and digits that can't be read as one another in print: no I, L, O, 0 or 1.
    private static let symbols = Array("ABCDEFGHJKMNPQRSTUVWXYZ23456789")

    /// The same as words to type from a printed card, such as `17-ABCD-EFGH-JKMN`: the gift, and nearly 60 bits that only the site can make.
    func code(of membership: Membership) -> String {
        let bytes = digest(of: membership, "museum.gift-code-2").prefix(Self.codeLength)
        return grouped(bytes.map { Self.symbols[Int($0) % Self.symbols.count] }, of: membership)
    }

    /// As on the cards that were printed before ``symbols``: they stay good.
    func earlierCode(of membership: Membership) -> String {
        let bytes = Array(digest(of: membership, "museum.gift-code").prefix(8))
        return grouped(Array(Base32.encode(bytes).prefix(Self.codeLength)), of: membership)
    }

    private func grouped(_ symbols: [Character], of membership: Membership) -> String {
        let groups = stride(from: 0, to: symbols.count, by: 4).map { String(symbols[$0..<min($0 + 4, symbols.count)]) }
        return ([membership.id.description] + groups).joined(separator: "-")
    }

    private static let codeLength = 12

    /// Which gift a typed code names, in small letters, without dashes, and with a zero for an O, or a one or an L for an I.
    static func membership(in code: String) -> (id: MembershipID, code: String)? {
        let symbols = code.uppercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        let number = symbols.dropLast(codeLength)
        guard symbols.count > codeLength, number.allSatisfy(\.isNumber), let id = MembershipID(String(number)) else { return nil }
        return (id, String(number) + folded(symbols.suffix(codeLength)))
    }

    /// What looks alike as one letter. Only earlier codes have such letters, and lose a fraction of a bit each.
    static func folded(_ symbols: some Sequence<Character>) -> String {
        String(symbols.map { $0 == "0" ? "O" : $0 == "1" || $0 == "L" ? "I" : $0 })
    }

    /// The token of a whole address, as the picture on a card has it, with the gift that it names; nil for any other text.
    static func token(in address: String) -> (id: MembershipID, token: String)? {
        let parts = address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
        guard parts.count >= 3, parts[parts.count - 3] == "gifts", let id = MembershipID(String(parts[parts.count - 2])) else { return nil }
        return (id, String(parts[parts.count - 1]))
    }

    func fits(code: String, _ membership: Membership) -> Bool {
        let codes = [self.code(of: membership), earlierCode(of: membership)].map { right in
            // The number in front keeps its zeros and ones.
            let number = membership.id.description
            return Array((number + Self.folded(right.dropFirst(number.count).filter { $0 != "-" })).utf8)
        }
        return codes.map { constantTimeEquals(Array(code.utf8), $0) }.contains(true)
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
