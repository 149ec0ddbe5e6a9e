import Core
import Web

/// Every address of help.
enum HelpPaths {
    /// Questions and answers, with a search.
    static let home = SitePaths.help
    /// One question.
    static let topic = Path("/help/topics/{topic}", String.self)
    /// The person's own requests, and the form for another one.
    static let support = Path("/help/support")
    /// The form for those who are not signed in.
    static let ask = SitePaths.ask
    /// Says that a question of somebody who is not signed in has arrived.
    static let asked = Path("/help/ask/{receipt}", String.self)
    /// One of the person's requests.
    static let request = Path("/help/support/{request}", SupportRequestID.self)
    /// Adds words to a request.
    static let words = Path("/help/support/{request}/words", SupportRequestID.self)
    /// All requests, for those who answer.
    static let queue = Path("/admin/support")
    /// One request in the queue.
    static let deskRequest = Path("/admin/support/{request}", SupportRequestID.self)
    /// Answers a request.
    static let answer = Path("/admin/support/{request}/answer", SupportRequestID.self)
    /// Hands a request to the second level.
    static let escalate = Path("/admin/support/{request}/escalate", SupportRequestID.self)
    /// Closes a request.
    static let close = Path("/admin/support/{request}/close", SupportRequestID.self)
}
