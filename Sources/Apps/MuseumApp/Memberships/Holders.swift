import Accounts
import Core
import Database
import Web

/// Who holds a membership: somebody with an account, or whoever bought it at the desk without one.
enum Holders {
    /// What each is called.
    static func names(of memberships: [Membership], in db: any Connection) throws -> [MembershipID: String] {
        let people = try People.names(of: Set(memberships.compactMap(\.person)), in: db)
        let unclaimed = memberships.filter { $0.person == nil }.map(\.id)
        let gifts = unclaimed.isEmpty ? [] : try db.all(.gifts(unclaimed))
        var names = Dictionary(gifts.filter { !$0.name.isEmpty }.map { ($0.membership, $0.name) }) { first, _ in first }
        for membership in memberships { if let person = membership.person { names[membership.id] = people[person] } }
        return names
    }

    static func name(of membership: Membership, in db: any Connection) throws -> String? { try names(of: [membership], in: db)[membership.id] }

    /// Ids of all that whoever holds a membership has or had, that one among them.
    static func memberships(with membership: Membership) -> SQL {
        if let person = membership.person { return "SELECT x.id FROM museum_membership x WHERE x.person_id = \(person)" }
        let card: SQL = """
            COALESCE((SELECT r.renews_id FROM museum_gift r WHERE r.membership_id = \(membership.id)), \(membership.id))
            """
        return """
            SELECT x.id FROM museum_membership x
            WHERE x.id = \(membership.id) OR x.id IN (SELECT g.membership_id FROM museum_gift g WHERE g.renews_id = \(sql: card))
                OR x.id = \(sql: card)
            """
    }

    /// Where the desk serves whoever has a membership; nil where nobody has it yet, or any more.
    static func deskPath(of membership: Membership, in db: any Connection) throws -> String? {
        if let person = membership.person { return MuseumPaths.deskPerson(person) }
        let card = try MemberNumbers.cards(of: [membership.id], in: db)[membership.id] ?? membership.id
        return try db.first(.held(byCard: card)).map { _ in MuseumPaths.deskHolder(membership.id) }
    }

    /// Memberships `m` of whoever has these words in their name or address, or the one with this number.
    static func matching(_ words: String, in db: any Connection) throws -> SQL {
        if let number = MemberNumbers.typed(words) { return MemberNumbers.matching(number) }
        let people = try People.search(words, limit: 200, in: db).map(\.id)
        let named: SQL = EmailAddress(words).map { "g.email = \($0.text)" } ?? .containsEach(words.replacing(",", with: " "), in: "g.name")
        let gifts: SQL = "m.person_id IS NULL AND m.id IN (SELECT g.membership_id FROM museum_gift g WHERE \(sql: named))"
        return people.isEmpty ? "(\(sql: gifts))" : "(m.person_id IN \(list: people) OR \(sql: gifts))"
    }
}
