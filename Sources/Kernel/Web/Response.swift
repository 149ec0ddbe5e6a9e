import Core

/// The answer to one request.
public struct Response: Sendable {
    /// What follows the header.
    public enum Body: Sendable {
        /// Nothing.
        case empty
        /// Bytes in memory.
        case bytes([UInt8])
        /// A part of a file, sent by the kernel straight from the disk.
        case file(FileSlice)
        /// Bytes that come bit by bit.
        case stream(ResponseStream)
    }

    /// The status.
    public var status: Status
    /// The header fields; the server adds `Date`, `Content-Length` and `Connection`.
    public var headers: Headers
    /// What follows.
    public var body: Body
    /// The refusal behind this answer, so that a page can be made of it.
    public var problem: Problem?
    /// Why an answer of the 500s is one, in technical words for administrators; it is never sent.
    public var cause: String?
    /// A word to show on the next page.
    public var flash: Text?
    /// What kind of word it is.
    public var flashTone = FlashTone.done
    /// Where a form goes that takes back what the word tells of; its query are the fields.
    public var undo: String?

    /// An answer from its parts.
    public init(_ status: Status = .ok, headers: Headers = Headers(), body: Body = .empty) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Bytes of some type.
    public static func bytes(_ bytes: [UInt8], type: String, status: Status = .ok) -> Response {
        Response(status, headers: Headers(fields: [("Content-Type", type)]), body: .bytes(bytes))
    }

    /// A page. What a person sees is theirs: no shared cache may keep it.
    public static func html(_ bytes: [UInt8], status: Status = .ok) -> Response {
        Response(status, headers: htmlHeaders, body: .bytes(bytes))
    }

    /// Plain text.
    public static func text(_ text: String, status: Status = .ok) -> Response {
        bytes(Array(text.utf8), type: "text/plain; charset=utf-8", status: status)
    }

    /// A value as JSON.
    public static func json(_ value: some Encodable, status: Status = .ok) throws -> Response {
        Response(status, headers: jsonHeaders, body: .bytes(try JSONWriter.encode(value)))
    }

    /// Sends the browser to another page with GET, with a word to show there.
    public static func seeOther(_ path: String, flash: Text? = nil, tone: FlashTone = .done, undo: String? = nil) -> Response {
        var response = Response(.seeOther, headers: Headers(fields: [("Location", path), ("Cache-Control", "no-store")]))
        response.flash = flash
        response.flashTone = tone
        response.undo = undo
        return response
    }

    /// Nothing to say.
    public static let noContent = Response(.noContent)

    private static let htmlHeaders: Headers = ["Content-Type": "text/html; charset=utf-8", "Cache-Control": "private, no-cache"]
    private static let jsonHeaders: Headers = ["Content-Type": "application/json", "Cache-Control": "private, no-cache"]

    /// Sets a cookie, instead of one of the same name that this answer had already: of two, browsers keep the last.
    public mutating func set(_ cookie: Cookie) {
        headers.removeAll { Headers.same($0.name, "Set-Cookie") && $0.value.hasPrefix(cookie.name + "=") }
        headers.add("Set-Cookie", cookie.header)
    }

    /// Sets a cookie unless this answer has one of that name.
    public mutating func setIfAbsent(_ cookie: Cookie) {
        guard !headers.all("Set-Cookie").contains(where: { $0.hasPrefix(cookie.name + "=") }) else { return }
        headers.add("Set-Cookie", cookie.header)
    }

    /// With a cookie.
    public func setting(_ cookie: Cookie) -> Response {
        var copy = self
        copy.set(cookie)
        return copy
    }
}

extension Response: Answer {
    /// Itself.
    public func response(for request: Request) async throws -> Response { self }
}
