import CMicroHTTPD
import Core
import Web

/// Copies a request's header fields in one pass and notifications everything that could make two programs disagree about
/// where a request ends. libmicrohttpd 0.9.75 itself lets `Content-Length` beside `Transfer-Encoding` pass, and two
/// different lengths. What it lets pass in the lines themselves, ``LineLayout`` notifications.
struct HeadReader {
    private var headers = Headers()
    private var hosts = 0
    private var host = ""
    private var bytes = 0
    private var isChunked = false
    private(set) var contentLength: Int?
    private var fault: Problem?
    private let limits: ServerLimits
    private var layout: LineLayout?
    /// Whether the first field is ours, see ``Callbacks``.
    private var skipsFirst = LineLayout.isKnown

    private init(limits: ServerLimits, layout: LineLayout?) {
        self.limits = limits
        self.layout = layout
        headers.reserve(12)
    }

    /// The request line, in libmicrohttpd's memory but for the target, which it cuts.
    struct Line {
        let method: UnsafePointer<CChar>
        let place: UnsafePointer<CChar>
        let version: UnsafePointer<CChar>
        /// As it came up to a NUL; `nil` when it is no UTF-8.
        let target: String?
    }

    /// The head of a request and the length of its body as announced.
    struct Result {
        let head: RequestHead
        let contentLength: Int
    }

    /// Reads and checks everything.
    /// - Throws: a refusal; the connection must be closed after it, since its further bytes cannot be trusted.
    static func read(
        _ connection: OpaquePointer, _ line: Line, peer: String, configuration: WebServerConfiguration
    ) throws(Problem) -> Result {
        guard let target = line.target else { throw .malformed }
        let layout =
            LineLayout.isKnown
            ? LineLayout(method: line.method, target: line.place, targetBytes: target.utf8.count, version: line.version) : nil
        var reader = HeadReader(limits: configuration.limits, layout: layout)
        withUnsafeMutablePointer(to: &reader) { pointer in
            stoa_http_each_header(
                connection,
                { context, _, name, nameCount, value, valueCount in
                    guard let reader = context?.assumingMemoryBound(to: HeadReader.self) else { return stoa_http_no }
                    reader.pointee.take(
                        UnsafeRawBufferPointer(start: name, count: nameCount), UnsafeRawBufferPointer(start: value, count: valueCount))
                    return reader.pointee.fault == nil ? stoa_http_yes : stoa_http_no
                }, pointer)
        }
        if let fault = reader.fault { throw fault }
        reader.layout?.end(headerBytes: stoa_http_header_bytes(connection))
        if reader.layout?.isBroken == true { throw .malformed }
        let version = String(cString: line.version)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .malformed }
        guard reader.hosts == 1, isHost(reader.host) else { throw .malformed }
        if reader.isChunked { throw reader.contentLength == nil && version == "HTTP/1.1" ? .lengthRequired : .malformed }
        guard let method = Method(rawValue: String(cString: line.method)) else {
            throw Problem(.notImplemented, "request.unknown-method", "The server doesn’t know that kind of request.")
        }
        var (address, secure) = (peer, configuration.tls != nil)
        if configuration.behindProxy && isLoopback(peer) { reader.readProxy(&address, &secure) }
        let head = try RequestHead(
            method: method, target: originForm(target, method, host: reader.host), headers: reader.headers, remoteAddress: address, isSecure: secure)
        return Result(head: head, contentLength: reader.contentLength ?? 0)
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        if skipsFirst { return skipsFirst = false }
        bytes += name.count + value.count
        guard headers.fields.count < limits.headerFields, bytes <= limits.headerBytes else {
            fault = Problem(.headersTooLarge, "request.headers-too-large", "The request’s header is too large.")
            return
        }
        guard !name.isEmpty, name.allSatisfy(Self.isToken), value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            fault = .malformed
            return
        }
        layout?.take(name, value)
        let name = String(decoding: name, as: UTF8.self)
        let value = String(decoding: value, as: UTF8.self)
        switch name.utf8.count {
        case 4 where name.lowercased() == "host":
            hosts += 1
            host = value
        case 14 where name.lowercased() == "content-length":
            // `Int` alone would take a sign.
            guard contentLength == nil, !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(value)
            else {
                fault = .malformed
                return
            }
            contentLength = length
        case 17 where name.lowercased() == "transfer-encoding":
            guard !isChunked, value.lowercased() == "chunked" else {
                fault = .malformed
                return
            }
            isChunked = true
        default: break
        }
        headers.addChecked(name, value)
    }

    /// The nearest proxy adds its own view at the end; everything before it may be made up. What cannot be read there comes from
    /// somewhere else all the same, so it never counts as this machine.
    private func readProxy(_ address: inout String, _ isSecure: inout Bool) {
        if let chain = headers.all("X-Forwarded-For").last {
            address = chain.split(separator: ",").last.flatMap(ClientAddress.read) ?? ClientAddress.unknown
        }
        if let scheme = headers.all("X-Forwarded-Proto").last { isSecure = scheme.lowercased() == "https" }
    }

    private static func isHost(_ host: String) -> Bool {
        !host.isEmpty && host.utf8.count <= 260
            && host.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x3A, 0x41...0x5B, 0x5D, 0x5F, 0x61...0x7A, 0x2D, 0x2E: true
                default: false
                }
            }
    }

    private static func isToken(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x5E...0x7A, 0x7C, 0x7E, 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Servers must take the absolute form too (RFC 9112 §3.2.2), here for the host that `Host` names; `*` only makes sense for
    /// OPTIONS, and the target of CONNECT is no address of ours.
    private static func originForm(_ target: String, _ method: Method, host: String) throws(Problem) -> String {
        if target == "*" && method == .options || method == .connect { return "/" }
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            let rest = target.dropFirst(scheme.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            guard rest[..<end].lowercased() == host.lowercased() else { throw .malformed }
            return rest[end...].first == "/" ? String(rest[end...]) : "/" + rest[end...]
        }
        return target
    }
}

extension Problem {
    /// A request that is not written as HTTP has it.
    static let malformed = Problem(.badRequest, "request.malformed", "The request isn’t written correctly.")

    /// Bodies in chunks: libmicrohttpd 0.9.75 reads their lines too generously, and nothing that speaks to a site needs them.
    static let lengthRequired = Problem(
        .lengthRequired, "request.length-required", "The request doesn’t say how long its body is.",
        remedy: "Send the whole body with a Content-Length.")
}
