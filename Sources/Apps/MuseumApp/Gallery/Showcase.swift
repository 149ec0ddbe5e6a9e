import Core
import Database

/// A few exhibits to look at on first pages: others each day, the same for everyone.
enum Showcase {
    /// Only those that are shown are read whole: labels are long, and first pages are opened often.
    static func exhibits(at moment: Instant, limit: Int, in db: any Connection) throws -> [Exhibit] {
        let ids = try db.all(
            """
            SELECT id FROM museum_exhibit WHERE is_public = \(true) AND is_on_front = \(false) AND picture_digest IS NOT NULL ORDER BY id LIMIT 1000
            """ as Query<ExhibitID>)
        guard !ids.isEmpty else { return [] }
        let day = Int(moment.milliseconds / 86_400_000)
        let chosen = (0..<min(limit, ids.count)).map { ids[(day + $0) % ids.count] }
        let found = try db.all(.exhibits(chosen))
        return chosen.compactMap { id in found.first { $0.id == id } }
    }
}
