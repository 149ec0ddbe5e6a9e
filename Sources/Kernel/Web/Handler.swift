/// What a server hands requests to.
public protocol Handler: Sendable {
    /// Decides about the body before it is read.
    func plan(for head: RequestHead) -> BodyPlan
    /// Answers one request; never throws, a failure is an answer too.
    func respond(to request: Request) async -> Response
}
