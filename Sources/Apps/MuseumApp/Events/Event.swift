import Audit
import Core
import Database
import Platform

/// The identity of an event.
typealias EventID = ID<Event>

/// Something that happens at the museum at a time, with places or without a limit.
struct Event: Sendable, Equatable {
    static let longestTitle = 120
    static let longestText = 5_000
    static let longestPlace = 120
    static let mostPlaces = 100_000
    /// In the currency's smallest unit.
    static let highestPrice = 100_000_000
    /// Longer ones are mistakes in the day.
    static let longest = Duration.days(60)

    let id: EventID
    var title: String
    /// An empty line begins a paragraph.
    var text: String
    /// Where in the museum; empty where it is the whole of it.
    var place: String
    let startsAt: Instant
    let endsAt: Instant
    /// nil: as many as come, without registration.
    let places: Int?
    /// The least level of a tier whose members can register; 0 is for everyone.
    let level: Int
    /// What it costs a visitor; nil where nobody said.
    let price: Money?
    let isCancelled: Bool
    /// How often its time or place changed, or it was cancelled.
    let sequence: Int
    let changedAt: Instant
    /// What its picture shows, for those who can't see it.
    var alt: String
    let picture: StoredPicture?
    /// How many have a place, and how many wait for one.
    let taken: Int, waiting: Int

    var paragraphs: [String] { text.paragraphs }
    /// nil where there is no limit.
    var free: Int? { places.map { max(0, $0 - taken) } }
    /// Whether whoever registers now waits.
    var isFull: Bool { free == 0 || places != nil && waiting > 0 }
    /// How many can still register; nil where nobody can, or everyone.
    var freeWords: Text? { isFull ? nil : free.map { "\($0) places left" } }
    var topic: String { "museum.event-\(id)" }
}

extension Event: Audited {
    static var auditEntity: String { "museum.event" }
}

extension Event: SQLRow {
    static let columns: SQL = """
        v.id, v.title, v.text, v.place, v.starts_at, v.ends_at, v.places, v.level, v.price, v.currency, v.is_cancelled, v.sequence, v.changed_at, v.alt, \
        v.picture_digest, v.picture_size, v.picture_width, v.picture_height, v.thumbnail_digest, v.thumbnail_size, \
        (SELECT count(*) FROM museum_registration g WHERE g.event_id = v.id AND g.status = 'registered'), \
        (SELECT count(*) FROM museum_registration g WHERE g.event_id = v.id AND g.status = 'waiting')
        """

    init(row: inout RowReader) throws {
        id = try row.next()
        title = try row.next()
        text = try row.next()
        place = try row.next()
        startsAt = try row.next()
        endsAt = try row.next()
        places = try row.next()
        level = try row.next()
        let (minor, currency): (Int?, String?) = (try row.next(), try row.next())
        price = minor.flatMap { minor in currency.map { Money(minor: minor, currency: $0) } }
        isCancelled = try row.next()
        sequence = try row.next()
        changedAt = try row.next()
        alt = try row.next()
        picture = try StoredPicture(row: &row)
        taken = try row.next()
        waiting = try row.next()
    }
}

extension Query where Row == Event {
    static func event(_ id: EventID) -> Self { "SELECT \(Event.columns) FROM museum_event v WHERE v.id = \(id)" }

    /// Those that aren't over, the next first.
    static func upcoming(at moment: Instant, limit: Int) -> Self {
        "SELECT \(Event.columns) FROM museum_event v WHERE v.ends_at > \(moment) ORDER BY v.starts_at, v.id LIMIT \(limit)"
    }

    /// What a calendar has, in its order.
    static func calendar(from start: Instant, to end: Instant, limit: Int) -> Self {
        """
        SELECT \(Event.columns) FROM museum_event v WHERE v.ends_at > \(start) AND v.starts_at < \(end) ORDER BY v.starts_at, v.id LIMIT \(limit)
        """
    }

    /// Those that are over, the last first.
    static func past(at moment: Instant, limit: Int) -> Self {
        "SELECT \(Event.columns) FROM museum_event v WHERE v.ends_at <= \(moment) ORDER BY v.starts_at DESC, v.id DESC LIMIT \(limit)"
    }
}

extension MuseumMigrations {
    static let eventPrices = Migration("museum-066-event-prices") { d in
        """
        ALTER TABLE museum_event ADD COLUMN price \(d.integer) CHECK (price >= 0);
        ALTER TABLE museum_event ADD COLUMN currency TEXT CHECK (length(currency) = 3);
        """
    }
}

/// Whether somebody has a place.
enum RegistrationStatus: String, Sendable, Codable, CaseIterable {
    case registered, waiting, cancelled
}

extension MuseumMigrations {
    static let events = Migration("museum-012-events") { d in
        """
        CREATE TABLE museum_event (
            id \(d.id),
            title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 120),
            text TEXT NOT NULL CHECK (length(text) <= 5000),
            place TEXT NOT NULL CHECK (length(place) <= 120),
            starts_at \(d.integer) NOT NULL,
            ends_at \(d.integer) NOT NULL,
            places \(d.integer) CHECK (places BETWEEN 1 AND 100000),
            level \(d.integer) NOT NULL CHECK (level BETWEEN 0 AND 100),
            is_cancelled \(d.integer) NOT NULL DEFAULT 0 CHECK (is_cancelled IN (0, 1)),
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            CHECK (starts_at < ends_at)
        );
        CREATE INDEX museum_event_end ON museum_event (ends_at, starts_at);
        CREATE TABLE museum_registration (
            id \(d.id),
            event_id \(d.integer) NOT NULL REFERENCES museum_event (id) ON DELETE CASCADE,
            person_id \(d.integer) NOT NULL,
            status TEXT NOT NULL CHECK (status IN ('registered', 'waiting', 'cancelled')),
            asked_at \(d.integer) NOT NULL,
            changed_at \(d.integer) NOT NULL,
            changed_by \(d.integer),
            UNIQUE (event_id, person_id)
        );
        CREATE INDEX museum_registration_status ON museum_registration (event_id, status, asked_at, id);
        CREATE INDEX museum_registration_person ON museum_registration (person_id, event_id);
        """
    }
}
