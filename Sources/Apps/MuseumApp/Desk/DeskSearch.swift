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
        return Self.merged(
            try People.search(words, limit: Self.mostFound, in: db).map { try visitor($0, tiers, in: db) } + holders(words, tiers, in: db))
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
