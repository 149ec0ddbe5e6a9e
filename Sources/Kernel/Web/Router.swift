import Core

/// Finds the route of a request and lets it answer.
///
/// It answers HEAD where there is a GET, OPTIONS everywhere, 405 with `Allow` for other methods, and sends an address
/// with a slash too many to the one without. A thrown refusal becomes its problem; anything else thrown becomes a 500
/// that says nothing but the request id, and is logged once with its cause.
public struct Router: Handler {
    private let table: RouteTable
    private let log: Log
    private let explain: @Sendable (any Error) -> Problem?

    /// Checks the routes and puts them in order.
    /// - Parameter explain: finds the refusal in an error that does not know how to show itself.
    /// - Throws: a description of the first clash or malformed path.
    public init(_ routes: [Route], log: Log = .silent, explain: @escaping @Sendable (any Error) -> Problem? = { _ in nil }) throws {
        table = try RouteTable(routes)
        self.log = log
        self.explain = explain
    }

    /// What the route wants done with the body. Somebody without any credentials cannot make us read a body that only
    /// members may send.
    public func plan(for head: RequestHead) -> BodyPlan {
        guard !head.method.isSafe, let route = table.match(head.path)?.routes[head.method] else { return .none }
        let plan = route.body.plan(for: head)
        let isGuest = !head.headers.contains("Cookie") && !head.headers.contains("Authorization")
        guard isGuest, route.access != .everyone else { return plan }
        return .none
    }

    /// Whether the route takes forms that a page of another site made a browser send.
    public func takesForeignForms(_ head: RequestHead) -> Bool { table.match(head.path)?.routes[head.method]?.takesForeignForms ?? false }

    /// Answers one request.
    public func respond(to request: Request) async -> Response {
        var response: Response
        do {
            response = try await answer(request)
        } catch {
            response = request.refusal(for: error) ?? explain(error)?.response(for: request) ?? failure(error, request)
        }
        Flash.carry(&response, for: request)
        return response
    }

    private func answer(_ request: Request) async throws -> Response {
        guard let match = table.match(request.path) else { return try withoutSlash(request) }
        if let route = match.routes[request.method == .head ? .get : request.method] {
            return try await route.respond(request, match.captures)
        }
        var response = request.method == .options ? Response.noContent : Problem.methodNotAllowed.response(for: request)
        response.headers.add("Allow", allowed(match.routes))
        return response
    }

    private func allowed(_ routes: [Method: Route]) -> String {
        let methods = Method.allCases.filter { $0 == .options || routes[$0] != nil || ($0 == .head && routes[.get] != nil) }
        return methods.map(\.rawValue).joined(separator: ", ")
    }

    private func withoutSlash(_ request: Request) throws -> Response {
        guard request.method.isSafe, request.path.last == "", table.match(request.path.dropLast()) != nil else { throw Problem.notFound }
        var path = String(request.head.pathText)
        while path.hasSuffix("/") { path.removeLast() }
        // A path that begins with two slashes would name another host.
        guard !path.hasPrefix("//"), !path.isEmpty else { throw Problem.notFound }
        let query = request.head.target.dropFirst(request.head.pathText.count)
        return Response(.permanentRedirect, headers: ["Location": path + query])
    }

    private func failure(_ error: any Error, _ request: Request) -> Response {
        log(
            .error, "request.failed",
            [
                "request": .string(request.id), "method": .string(request.method.rawValue),
                "path": .string(request.head.loggedPath), "cause": .string(String(reflecting: error)),
            ])
        var response = Problem.failure.response(for: request)
        response.cause = String(reflecting: error)
        return response
    }
}

extension Problem {
    static let methodNotAllowed = Problem(.methodNotAllowed, "method-not-allowed", "This address does not take that kind of request.")
}
