/// An HTTP status code.
public struct Status: RawRepresentable, Hashable, Sendable {
    /// The three digits.
    public let rawValue: Int

    /// A status by its number.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 200
    public static let ok = Status(rawValue: 200)
    /// 201
    public static let created = Status(rawValue: 201)
    /// 202
    public static let accepted = Status(rawValue: 202)
    /// 204
    public static let noContent = Status(rawValue: 204)
    /// 206
    public static let partialContent = Status(rawValue: 206)
    /// 301
    public static let movedPermanently = Status(rawValue: 301)
    /// 302
    public static let found = Status(rawValue: 302)
    /// 303
    public static let seeOther = Status(rawValue: 303)
    /// 304
    public static let notModified = Status(rawValue: 304)
    /// 307
    public static let temporaryRedirect = Status(rawValue: 307)
    /// 308
    public static let permanentRedirect = Status(rawValue: 308)
    /// 400
    public static let badRequest = Status(rawValue: 400)
    /// 401
    public static let unauthorized = Status(rawValue: 401)
    /// 403
    public static let forbidden = Status(rawValue: 403)
    /// 404
    public static let notFound = Status(rawValue: 404)
    /// 405
    public static let methodNotAllowed = Status(rawValue: 405)
    /// 406
    public static let notAcceptable = Status(rawValue: 406)
    /// 409
    public static let conflict = Status(rawValue: 409)
    /// 410
    public static let gone = Status(rawValue: 410)
    /// 412
    public static let preconditionFailed = Status(rawValue: 412)
    /// 413
    public static let contentTooLarge = Status(rawValue: 413)
    /// 415
    public static let unsupportedMediaType = Status(rawValue: 415)
    /// 416
    public static let rangeNotSatisfiable = Status(rawValue: 416)
    /// 422
    public static let unprocessableContent = Status(rawValue: 422)
    /// 429
    public static let tooManyRequests = Status(rawValue: 429)
    /// 500
    public static let internalServerError = Status(rawValue: 500)
    /// 503
    public static let serviceUnavailable = Status(rawValue: 503)
    /// 507
    public static let insufficientStorage = Status(rawValue: 507)

    /// The phrase of RFC 9110 §15; programs never rely on it.
    public var reason: String { Self.reasons[rawValue] ?? "Status \(rawValue)" }

    private static let reasons: [Int: String] = [
        200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content", 301: "Moved Permanently",
        302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 409: "Conflict", 410: "Gone", 411: "Length Required", 412: "Precondition Failed",
        413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type", 416: "Range Not Satisfiable",
        422: "Unprocessable Content", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 503: "Service Unavailable", 507: "Insufficient Storage",
    ]
}
