import Calendars
import Core
import Database
import Foundation
import Platform
import Web

/// Events as a calendar: one file, or a feed that calendars read again every few hours.
struct EventCalendar: Sendable {
    /// What a feed has: of the past so that a cancelled event is seen as cancelled, and of the future as far as people plan.
    static let (past, future) = (Duration.days(90), Duration.days(365))
    static let most = 1_000

    let name: String
    let zone: TimeZone
    let address: WholeAddress
    /// Part of every event's id, which must never change: the site's address may.
    let site: String

    init(_ site: Site, _ request: Request) {
        name = site.configuration.name
        zone = site.configuration.zone
        address = WholeAddress(site.configuration.baseURL, request)
        self.site = site.mark(for: "museum.calendar")
    }

    /// The whole calendar. The same events are always the same bytes, so that whoever has them is told so.
    func text(of events: [Event]) -> [UInt8] {
        CalendarFile(product: "Museum", name: name, zone: zone, isFeed: true).bytes(of: events.map(calendarEvent))
    }

    private func calendarEvent(_ event: Event) -> CalendarEvent {
        var told = CalendarEvent(
            id: "event-\(event.id)@\(site)", time: .moments(event.startsAt, event.endsAt), title: event.title, changedAt: event.changedAt)
        told.text = event.text
        told.place = event.place.isEmpty ? name : "\(event.place), \(name)"
        told.url = address.of(MuseumPaths.event(event.id))
        told.sequence = event.sequence
        told.isCancelled = event.isCancelled
        return told
    }

    /// The calendar as an answer, which a browser shows or saves under this name.
    func answer(_ events: [Event], named file: String, for request: Request) -> Response {
        var response = Response.bytes(text(of: events), type: "text/calendar; charset=utf-8")
        response.headers.set("Content-Disposition", "inline; filename=\"\(file)\"")
        response.headers.set("Cache-Control", "public, max-age=3600")
        if let changed = events.map(\.changedAt).max() { response.headers.set("Last-Modified", HTTPDate.text(changed)) }
        return response.conditional(for: request)
    }
}

/// What search engines read of an event (schema.org): what everyone may know, and nobody who registered.
struct EventFacts: Encodable, Sendable {
    struct Place: Encodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case name, address
        }

        let type = "Place"
        let name: String
        let address: String
    }

    struct Organizer: Encodable, Sendable {
        enum CodingKeys: String, CodingKey {
            case type = "@type"
            case name, url
        }

        let type = "Museum"
        let name: String
        let url: String
    }

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case type = "@type"
        case name, description, url, image, startDate, endDate, eventStatus, eventAttendanceMode, location, organizer, maximumAttendeeCapacity,
            remainingAttendeeCapacity, isAccessibleForFree
    }

    let context = "https://schema.org"
    let type = "Event"
    let name: String
    let description: String?
    let url: String
    let image: String?
    let startDate: String
    let endDate: String
    let eventStatus: String
    let eventAttendanceMode = "https://schema.org/OfflineEventAttendanceMode"
    let location: Place
    let organizer: Organizer
    let maximumAttendeeCapacity: Int?
    let remainingAttendeeCapacity: Int?
    let isAccessibleForFree: Bool?

    init(_ event: Event, _ site: Site, _ request: Request) {
        let address = WholeAddress(site.configuration.baseURL, request)
        let (museum, zone) = (site.configuration.name, site.configuration.zone)
        name = event.title
        description = event.paragraphs.first
        isAccessibleForFree = event.price.map { $0.minor == 0 }
        url = address.of(MuseumPaths.event(event.id))
        image = event.picture.map { address.of($0.address(.large, of: event.id)) }
        (startDate, endDate) = (Self.date(event.startsAt, zone), Self.date(event.endsAt, zone))
        eventStatus = event.isCancelled ? "https://schema.org/EventCancelled" : "https://schema.org/EventScheduled"
        let street = site.value(of: MuseumSettings.address)
        location = Place(name: event.place.isEmpty ? museum : "\(event.place), \(museum)", address: street.isEmpty ? museum : street)
        organizer = Organizer(name: museum, url: address.of(MuseumPaths.home()))
        maximumAttendeeCapacity = event.places
        remainingAttendeeCapacity = event.free
    }

    /// As the clock shows it, with its distance from UTC: `2026-01-10T10:00:00+03:00`.
    private static func date(_ moment: Instant, _ zone: TimeZone) -> String {
        let digits = CalendarText.local(moment, in: zone)
        let offset = CalendarText.offset(zone.secondsFromGMT(for: moment.date))
        let clock = digits.suffix(6)
        return "\(Day(moment, in: zone))T\(clock.prefix(2)):\(clock.dropFirst(2).prefix(2)):\(clock.suffix(2))\(offset.prefix(3)):\(offset.suffix(2))"
    }

    /// JSON that can stand in a page: nothing in it ends the element around it.
    func script() throws -> String {
        String(decoding: try JSONWriter.encode(self), as: UTF8.self).replacing("<", with: "\\u003c").replacing(">", with: "\\u003e")
            .replacing("&", with: "\\u0026")
    }
}

extension MuseumMigrations {
    /// How often an event's time or place changed, for calendars that have it already.
    static let calendar = Migration("museum-042-calendar") { d in
        "ALTER TABLE museum_event ADD COLUMN sequence \(d.integer) NOT NULL DEFAULT 0"
    }
}
