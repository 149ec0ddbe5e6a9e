import Database

/// The counts of the few lists that everybody opens, kept in the database, so that a server that starts need not walk the library for
/// its first page. They carry the revision they were counted at, and hold for no other.
enum KeptCounts {
    /// Whether a list is one of those: what readers see, by kind or altogether.
    static func keeps(_ filter: ItemFilter) -> Bool {
        filter.statuses == [.published] && filter.kinds.count < 2 && !filter.isNarrowed && filter.isStaffPick == nil && !filter.hasFile
    }

    /// The counts at the revision that the snapshot sees.
    static func find(_ filter: ItemFilter, in db: any Connection) throws -> Catalogue.Facets? {
        guard keeps(filter) else { return nil }
        let text: String?? = try db.first(
            """
            SELECT answer FROM library_catalogue_count AS kept JOIN library_catalogue AS now ON now.revision = kept.revision
            WHERE kept.name = \(name(filter))
            """)
        // What another version wrote is counted again.
        return (text ?? nil).flatMap { try? StoredJSON<Catalogue.Facets>(text: $0).value }
    }

    /// Keeps counts that a snapshot of `revision` gave; newer ones stay.
    static func keep(_ counts: Catalogue.Facets, of filter: ItemFilter, at revision: Int64, in db: any Connection) throws {
        try db.run(
            """
            INSERT INTO library_catalogue_count (name, revision, answer) VALUES (\(name(filter)), \(revision), \(try StoredJSON(counts)))
            ON CONFLICT (name) DO UPDATE SET revision = excluded.revision, answer = excluded.answer
            WHERE library_catalogue_count.revision < excluded.revision
            """)
    }

    /// The facets are part of the name: a version that has others counts anew.
    private static func name(_ filter: ItemFilter) -> String {
        ([filter.kinds.first?.rawValue ?? "all"] + ItemField.facets.map(\.name)).joined(separator: " ")
    }
}
