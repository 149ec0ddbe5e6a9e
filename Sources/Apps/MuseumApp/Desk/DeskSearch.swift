import Accounts
import Core
import Database
import Platform

/// Finding somebody at the desk: one row for each person, with what counts now.
extension Desk {
    static let mostFound = 20

    /// By words of the name, by email, or by the number on a card.
    func search(_ words: String, for reader: ReaderLanguage, in db: any Connection) throws -> [Visitor] {
        guard !words.isEmpty else { return [] }
        let tiers = try tiers(for: reader, in: db)
        if let number = MemberNumbers.typed(words) {
            let holder = try db.first(.membership(number))?.person.flatMap { try db.first(.person($0)) }
            return try holder.map { [try visitor($0, tiers, in: db)] } ?? holders(words, tiers, in: db)
        }
        let all = Self.merged(
            try People.search(words, limit: Self.mostFound, in: db).map { try visitor($0, tiers, in: db) } + holders(words, tiers, in: db))
        // Whoever is a member, or waits to pay, is likelier to stand there than an account of the same name.
        return all.filter(\.isKnown) + all.filter { !$0.isKnown }
    }

    /// Gifts that nobody has accepted.
    func waitingGifts(_ words: String, for reader: ReaderLanguage, in db: any Connection) throws -> [WaitingGift] {
        words.isEmpty ? [] : try gifts.waiting(words, tiers(for: reader, in: db), in: db)
    }

    /// Where a printed card leads that was scanned or typed: to the gift while it waits, else to whoever holds it. Nil for other words.
    func path(onCard words: String, in db: any Connection) throws -> String? {
        guard let membership = try gifts.membership(onCard: words, in: db) else { return nil }
        if membership.source == .gift, membership.status != .active { return gifts.deskPath(of: membership) }
        return try Holders.deskPath(of: membership, in: db) ?? gifts.deskPath(of: membership)
    }

    /// Cards with the address of an account, or with one address, stand under the one that counts now. A name says nothing: two people may have it.
    static func merged(_ all: [Visitor]) -> [Visitor] {
        var people: [[Visitor]] = []
        var indices: [String: Int] = [:]
        for one in all {
            let address = one.email.lowercased()
            if !address.isEmpty, let index = indices[address] {
                people[index].append(one)
            } else {
                if !address.isEmpty { indices[address] = people.count }
                people.append([one])
            }
        }
        return people.map { rows in
            var rest = rows
            var first = rest.remove(at: rows.firstIndex { $0.current != nil } ?? 0)
            first.others = rest
            return first
        }
    }
}
