import Core

/// Keeps failures for whoever looks after the site (CORE-037); one part of a site does.
public protocol FailureRecorder: Sendable {
    /// Keeps one; it answers soon, and never throws.
    func record(_ failure: RequestFailure) async
}

/// A request that ended in an answer of the 500s.
public struct RequestFailure: Sendable {
    /// The id that the person saw.
    public var requestID: String
    /// `GET`, `POST` …
    public var method: String
    /// Without the query, which may hold what is nobody's business.
    public var path: String
    /// 500 to 599.
    public var status: Int
    /// Who asked.
    public var person: PersonID?
    /// Why, in technical words for administrators.
    public var cause: String
}
