import Analytics
import Core
import Database
import Platform

/// What help counts.
extension Measure {
    static let supportRequests = Measure("help.requests", "Support requests", hint: "Questions sent to staff.")
    static let openRequests = Measure("help.requests.open", "Open support requests", hint: "Requests waiting for an answer.", kind: .level)
}

extension HelpModule {
    /// Requests that wait.
    var levels: [Level] { [.single(.openRequests, "SELECT CAST(count(*) AS BIGINT) FROM help_request WHERE status = 'open'")] }

    /// Requests are kept.
    var pastFacts: [PastFacts] {
        [PastFacts(.supportRequests) { "SELECT created_at, '' FROM help_request WHERE created_at < \($0)" }]
    }
}
