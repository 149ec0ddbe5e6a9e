import Analytics
import Audit
import Core
import Database
import Platform

/// What the app counts.
extension Measure {
    static let requestsPosted = Measure(
        "volunteers.requests", "Requests posted", hint: "Requests that people posted, whatever their status is now.", isHeadline: true)
    static let offers = Measure(
        "volunteers.offers", "Offers to help", hint: "How often someone answered a request with “I can help”.", isHeadline: true)
    static let requests = Measure(
        "volunteers.requests.now", "Requests in total", hint: "Accepted, pending and rejected requests together, without deleted ones.", kind: .level,
        by: .values([
            Measure.Value("accepted", "Accepted"), Measure.Value("pending", "Pending Moderation"), Measure.Value("rejected", "Rejected"),
        ]))
}

extension VolunteersApp {
    static let measures: [Measure] = [.requestsPosted, .offers, .requests]

    /// Requests by state.
    var levels: [Level] {
        [
            Level(.requests) { db in
                try db.all("SELECT status, CAST(count(*) AS BIGINT) FROM volunteers_post GROUP BY status" as Query<Row2<String, Int>>)
                    .map { ($0.first, $0.second) }
            }
        ]
    }

    /// The system log knows requests, also those that were taken back.
    var pastFacts: [PastFacts] {
        [
            PastFacts(.requestsPosted) { before in
                """
                SELECT changed_at, '' FROM audit_entry
                WHERE entity = \(PostSubject.kind) AND action = \(AuditAction.create) AND changed_at < \(before)
                """
            }
        ]
    }
}
