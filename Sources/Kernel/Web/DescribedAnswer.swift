import Core

/// An answer whose type says what it looks like when all went well, so that the API's description cannot say anything else.
public protocol DescribedAnswer: Answer {
    /// The status, the body and the headers.
    static var outcome: AnswerOutcome { get }
}

/// How an answer looks when all went well.
public struct AnswerOutcome: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
        /// Nothing.
        case none
        /// JSON of a type.
        case json(any (Encodable & SendableMetatype).Type)
        /// JSON that follows a schema of its own, e.g. the description of the API.
        case anyJSON
    }

    /// A header that such an answer has.
    public enum Header: String, Sendable {
        /// `ETag`: always there.
        case entityTag = "ETag"
        /// `Location`: the address of what was made; always there.
        case location = "Location"
    }

    /// The status.
    public let status: Status
    /// The body.
    public let body: Body
    /// The headers.
    public let headers: [Header]

    /// An outcome by its parts.
    public init(_ status: Status, _ body: Body = .none, headers: [Header] = []) {
        self.status = status
        self.body = body
        self.headers = headers
    }
}

/// 201: something was made, and this is it.
public struct Created<Value: Encodable & SendableMetatype & Sendable>: DescribedAnswer {
    let value: Value

    /// What was made.
    public init(_ value: Value) { self.value = value }

    /// 201 with the value.
    public static var outcome: AnswerOutcome { AnswerOutcome(.created, .json(Value.self)) }

    /// The value as JSON.
    public func response(for request: Request) async throws -> Response { try Response.json(value, status: .created) }
}

/// 201: something was made that has an address of its own.
public struct CreatedAt<Value: Encodable & SendableMetatype & Sendable>: DescribedAnswer {
    let location: String
    let value: Value

    /// What was made and the path where it is.
    public init(_ location: String, _ value: Value) {
        self.location = location
        self.value = value
    }

    /// 201 with the value and its address.
    public static var outcome: AnswerOutcome { AnswerOutcome(.created, .json(Value.self), headers: [.location]) }

    /// The value as JSON.
    public func response(for request: Request) async throws -> Response {
        var response = try Response.json(value, status: .created)
        response.headers.set("Location", location)
        return response
    }
}

/// 202: it was taken and will be done later.
public struct Accepted<Value: Encodable & SendableMetatype & Sendable>: DescribedAnswer {
    let value: Value

    /// What is to be done.
    public init(_ value: Value) { self.value = value }

    /// 202 with the value.
    public static var outcome: AnswerOutcome { AnswerOutcome(.accepted, .json(Value.self)) }

    /// The value as JSON.
    public func response(for request: Request) async throws -> Response { try Response.json(value, status: .accepted) }
}

/// 204: it was done, and there is nothing to say.
public struct NoContent: DescribedAnswer {
    /// Nothing.
    public init() {}

    /// 204.
    public static var outcome: AnswerOutcome { AnswerOutcome(.noContent) }

    /// Nothing.
    public func response(for request: Request) async throws -> Response { .noContent }
}

/// A described answer with a secret in it, which no cache keeps.
public struct Uncached<Inner: DescribedAnswer>: DescribedAnswer {
    let inner: Inner

    /// An answer that is shown this once.
    public init(_ inner: Inner) { self.inner = inner }

    /// As the answer itself.
    public static var outcome: AnswerOutcome { Inner.outcome }

    /// The answer with `Cache-Control: no-store`.
    public func response(for request: Request) async throws -> Response {
        var response = try await inner.response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}

extension OpenAPIDocument: DescribedAnswer {
    /// 200 with JSON.
    public static var outcome: AnswerOutcome { AnswerOutcome(.ok, .anyJSON, headers: [.entityTag]) }

    /// The text.
    public func response(for request: Request) async throws -> Response {
        Response.bytes(json, type: "application/json").conditional(for: request)
    }
}
