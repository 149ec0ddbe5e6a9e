import Accounts
import Core
import Database
import Platform
import Web

/// Who wrote something, and with what.
struct Hand: Sendable, Equatable, SQLRow {
    let number: Int
    /// Nil once their account is gone.
    let person: PersonID?
    let device: String
    /// When it was saved here.
    let at: Instant

    init(row: inout RowReader) throws {
        number = try row.next()
        person = try row.next()
        device = try row.next()
        at = try row.next()
    }
}

/// Whose wordings the conflicts of a chapter are.
struct ConflictHands: Sendable {
    /// Whose the first and the second wording are; nil where its history doesn't tell.
    private let hands: [ConflictID: (first: Hand?, second: Hand?)]
    let names: [PersonID: String]

    init(_ conflicts: [Conflict], of chapter: ChapterID, in db: any Connection) throws {
        var hands: [ConflictID: (first: Hand?, second: Hand?)] = [:]
        for conflict in conflicts { hands[conflict.id] = try Self.hands(of: conflict, chapter, in: db) }
        self.hands = hands
        names = try People.names(of: Set(hands.values.flatMap { [$0.first?.person, $0.second?.person] }.compactMap(\.self)), in: db)
    }

    func first(of conflict: Conflict) -> Hand? { hands[conflict.id]?.first }
    func second(of conflict: Conflict) -> Hand? { hands[conflict.id]?.second }

    /// Whether all of it is one person's, on two devices.
    var isOnePerson: Bool { hands.values.allSatisfy { $0.first?.person == $0.second?.person } }

    /// What happened, in a sentence.
    func sentence(for reader: PersonID) -> Text {
        if isOnePerson { return "Two devices changed the same paragraph." }
        let pairs = Set(hands.values.map { Set([$0.first?.person, $0.second?.person]) })
        guard pairs.count == 1, let pair = pairs.first else { return "The same paragraphs were changed more than once." }
        let others = pair.filter { $0 != reader }.map { Text.person(named: $0.flatMap { names[$0] }) }
        guard let other = others.first else { return "Two devices changed the same paragraph." }
        return others.count == 1 ? "You and \(other) changed the same paragraph." : "\(other) and \(others[1]) changed the same paragraph."
    }

    private static func hands(of conflict: Conflict, _ chapter: ChapterID, in db: any Connection) throws -> (first: Hand?, second: Hand?) {
        guard let merge = try db.first(.revision(conflict.revision, of: chapter)), let own = merge.merged,
            let sent = try db.first(.revision(own, of: chapter))
        else { return (nil, nil) }
        let second = try db.all(.hands(of: chapter, in: (own - 1)..<(own + 1))).first { $0.number == own }
        // The first wording came between what the second was made of and the second.
        let before = try db.all(.hands(of: chapter, in: sent.parent..<own))
        guard Set(before.map(\.person)).count > 1 else { return (before.last, second) }
        let history = ChapterHistory(chapter: chapter, db: db)
        return (try before.first { try history.text(at: $0.number).contains(conflict.first) } ?? before.last, second)
    }
}

extension Query where Row == Hand {
    /// Whose the revisions after `numbers` begin and before they end are, the oldest first; without those that only brought others together.
    fileprivate static func hands(of chapter: ChapterID, in numbers: Range<Int>) -> Self {
        """
        SELECT number, changed_by, device, changed_at FROM stories_revision WHERE chapter_id = \(chapter) AND number > \(numbers.lowerBound)
            AND number < \(numbers.upperBound) AND merged IS NULL ORDER BY number LIMIT 200
        """
    }
}
