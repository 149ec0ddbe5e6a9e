import Core
import Database
import Platform
import Web

/// What a person highlighted at the same numbers of other editions: verses, in a Bible.
struct EchoesJSON: JSONAnswer, Codable {
    struct Echo: Codable, Sendable, Hashable {
        /// The number, such as that of a verse.
        let number: Int
        /// As `#RRGGBB`; absent where it has a note and no colour.
        let colour: String?
        /// What the other edition is called.
        let source: String
    }

    let items: [Echo]
}

extension Site {
    /// In the order of the other editions, and of the text in each.
    func echoes(on section: Int, of publication: Publication, for member: Member, in db: any Connection) throws -> EchoesJSON {
        guard let references = references(of: publication) else { return EchoesJSON(items: []) }
        var items: [EchoesJSON.Echo] = []
        for place in try references.counterparts(section, publication, db) {
            guard let other = try Publications(clock: clock).find(place.publication, in: db), other.isOpen(to: member.identity) else { continue }
            for mark in try db.all(.placed(of: member.id, in: place.publication, section: place.section)) {
                let position = mark.passage.position
                guard position.start < position.end,
                    let found = try references.find(place.section, position.start..<position.end, other, db), let whole = found.whole
                else { continue }
                items += whole.map { EchoesJSON.Echo(number: $0, colour: mark.colour, source: found.source) }
            }
        }
        return EchoesJSON(items: items)
    }
}

extension Query where Row == Annotation {
    /// A person's marks that are found in one section, in the order of the text.
    fileprivate static func placed(of person: PersonID, in publication: PublicationID, section: Int) -> Self {
        """
        SELECT \(Annotation.columns) FROM reading_annotation
        WHERE person_id = \(person) AND publication_id = \(publication) AND section = \(section) AND is_placed = 1
        ORDER BY position_start, id LIMIT 500
        """
    }
}
