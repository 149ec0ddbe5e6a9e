import Accounts
import Core
import Database

/// A gift that nobody has accepted, as the desk and the entrance find it.
struct WaitingGift: Sendable {
    let membership: Membership
    let tier: Tier
    /// On the card.
    let name: String
    /// Who gave it; empty where the desk sold it.
    let giver: String
    /// Where the desk accepts it.
    let path: String

    var title: Text { name.isEmpty ? "A gift" : "Gift to \(name)" }
}

extension Gifts {
    static let mostFound = 20
    /// How many of the newest are asked for a part of their code, which is kept nowhere.
    private static let mostCodes = 1_000

    /// Gifts that wait to be accepted, the newest first: by words of the receiver's or the giver's name, by email, or by a part of the code or the
    /// number in front of it. On one that the desk sold, the message says whom it is from.
    func waiting(_ words: String, _ tiers: [TierID: Tier], in db: any Connection) throws -> [WaitingGift] {
        let words = words.replacing(",", with: " ").tidied()
        guard !words.isEmpty else { return [] }
        let people = try People.search(words, limit: 200, in: db).map(\.id)
        var ways: [SQL] = [
            .containsEach(words, in: "(g.name || ' ' || g.email)"), "(m.buyer_id IS NULL AND \(sql: .containsEach(words, in: "g.message")))",
        ]
        if !people.isEmpty { ways.append("m.buyer_id IN \(list: people)") }
        let numbered = try [MemberNumbers.typed(words)].compactMap(\.self) + coded(words, in: db)
        if !numbered.isEmpty { ways.append("m.id IN \(list: numbered)") }
        let rows = try db.all(
            """
            SELECT \(Membership.columns) FROM museum_membership m JOIN museum_gift g ON g.membership_id = m.id
            WHERE m.status = 'unclaimed' AND (\(sql: ways.joined(by: " OR "))) ORDER BY m.id DESC LIMIT \(Self.mostFound)
            """ as Query<Membership>)
        let givers = try People.names(of: Set(rows.compactMap(\.buyer)), in: db)
        let names = try Holders.names(of: rows, in: db)
        return rows.compactMap { one in
            guard let tier = tiers[one.tier], let path = deskPath(of: one) else { return nil }
            return WaitingGift(membership: one, tier: tier, name: names[one.id] ?? "", giver: one.buyer.flatMap { givers[$0] } ?? "", path: path)
        }
    }

    private func coded(_ words: String, in db: any Connection) throws -> [MembershipID] {
        guard let part = GiftLink.part(ofCode: words) else { return [] }
        let all = try db.all(
            "SELECT \(Membership.columns) FROM museum_membership m WHERE m.status = 'unclaimed' ORDER BY m.id DESC LIMIT \(Self.mostCodes)"
                as Query<Membership>)
        return all.filter { link.holds(part, $0) }.map(\.id)
    }
}

extension GiftLink {
    /// Fewer are in too many codes.
    private static let shortestPart = 4

    /// What may be a part of a typed code; nil for other words.
    static func part(ofCode words: String) -> String? {
        let symbols = words.filter { !$0.isWhitespace && $0 != "-" }
        guard symbols.count >= shortestPart, symbols.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return nil }
        return folded(symbols.uppercased())
    }

    /// Whether a gift's code, or the one that earlier cards have, holds a part of one. It finds a gift, and proves nothing.
    func holds(_ part: String, _ membership: Membership) -> Bool {
        [code(of: membership), earlierCode(of: membership)].contains { Self.folded($0.filter { $0 != "-" }).contains(part) }
    }
}
