import Core
import Database
import Reading

/// The covers of recordings, and the recording of each hymn.
enum HymnRecordings {
    static let known = Recordings(
        of: Publishing.source,
        cover: { publication, db in
            let item = ItemID(publication.card.ownerID)
            return try db.first(.cover(of: item))?.map { CoverLink.url(item, .large, $0) }
        },
        beside: { publication, db in
            let hymn = ItemID(publication.card.ownerID)
            return try db.first(.recordingByNumber(of: hymn)) ?? db.first(.recordingByTitle(of: hymn))
        })
}

extension Query where Row == String? {
    fileprivate static func cover(of item: ItemID) -> Self { "SELECT cover_ref FROM library_item WHERE id = \(item)" }
}

extension Query where Row == PublicationID {
    /// The audio with the number of a hymn in the same hymnal.
    fileprivate static func recordingByNumber(of hymn: ItemID) -> Self {
        """
        SELECT recording.publication_id FROM library_item AS hymn
        JOIN library_item AS recording ON recording.series = hymn.series AND recording.series_number = hymn.series_number
        WHERE hymn.id = \(hymn) AND hymn.kind = \(ItemKind.hymn) AND recording.kind = \(ItemKind.audio)
            AND recording.status = \(ItemStatus.published) AND recording.publication_id IS NOT NULL
        ORDER BY recording.id LIMIT 1
        """
    }

    /// The audio with a hymn's title in its language, where no number says more.
    fileprivate static func recordingByTitle(of hymn: ItemID) -> Self {
        """
        SELECT recording.publication_id FROM library_item AS hymn
        JOIN library_item AS recording ON recording.sort_title = hymn.sort_title AND recording.language = hymn.language
        WHERE hymn.id = \(hymn) AND hymn.kind = \(ItemKind.hymn) AND recording.kind = \(ItemKind.audio)
            AND recording.status = \(ItemStatus.published) AND recording.publication_id IS NOT NULL
            AND (hymn.series_number IS NULL OR recording.series_number IS NULL)
        ORDER BY recording.id LIMIT 1
        """
    }
}
