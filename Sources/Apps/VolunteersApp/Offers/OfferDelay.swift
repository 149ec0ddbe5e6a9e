import Core

/// How soon after its publication a request got its first offer.
enum OfferDelay: String, Sendable, CaseIterable {
    case hour, day, week, later

    init(from published: Instant, to offered: Instant) {
        let delay = offered - published
        self = delay <= .seconds(3600) ? .hour : delay <= .days(1) ? .day : delay <= .days(7) ? .week : .later
    }

    var name: Text {
        switch self {
        case .hour: "Within an hour"
        case .day: "Within a day"
        case .week: "Within a week"
        case .later: "Later"
        }
    }
}
