import Analytics
import Core
import Database
import Platform

/// What the app counts.
extension Measure {
    static let requestsPublished = Measure(
        "volunteers.requests", "Published requests", hint: "Requests that became visible to others, counted on the day they were published.",
        isHeadline: true)
    static let offers = Measure(
        "volunteers.offers", "Offers to help", hint: "How often someone answered a request with “I can help”.", isHeadline: true)
    /// By how long it took.
    static let firstOffers = Measure(
        "volunteers.first-offers", "First offers", hint: "How soon after its publication a request got its first offer.",
        by: .values(OfferDelay.allCases.map { Measure.Value($0.rawValue, $0.name) }))
    static let helped = Measure(
        "volunteers.helped", "Requests that found help", hint: "Requests whose author closed them with “I’ve found help”.", isHeadline: true)
    static let requests = Measure(
        "volunteers.requests.now", "Requests in total", hint: "Accepted, pending and rejected requests together, without deleted ones.", kind: .level,
        by: .values([
            Measure.Value("accepted", "Accepted"), Measure.Value("pending", "Pending Moderation"), Measure.Value("rejected", "Rejected"),
        ]))
}

extension VolunteersApp {
    static let measures: [Measure] = [.requestsPublished, .offers, .firstOffers, .helped, .requests]

    /// Requests by state.
    var levels: [Level] {
        [
            Level(.requests) { db in
                try db.all("SELECT status, CAST(count(*) AS BIGINT) FROM volunteers_post GROUP BY status" as Query<Row2<String, Int>>)
                    .map { ($0.first, $0.second) }
            }
        ]
    }

    /// Requests that are still here; what was deleted is not counted.
    var pastFacts: [PastFacts] {
        [
            PastFacts(.requestsPublished) { before in
                "SELECT published_at, '' FROM volunteers_post WHERE published_at < \(before)"
            },
            PastFacts(.helped) { before in
                "SELECT closed_at, '' FROM volunteers_post WHERE is_closing_told = 1 AND closed_at < \(before)"
            },
        ]
    }
}
