import Core
import Foundation
import Platform

/// The form of an event, as it is sent: days and times by the museum's clock.
struct EventForm: Decodable, Sendable {
    var title: String?
    var text: String?
    var place: String?
    var day: String?
    var from: String?
    var lastDay: String?
    var until: String?
    var places: String?
    var level: String?
    var price: String?
    var alt: String?
    var removesPicture: Bool?
    /// That it may have taken place already.
    var isPast: Bool?
}

extension EventForm {
    init(_ event: Event, in zone: TimeZone) {
        title = event.title
        text = event.text
        place = event.place
        (day, from) = Self.clock(event.startsAt, zone)
        let (last, clock) = Self.clock(event.endsAt, zone)
        until = clock
        // Midnight is the end of the day before. A last day is only said where it is another, so that it follows when the event is moved.
        lastDay = Day(event.endsAt - .milliseconds(1), in: zone) == Day(event.startsAt, in: zone) ? nil : last
        places = event.places.map(String.init)
        level = String(event.level)
        price = event.price?.plain
        alt = event.alt
    }

    private static func clock(_ moment: Instant, _ zone: TimeZone) -> (String, String) {
        (Day(moment, in: zone).description, OpeningHours.clock(Day.minute(of: moment, in: zone)))
    }
}

/// An event that may be kept.
struct EventDraft: Sendable, Equatable {
    let title: String
    let text: String
    let place: String
    let startsAt: Instant
    let endsAt: Instant
    let places: Int?
    let level: Int
    let price: Money?
    let alt: String

    /// Checks a form.
    /// - Parameter hasPicture: whether it will have a picture, which needs its words.
    /// - Throws: the refusal that names every wrong field.
    init(_ form: EventForm, in zone: TimeZone, currency: String, hasPicture: Bool = false) throws(Problem) {
        var wrong: [String: Text] = [:]
        func words(_ field: String, _ text: String, _ most: Int) -> String {
            if text.length > most { wrong[field] = "Write at most \(most) characters." }
            return text
        }
        title = words("title", (form.title ?? "").tidied(), Event.longestTitle)
        if title.isEmpty { wrong["title"] = "Enter a title." }
        text = words("text", (form.text ?? "").tidiedLines(), Event.longestText)
        place = words("place", (form.place ?? "").tidied(), Event.longestPlace)
        let last = form.lastDay.flatMap { $0.trimmed.isEmpty ? nil : $0 }
        let start = Self.moment(form.day, form.from, zone)
        let end = Self.moment(last ?? form.day, last == nil && form.until?.trimmed == "00:00" ? "24:00" : form.until, zone)
        if start == nil { wrong["day"] = "Enter a day and a time." }
        if end == nil { wrong["until"] = "Enter when it ends." }
        if let start, let end {
            if end <= start { wrong[last == nil || last == form.day ? "until" : "lastDay"] = "The end must be after the start." }
            if end > start + Event.longest { wrong["until"] = "An event can last 60 days." }
        }
        (startsAt, endsAt) = (start ?? Instant(milliseconds: 0), end ?? Instant(milliseconds: 0))
        let typed = (form.places ?? "").trimmed
        let number = Int(typed)
        places = typed.isEmpty ? nil : number
        if !typed.isEmpty, number.map({ !(1...Event.mostPlaces).contains($0) }) ?? true {
            wrong["places"] = "Enter a number from 1 to \(Event.mostPlaces), or leave it empty."
        }
        level = form.level.flatMap { Int($0) } ?? 0
        let cost = (form.price ?? "").trimmed
        price = cost.isEmpty ? nil : Money(typed: cost, currency: currency)
        if !cost.isEmpty, price.map({ !(0...Event.highestPrice).contains($0.minor) }) ?? true {
            wrong["price"] = "Enter a price, such as 60 or 60.00."
        }
        alt = words("alt", (form.alt ?? "").tidied(), Exhibit.longestAlt)
        if hasPicture, alt.isEmpty { wrong["alt"] = "Describe the picture for people who can’t see it." }
        if !(0...100).contains(level) { wrong["level"] = "Choose who can register." }
        guard wrong.isEmpty else {
            throw Problem(.invalid, "museum.event-wrong", "The event wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
    }

    /// Asks before an event is planned on a day that has passed: the year is soon mistyped.
    /// - Throws: the refusal at the field of the day.
    func checkDay(_ form: EventForm, at now: Instant) throws(Problem) {
        guard endsAt <= now, form.isPast != true else { return }
        throw Problem(
            .invalid, "museum.event-past", "The event wasn’t saved.", remedy: "Correct the day, or tick that it has taken place.",
            fields: ["day": "This day has passed."])
    }

    private static func moment(_ day: String?, _ clock: String?, _ zone: TimeZone) -> Instant? {
        guard let day = day.flatMap({ Day($0.trimmed) }), let match = clock?.trimmed.wholeMatch(of: /([0-9]{1,2}):([0-9]{2})/),
            let hour = Int(match.1), let minute = Int(match.2), (0...24).contains(hour), (0..<60).contains(minute), hour < 24 || minute == 0
        else { return nil }
        return day.moment(atMinute: hour * 60 + minute, in: zone)
    }
}
