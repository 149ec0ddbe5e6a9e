import Core
import Interface
import Markup
import Platform

/// When a place is open: now, day by day, and on the days to come that differ.
struct PlaceHours: HTML {
    /// How many days ahead special hours are shown.
    private static let daysAhead = 60

    let name: Text
    let hours: OpeningHours
    let today: Day
    /// Until when it is open or closed.
    let now: Text?

    /// The places of a site that are open on some day to come.
    static func all(of site: Site) -> [PlaceHours] {
        let (moment, zone) = (site.clock.now(), site.configuration.zone)
        let today = Day(moment, in: zone)
        return site.manifests.compactMap { app in
            guard let hours = site.configuration.openingHours[app.id], hours.isEverOpen(from: today) else { return nil }
            let change = hours.nextChange(after: moment, in: zone)
            return PlaceHours(name: app.name, hours: hours, today: today, now: change?.words(at: moment, in: zone))
        }
    }

    var body: some HTML {
        Card(name, .class("place-hours")) {
            if let now { p { strong { now } } }
            DescriptionList(zip(OpeningHours.dayNames, hours.days).map { day, spans in .init(day) { times(spans) } })
            if !special.isEmpty {
                h3 { "Special hours" }
                DescriptionList(
                    special.map { exception in
                        .init(exception.dates) {
                            times(exception.spans)
                            if !exception.note.isEmpty { span(.class("muted")) { " · \(exception.note)" } }
                        }
                    })
            }
        }
    }

    private var special: [OpeningHours.Exception] {
        hours.exceptions.filter { $0.last >= today && $0.first <= today.adding(Self.daysAhead) }
    }

    @HTMLBuilder private func times(_ spans: [OpeningHours.Span]) -> Node {
        if spans.isEmpty { span(.class("muted")) { "Closed" as Text } }
        for (index, hours) in spans.enumerated() {
            if index > 0 { ", " }
            span(.class("hours")) { OpeningHours.text([hours]) }
        }
    }
}
