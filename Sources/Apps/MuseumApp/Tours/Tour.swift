import Audit
import Core
import Database
import Media
import Platform
import Web

/// The identity of a tour.
typealias TourID = ID<Tour>
/// The identity of a stop of a tour.
typealias StopID = ID<TourStop>

/// A walk from exhibit to exhibit, with words of its own.
struct Tour: Sendable, Equatable {
    static let longestTitle = 120
    static let longestText = 5_000
    /// More nobody walks.
    static let mostStops = 60

    let id: TourID
    var title: String
    /// An empty line begins a paragraph.
    var text: String
    /// What its picture shows, for those who can't see it.
    var alt: String
    let isPublic: Bool
    let picture: StoredPicture?

    var paragraphs: [String] { text.paragraphs }
}

/// An exhibit at which a tour stops, and what is told there.
struct TourStop: Sendable, Equatable {
    let id: StopID
    let tour: TourID
    let exhibit: ExhibitID
    /// An empty line begins a paragraph. Where there is none, the exhibit's own history is told.
    var text: String
}

/// A stop with its exhibit.
struct ShownStop: Sendable, Equatable {
    var stop: TourStop
    var exhibit: Exhibit
    /// Where it hangs; nil for what has no room.
    var room: Room?

    var paragraphs: [String] { stop.text.isEmpty ? exhibit.paragraphs : stop.text.paragraphs }
}

extension String {
    /// What lies between empty lines.
    var paragraphs: [String] { split(separator: "\n\n").map { String($0).trimmed }.filter { !$0.isEmpty } }
}

extension Tour: Audited {
    static var auditEntity: String { "museum.tour" }
}

extension MediaOwner {
    /// A tour, as to its picture.
    static func tour(_ id: TourID) -> Self { MediaOwner("museum.tour", id) }
}

extension StoredPicture {
    /// Where a browser fetches the picture of a tour; another picture has another address.
    func address(_ size: PictureSize, of tour: TourID) -> String { link(MuseumPaths.tourPicture(tour, size), query: ["v": mark(of: size)]) }
}

extension Tour: SQLRow {
    static let columns: SQL = """
        t.id, t.title, t.text, t.alt, t.is_public, \
        t.picture_digest, t.picture_size, t.picture_width, t.picture_height, t.thumbnail_digest, t.thumbnail_size
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        text = try row.next()
        alt = try row.next()
        isPublic = try row.next()
        picture = try StoredPicture(row: &row)
    }
}

extension TourStop: SQLRow {
    static let columns: SQL = "s.id, s.tour_id, s.exhibit_id, s.text"

    init(row: inout RowReader) throws {
        id = try row.next()
        tour = try row.next()
        exhibit = try row.next()
        text = try row.next()
    }
}

extension Query where Row == Tour {
    static func tour(_ id: TourID) -> Self { "SELECT \(Tour.columns) FROM museum_tour t WHERE t.id = \(id)" }

    /// In the order in which they were made.
    static func tours(isForStaff: Bool = false) -> Self {
        let condition: SQL = isForStaff ? "1 = 1" : "t.is_public = \(true)"
        return "SELECT \(Tour.columns) FROM museum_tour t WHERE \(sql: condition) ORDER BY t.position, t.id LIMIT 200"
    }
}

extension Query where Row == TourStop {
    /// In the order in which one walks.
    static func stops(of tour: TourID) -> Self {
        "SELECT \(TourStop.columns) FROM museum_tour_stop s WHERE s.tour_id = \(tour) ORDER BY s.position, s.id LIMIT \(Tour.mostStops)"
    }
}

extension ShownStop {
    /// A tour's stops; for visitors without those whose exhibit is hidden.
    static func all(
        of tour: TourID, isForStaff: Bool = false, for reader: ReaderLanguage = .originals, in db: any Connection
    ) throws -> [ShownStop] {
        let stops = try reader(db.all(.stops(of: tour)), in: db)
        guard !stops.isEmpty else { return [] }
        let exhibits = Dictionary(try reader(db.all(.exhibits(stops.map(\.exhibit))), in: db).map { ($0.id, $0) }) { first, _ in first }
        let rooms = Dictionary(try reader(db.all(.openRooms), in: db).map { ($0.id, $0) }) { first, _ in first }
        return stops.compactMap { stop in
            guard let exhibit = exhibits[stop.exhibit], isForStaff || exhibit.isPublic else { return nil }
            return ShownStop(stop: stop, exhibit: exhibit, room: exhibit.room.flatMap { rooms[$0] })
        }
    }
}

extension MuseumMigrations {
    static let tours = Migration("museum-041-tours") { d in
        """
        CREATE TABLE museum_tour (
            id \(d.id),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
            text TEXT NOT NULL CHECK (length(text) <= 5000),
            alt TEXT NOT NULL CHECK (length(alt) <= 500),
            is_public \(d.integer) NOT NULL CHECK (is_public IN (0, 1)),
            position \(d.integer) NOT NULL,
            picture_digest TEXT,
            picture_size \(d.integer),
            picture_width \(d.integer),
            picture_height \(d.integer),
            thumbnail_digest TEXT,
            thumbnail_size \(d.integer),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (picture_digest IS NULL OR alt <> '')
        );
        CREATE TABLE museum_tour_stop (
            id \(d.id),
            tour_id \(d.integer) NOT NULL REFERENCES museum_tour (id) ON DELETE CASCADE,
            exhibit_id \(d.integer) NOT NULL REFERENCES museum_exhibit (id) ON DELETE CASCADE,
            position \(d.integer) NOT NULL,
            text TEXT NOT NULL CHECK (length(text) <= 5000),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (tour_id, exhibit_id)
        );
        CREATE INDEX museum_tour_stop_order ON museum_tour_stop (tour_id, position, id);
        CREATE INDEX museum_tour_stop_exhibit ON museum_tour_stop (exhibit_id);
        """
    }
}
