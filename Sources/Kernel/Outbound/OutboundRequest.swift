import Core
import Foundation

/// What an outside service is asked over HTTP.
public struct OutboundRequest: Sendable {
    /// `GET`, `POST` …
    public var method: String
    /// The whole address.
    public var url: String
    /// In the order in which they are sent.
    public var headers: [(name: String, value: String)]
    /// What is sent with it.
    public var body: [UInt8]

    /// A request by its parts.
    public init(_ method: String, _ url: String, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Asks for what is at an address.
    public static func get(_ url: String, headers: [(name: String, value: String)] = []) -> OutboundRequest {
        OutboundRequest("GET", url, headers: headers)
    }

    /// Posts the fields of a form (`application/x-www-form-urlencoded`).
    public static func form(_ url: String, _ fields: [(String, String)], headers: [(name: String, value: String)] = []) -> OutboundRequest {
        let body = fields.map { PercentEncoding.encode($0) + "=" + PercentEncoding.encode($1) }.joined(separator: "&")
        return OutboundRequest(
            "POST", url, headers: [("Content-Type", "application/x-www-form-urlencoded")] + headers, body: Array(body.utf8))
    }

    /// Sends a value as JSON.
    public static func json(
        _ url: String, _ value: some Encodable, method: String = "POST", headers: [(name: String, value: String)] = []
    ) throws -> OutboundRequest {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return OutboundRequest(
            method, url, headers: [("Content-Type", "application/json")] + headers, body: Array(try encoder.encode(value)))
    }
}

/// What the service answered, whatever its status.
public struct OutboundAnswer: Sendable {
    /// The status of HTTP.
    public let status: Int
    /// In the order in which they came.
    public let headers: [(name: String, value: String)]
    /// What came with it.
    public let body: [UInt8]

    /// An answer by its parts.
    public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header of a name, in whatever case it came.
    public subscript(_ name: String) -> String? {
        let wanted = name.lowercased()
        return headers.first { $0.name.lowercased() == wanted }?.value
    }

    /// Reads the body as JSON.
    public func json<T: Decodable>(_ type: T.Type = T.self) throws -> T { try JSONDecoder().decode(T.self, from: Data(body)) }
}
