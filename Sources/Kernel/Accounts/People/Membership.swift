import Core
import Database
import Web

extension People {
    /// Since when somebody has an account; nil when they have none.
    public static func joined(_ person: PersonID, in db: any Connection) throws -> Instant? {
        try db.first("SELECT created_at FROM account_person WHERE id = \(person)" as Query<Instant>)
    }

    /// Where somebody's picture is, if they have one; another picture has another address.
    public static func picture(of person: PersonID, in db: any Connection) throws -> String? {
        try db.first("SELECT changed_at FROM account_picture WHERE person_id = \(person)" as Query<Instant>)
            .map { pictureLink(person, $0) }
    }

    /// The same for several people; who has none is not among them.
    public static func pictures(of people: Set<PersonID>, in db: any Connection) throws -> [PersonID: String] {
        guard !people.isEmpty else { return [:] }
        let rows = try db.all(
            "SELECT person_id, changed_at FROM account_picture WHERE person_id IN \(list: people.sorted()) ORDER BY person_id LIMIT \(people.count)"
                as Query<Row2<PersonID, Instant>>)
        return Dictionary(rows.map { ($0.first, pictureLink($0.first, $0.second)) }) { first, _ in first }
    }

    private static func pictureLink(_ person: PersonID, _ changedAt: Instant) -> String {
        link(AccountsPaths.picture(person), query: ["v": String(changedAt.milliseconds)])
    }
}
