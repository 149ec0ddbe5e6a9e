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

    /// Whether the route lets this person in, and what it wants done with the body: nobody can make us keep a body that the
    /// route would not let them send. Requests without a body are left to ``respond(to:)``.
    public func admit(_ request: Request) async -> Admission {
        guard !request.method.isSafe, let route = table.match(request.path)?.routes[request.method] else { return .admitted(request, .none) }
        if let refusal = route.refusal(request) { return .answer(refusal.response(for: request)) }
        do throws(Problem) {
            return .admitted(request, try route.body.plan(for: request.head))
        } catch {
            return .answer(error.response(for: request))
        }
    }

    /// Whether there is a route for this address and method, and whoever asks may use it.
    public func answers(_ request: Request) -> Bool {
        guard let route = table.match(request.path)?.routes[request.method == .head ? .get : request.method] else { return false }
        return route.refusal(request) == nil
    }

    /// Whether a page can be opened at this path, whoever may open it.
    public func hasPage(at path: [String]) -> Bool { table.match(path)?.routes[.get] != nil }

    /// Whether a path takes what forms send and shows nothing itself.
    public func onlyTakesForms(at path: [String]) -> Bool {
        guard let routes = table.match(path)?.routes else { return false }
        return routes[.post] != nil && routes[.get] == nil
    }

    /// Whether the route takes forms that a page of another site made a browser send.
    public func takesForeignForms(_ head: RequestHead) -> Bool { table.match(head.path)?.routes[head.method]?.takesForeignForms ?? false }

    /// Answers one request.
    public func respond(to request: Request) async -> Response {
        var response: Response
        do {
            response = try await answer(request)
        } catch {
            response = request.refusal(for: error) ?? explained(error, request) ?? failure(error, request)
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
        while path.utf8.last == UInt8(ascii: "/") { path.unicodeScalars.removeLast() }
        // A path that begins with two slashes would name another host.
        guard !path.begins(withExactly: "//"), !path.isEmpty else { throw Problem.notFound }
        let query = request.head.target.dropFirst(request.head.pathText.count)
        return Response(.permanentRedirect, headers: ["Location": path + query])
    }

    private func explained(_ error: any Error, _ request: Request) -> Response? {
        var response = explain(error)?.response(for: request)
        response?.cause = String(reflecting: error)
        return response
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
    static let methodNotAllowed = Problem(.methodNotAllowed, "method-not-allowed", "This address doesn’t take that kind of request.")
}
