import Core

extension Problem: Answer {
    /// The refusal as `application/problem+json` (RFC 9457), in the language of the request.
    public func response(for request: Request) -> Response {
        var json = JSONText(capacity: 384)
        let status = Status(self)
        json.beginObject()
        json.key("type")
        json.string("about:blank")
        json.key("title")
        json.string(status.reason)
        json.key("status")
        json.integer(kind.rawValue)
        json.key("code")
        json.string(code)
        json.key("detail")
        json.string(request.render(detail))
        if let remedy {
            json.key("remedy")
            json.string(request.render(remedy))
        }
        if !fields.isEmpty {
            json.key("fields")
            json.beginObject()
            for (name, reason) in fields.sorted(by: { $0.key < $1.key }) {
                json.key(name)
                json.string(request.render(reason))
            }
            json.endObject()
        }
        if let link {
            json.key("link")
            json.string(link.path)
        }
        json.key("request")
        json.string(request.id)
        json.endObject()
        var response = Response(status, headers: Self.headers, body: .bytes(json.bytes))
        if let retryAfter { response.headers.add("Retry-After", String(retryAfter)) }
        response.problem = self
        return response
    }

    private static let headers: Headers = ["Content-Type": "application/problem+json", "Cache-Control": "no-store"]

    /// What people see when something broke; the cause is in the log under the same request id.
    public static let failure = Problem(
        .failure, "failure", "Something went wrong on our side.", remedy: "Try again. If it happens again, tell us the request id.")

    /// The `Host` of a request names another site: how DNS rebinding reaches a server on a private address.
    public static let unknownHost = Problem(
        .badRequest, "request.unknown-host", "This server doesn’t answer to that name.",
        remedy: "Use the address you were given. If you run this server, start it once with --host and the name.")
}

extension Status {
    /// What goes with a refusal; 200 where nothing was refused.
    public init(_ problem: Problem?) { self.init(rawValue: problem?.kind.rawValue ?? Self.ok.rawValue) }
}

extension Request {
    /// The answer to an error that a handler threw; `nil` when it is no refusal but a failure.
    func refusal(for error: any Error) -> Response? { (error as? any ProblemConvertible)?.problem.response(for: self) }
}
