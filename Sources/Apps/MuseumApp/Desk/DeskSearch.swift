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
        if let number = MemberNumbers.typed(words) {
            let holder = try db.first(.membership(number))?.person.flatMap { try db.first(.person($0)) }
            return try holder.map { [try visitor($0, for: reader, in: db)] } ?? holders(words, for: reader, in: db)
        }
        return Self.merged(
            try People.search(words, limit: Self.mostFound, in: db).map { try visitor($0, for: reader, in: db) }
                + holders(words, for: reader, in: db))
    }

    /// Cards of somebody who has an account, or several cards, stand under the one that counts now.
    static func merged(_ all: [Visitor]) -> [Visitor] {
        var people: [[Visitor]] = []
        for one in all {
            if let index = people.firstIndex(where: { $0.contains { $0.isSame(as: one) } }) {
                people[index].append(one)
            } else {
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

extension Desk.Visitor {
    /// Two accounts are two people. A card belongs to whoever has its address; without one, to whoever has its name.
    fileprivate func isSame(as other: Desk.Visitor) -> Bool {
        guard card != nil || other.card != nil else { return false }
        if email.isEmpty || other.email.isEmpty { return name.lowercased() == other.name.lowercased() }
        return email.lowercased() == other.email.lowercased()
    }
}
