import Core

/// What a server hands requests to.
public protocol Handler: Sendable {
    /// Decides about a request when its header is in, before a byte of its body is kept: who asks, whether they may, and how the
    /// body is read. The request has no body yet.
    func admit(_ request: Request) async -> Admission
    /// Answers a request that was admitted, now with its body; never throws, a failure is an answer too.
    func respond(to request: Request) async -> Response
    /// Answers an admitted request whose body could not be taken: too large, no room, badly written.
    func refuseBody(of request: Request, with problem: Problem) async -> Response
    /// The answer to a request that the server itself refuses, its header perhaps unread. Called on a server thread.
    func refuse(_ request: Request, with problem: Problem) -> Response
}

extension Handler {
    /// The bare problem.
    public func refuseBody(of request: Request, with problem: Problem) async -> Response { problem.response(for: request) }
    /// The bare problem.
    public func refuse(_ request: Request, with problem: Problem) -> Response { problem.response(for: request) }
}

/// What a handler makes of a request by its header alone.
public enum Admission: Sendable {
    /// Answered already, most likely by a refusal; its body is thrown away.
    case answer(Response)
    /// To be answered by `respond`, once the body has been read as the plan says. The request carries what was found out about
    /// whoever asks, so that nobody has to look twice.
    case admitted(Request, BodyPlan)
}
