import Core
public import Database

extension Site {
    /// Whether the site is so young that what is missing is no cause for alarm: the list of first steps asks for it, and nothing could
    /// have gone wrong yet.
    public func isInFirstDay(in db: any Connection) throws -> Bool { try age(in: db) < .days(1) }

    /// How long ago the site's first start was.
    public func age(in db: any Connection) throws -> Duration {
        let first = try db.one("SELECT MIN(changed_at) FROM stoa_migration" as Query<Instant?>)
        return first.map { clock.now() - $0 } ?? .zero
    }
}
