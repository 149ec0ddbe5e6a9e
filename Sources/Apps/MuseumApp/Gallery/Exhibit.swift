import Audit
import Core
import Database
import Media
import Platform
import Web

/// The identity of an exhibit.
typealias ExhibitID = ID<Exhibit>

/// What an exhibit is.
enum ExhibitKind: String, Sendable, Codable, CaseIterable, SQLConvertible {
    case picture, object, monument, video

    var name: Text {
        switch self {
        case .picture: "Picture"
        case .object: "Artifact"
        case .monument: "Monument"
        case .video: "Video"
        }
    }
}

/// Something that can be seen in the museum, and in its gallery here (MUS-026).
struct Exhibit: Sendable, Equatable {
    static let longestTitle = 160
    static let longestFact = 200
    static let longestText = 10_000
    static let longestAlt = 500

    let id: ExhibitID
    let room: RoomID?
    let kind: ExhibitKind
    var title: String
    /// Who made it.
    var creator: String
    /// When, as a label says it: “about 1890”.
    var made: String
    var medium: String
    let size: String
    /// Whom the museum has it from, and whose picture this is.
    var credit: String
    /// Its history; an empty line begins a paragraph.
    var text: String
    /// What its picture shows, for those who can't see it.
    var alt: String
    let isPublic: Bool
    /// Whether its picture is one of those that the first page begins with (MUS-042).
    let isOnFrontPage: Bool
    let picture: StoredPicture?
    /// The picture in all of its pixels, where it has more than the large one.
    let detail: DetailedPicture?
    let video: StoredVideo?

    var paragraphs: [String] { text.paragraphs }
    /// Everything in the media store.
    var files: [MediaRef] { (picture?.files ?? []) + [detail?.file, video?.file].compactMap(\.self) }
    /// “Ada Holm, about 1890”
    var byline: String { [creator, made].filter { !$0.isEmpty }.joined(separator: ", ") }
}

/// A video in the media store.
struct StoredVideo: Sendable, Equatable {
    let file: MediaRef
    let mediaType: String

    /// Largest file that is taken, in bytes.
    static let mostBytes = 200 << 20
    static let accept = "video/mp4,video/webm"
}

extension Exhibit: Audited {
    static var auditEntity: String { "museum.exhibit" }
}

