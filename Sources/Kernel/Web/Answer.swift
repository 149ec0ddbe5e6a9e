import Core

/// Anything that a handler can answer with.
public protocol Answer: Sendable {
    /// The answer to one request.
    func response(for request: Request) async throws -> Response
}

/// A value that answers as JSON. Make it `Codable` and the API's description shows its members.
public protocol JSONAnswer: DescribedAnswer, Encodable {}

extension JSONAnswer {
    /// 200 with the value.
    public static var outcome: AnswerOutcome { AnswerOutcome(.ok, .json(Self.self), headers: [.entityTag]) }

    /// The value as JSON, with an ETag; a matching `If-None-Match` gets 304.
    public func response(for request: Request) async throws -> Response { try Response.json(self).conditional(for: request) }
}

extension Array: Answer where Element: JSONAnswer {}

extension Array: DescribedAnswer where Element: JSONAnswer {}

extension Array: JSONAnswer where Element: JSONAnswer {}

/// One page of a list: the entries and where the next page begins.
public struct Paged<Item: Encodable & Sendable>: JSONAnswer {
    /// The entries.
    public let items: [Item]
    /// What `?after=` takes to go on; absent on the last page.
    public let next: Cursor?

    /// A page of a list.
    public init(items: [Item], next: Cursor?) {
        self.items = items
        self.next = next
    }
}

extension Paged: Decodable where Item: Decodable {}

extension Array {
    /// The first `size` entries of a list that was read one entry further, and the cursor behind them where there are more.
    public func page(of size: Int, cursor: (Element) throws -> Cursor) rethrows -> (entries: [Element], next: Cursor?) {
        let entries = Array(prefix(size))
        return (entries, count > size ? try entries.last.map(cursor) : nil)
    }
}
