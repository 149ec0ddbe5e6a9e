import Core
import Interface
import Markup
import Platform

/// When a place is open, day by day.
struct PlaceHours: HTML {
    let name: Text
    let hours: OpeningHours

    /// The places of a site that are ever open.
    static func all(of site: Site) -> [PlaceHours] {
        site.manifests.compactMap { app in
            guard let hours = site.configuration.openingHours[app.id], hours.days.contains(where: { $0 != nil }) else { return nil }
            return PlaceHours(name: app.name, hours: hours)
        }
    }

    var body: some HTML {
        Card(name) {
            DescriptionList(
                zip(OpeningHours.dayNames, hours.days).map { day, span in
                    .init(day) {
                        if let span {
                            String("\(OpeningHours.Span.clock(span.from))–\(OpeningHours.Span.clock(span.until))")
                        } else {
                            closed
                        }
                    }
                })
        }
    }

    private var closed: some HTML { span(.class("muted")) { "Closed" as Text } }
}