extension Exhibit: SQLRow {
    static let columns: SQL = """
        e.id, e.room_id, e.kind, e.title, e.creator, e.made, e.medium, e.size, e.credit, e.text, e.alt, e.is_public, e.is_on_front, \
        e.picture_digest, e.picture_size, e.picture_width, e.picture_height, e.thumbnail_digest, e.thumbnail_size, \
        e.detail_digest, e.detail_size, e.detail_width, e.detail_height, \
        e.video_digest, e.video_size, e.video_type
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        room = try row.next()
        kind = try row.next()
        title = try row.next()
        creator = try row.next()
        made = try row.next()
        medium = try row.next()
        size = try row.next()
        credit = try row.next()
        text = try row.next()
        alt = try row.next()
        isPublic = try row.next()
        isOnFrontPage = try row.next()
        picture = try StoredPicture(row: &row)
        detail = try DetailedPicture(row: &row)
        let (digest, bytes, type): (String?, Int?, String?) = (try row.next(), try row.next(), try row.next())
        video =
            if let digest, let bytes, let type, let file = MediaRef(digest: digest, size: bytes) {
                StoredVideo(file: file, mediaType: type)
            } else { nil }
    }
}

extension MediaOwner {
    /// An exhibit, as to its picture and its video.
    static func exhibit(_ id: ExhibitID) -> Self { MediaOwner("museum.exhibit", id) }
}

extension PictureMaker {
    /// Pictures of exhibits: large enough to look into on a large screen; in the gallery, whole and half as wide as a phone is in pixels.
    static func exhibits(of site: Site) -> Self { Self(site: site, large: .whole(width: 2400), thumbnail: .whole(width: 640)) }
}

extension StoredPicture {
    /// Where a browser fetches the picture of an exhibit; another picture has another address.
    func address(_ size: PictureSize, of exhibit: ExhibitID) -> String {
        link(MuseumPaths.exhibitPicture(exhibit, size), query: ["v": mark(of: size)])
    }
}

extension Query where Row == Exhibit {
    static func exhibit(_ id: ExhibitID) -> Self { "SELECT \(Exhibit.columns) FROM museum_exhibit e WHERE e.id = \(id)" }

    /// What the gallery shows, in the order of its rooms.
    static func exhibits(_ filter: ExhibitFilter, from start: Int, limit: Int) -> Self {
        """
        SELECT \(Exhibit.columns) FROM museum_exhibit e LEFT JOIN museum_room r ON r.id = e.room_id WHERE \(sql: filter.condition)
        ORDER BY \(sql: ExhibitFilter.order) LIMIT \(limit) OFFSET \(start)
        """
    }

    /// What everyone may see outside of the rooms, with a picture.
    static func exhibitsWithoutRoom(limit: Int) -> Self {
        """
        SELECT \(Exhibit.columns) FROM museum_exhibit e
        WHERE e.room_id IS NULL AND e.is_public = \(true) AND e.picture_digest IS NOT NULL ORDER BY e.position, e.id LIMIT \(limit)
        """
    }

    static func exhibits(_ ids: [ExhibitID]) -> Self {
        "SELECT \(Exhibit.columns) FROM museum_exhibit e WHERE e.id IN \(list: ids) ORDER BY e.id LIMIT \(ids.count)"
    }

    /// The one that hangs before or after another in the same room, or among those without one.
    static func neighbour(of exhibit: Exhibit, isNext: Bool) -> Self {
        let room: SQL = exhibit.room.map { "e.room_id = \($0)" } ?? "e.room_id IS NULL"
        let (side, order): (SQL, SQL) = isNext ? (">", "ASC") : ("<", "DESC")
        return """
            SELECT \(Exhibit.columns) FROM museum_exhibit e JOIN museum_exhibit here ON here.id = \(exhibit.id)
            WHERE e.is_public = \(true) AND \(sql: room)
                AND (e.position \(sql: side) here.position OR e.position = here.position AND e.id \(sql: side) here.id)
            ORDER BY e.position \(sql: order), e.id \(sql: order) LIMIT 1
            """
    }

    static func onFrontPage() -> Self {
        """
        SELECT \(Exhibit.columns) FROM museum_exhibit e WHERE e.is_on_front = 1 AND e.is_public = \(true) AND e.picture_digest IS NOT NULL
        ORDER BY e.id LIMIT 50
        """
    }
}

extension Query where Row == Int {
    /// How many exhibits stand before one in the whole list.
    static func exhibits(before id: ExhibitID) -> Self {
        """
        SELECT places.place - 1 FROM (
            SELECT e.id, row_number() OVER (ORDER BY \(sql: ExhibitFilter.order)) AS place
            FROM museum_exhibit e LEFT JOIN museum_room r ON r.id = e.room_id
        ) places WHERE places.id = \(id)
        """
    }

    static func exhibitCount(_ filter: ExhibitFilter) -> Self { "SELECT count(*) FROM museum_exhibit e WHERE \(sql: filter.condition)" }
}

/// What of the gallery is wanted.
struct ExhibitFilter: Sendable {
    var words = ""
    var room: RoomID?
    /// Whether staff look, who also see what isn't public.
    var isForStaff = false
    /// Whether only what has a picture is wanted.
    var hasPicture = false
    /// Whether only what has a picture is wanted that nobody has described yet.
    var isWaiting = false

    /// Room by room, as people walk; what hangs in none comes last.
    static let order: SQL = "CASE WHEN r.id IS NULL THEN 1 ELSE 0 END, r.position, r.id, e.position, e.id"

    var condition: SQL {
        var parts: [SQL] = isForStaff ? [] : ["e.is_public = \(true)"]
        if isWaiting { parts.append("e.id IN (SELECT w.exhibit_id FROM museum_waiting_picture w)") }
        if hasPicture { parts.append("e.picture_digest IS NOT NULL") }
        if let room { parts.append("e.room_id = \(room)") }
        for word in words.lowercased().split(separator: " ").prefix(8) {
            // Whoever looks for a room by its name wants what hangs there.
            let inRoom: SQL = "e.room_id IN (SELECT w.id FROM museum_room w WHERE \(sql: .containsFolded(String(word), in: "w.name")))"
            parts.append("(\(sql: .containsFolded(String(word), in: "e.search_key")) OR \(sql: inRoom))")
        }
        return parts.isEmpty ? "1 = 1" : parts.joined(by: " AND ")
    }
}
