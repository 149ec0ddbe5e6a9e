import Core
import Database
import Platform

/// The identity of what was taken out of a cart at once.
typealias RemovalID = ID<RemovedLines>

/// What somebody took out of their cart at once, one line or all of it, which they can put back for a while.
struct RemovedLines: Sendable, Equatable {
    struct Line: Sendable, Equatable {
        let item: MenuItemID
        let choices: [ChoiceID]
        let quantity: Int
        let priceSeen: Int?
    }

    /// How long it can be put back.
    static let lifetime = Duration.seconds(3600)

    let id: RemovalID
    let lines: [Line]

    /// Two of item 12 with the choices 7 and 9, which cost 25000 when they were put in, and one of item 13: `12x2@25000-7-9.13x1`.
    static func text(of lines: [CartLine]) -> String {
        lines.map { line in
            "\(line.item)x\(line.quantity)" + (line.priceSeen.map { "@\($0)" } ?? "") + line.choices.map { "-\($0)" }.joined()
        }.joined(separator: ".")
    }
}

extension RemovedLines.Line {
    fileprivate init?(_ text: Substring) {
        let parts = text.split(separator: "-").map(String.init)
        let head = (parts.first ?? "").split(separator: "x").map(String.init)
        let counts = (head.last ?? "").split(separator: "@").map { Int($0) }
        guard head.count == 2, let item = MenuItemID(head[0]), let quantity = counts.first ?? nil, (1...CartLine.mostPortions).contains(quantity)
        else {
            return nil
        }
        self.init(
            item: item, choices: parts.dropFirst().compactMap { ChoiceID($0) }, quantity: quantity, priceSeen: counts.count > 1 ? counts[1] : nil)
    }
}

extension RemovedLines: SQLRow {
    static let columns: SQL = "id, lines"

    init(row: inout RowReader) throws {
        id = try row.next()
        lines = try row.next(String.self).split(separator: ".").compactMap(Line.init)
    }
}

extension Query where Row == RemovedLines {
    /// The latest that can still be put back; once it is, the one before.
    static func latestRemoval(of person: PersonID, at now: Instant) -> Self {
        """
        SELECT \(RemovedLines.columns) FROM cafeteria_cart_removal
        WHERE person_id = \(person) AND removed_at > \(now - RemovedLines.lifetime) ORDER BY id DESC LIMIT 1
        """
    }
}

extension Carts {
    /// What the cart's page offers to put back, with the names of its items; nil where there is nothing, or nothing of it is on the menu any more.
    func removal(of person: PersonID, in db: any Connection) throws -> (lines: RemovedLines, names: [String])? {
        guard let removed = try db.first(.latestRemoval(of: person, at: site.clock.now())) else { return nil }
        let items = try db.all(.items(removed.lines.map(\.item))).filter { $0.deletedAt == nil }
        let names = Dictionary(items.map { ($0.id, $0.name) }) { first, _ in first }
        let known = removed.lines.compactMap { names[$0.item] }
        return known.isEmpty ? nil : (removed, known)
    }

    /// Remembers lines that are taken out. What nobody put back in time is forgotten here.
    func remember(_ lines: [CartLine], of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_cart_removal WHERE removed_at <= \(write.now - RemovedLines.lifetime)")
        guard !lines.isEmpty else { return }
        try write.run(
            """
            INSERT INTO cafeteria_cart_removal (person_id, lines, removed_at, changed_at, changed_by)
            VALUES (\(person), \(RemovedLines.text(of: lines)), \(write.now), \(write.now), \(write.actor))
            """)
    }

    /// Whoever goes on with the cart has no use for what they took out before.
    func forgetRemovals(of person: PersonID, in write: Write) throws {
        try write.run("DELETE FROM cafeteria_cart_removal WHERE person_id = \(person)")
    }

    /// Puts back what was taken out: also what is sold out by now, as it would have stayed. What is gone for good is left out.
    /// - Throws: ``CartRefusal/removalGone``.
    func restore(_ id: RemovalID, by person: PersonID, in write: Write) throws {
        guard let removed = try write.first(.latestRemoval(of: person, at: write.now)), removed.id == id else { throw CartRefusal.removalGone }
        let offers = try Offer.read(Array(Set(removed.lines.map(\.item))), in: write)
        for line in removed.lines {
            guard let offer = offers[line.item], offer.item.deletedAt == nil else { continue }
            let known = Set(offer.groups.flatMap(\.choices).map(\.id))
            guard line.choices.allSatisfy(known.contains) else { continue }
            try put(line.item, line.choices, line.quantity, seenAt: line.priceSeen, by: person, in: write)
        }
        try write.run("DELETE FROM cafeteria_cart_removal WHERE id = \(id)")
    }
}
