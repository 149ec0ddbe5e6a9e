import CMicroHTTPD
import Core
import Web

/// Copies a request's header fields in one pass and notices everything that could make two programs disagree about
/// where a request ends. libmicrohttpd 0.9.75 itself lets `Content-Length` beside `Transfer-Encoding` pass, and two
/// different lengths.
struct HeadReader {
    private var headers = Headers()
    private var hosts = 0
    private var host = ""
    private var bytes = 0
    private var isChunked = false
    private(set) var contentLength: Int?
    private var fault: Problem?
    private let limits: ServerLimits
    /// Where the last value ends in libmicrohttpd's buffer.
    private var lastEnd: UnsafeRawPointer?

    /// libmicrohttpd 0.9.75 ends a value at the first NUL and hides the rest. It reads lines in place, so what is hidden
    /// shows as a gap between one value and the next name. Later versions refuse NUL themselves.
    private static let canLookForGaps = String(cString: MHD_get_version()) == "0.9.75"

    private init(limits: ServerLimits) {
        self.limits = limits
        headers.reserve(12)
    }

    /// The head of a request and the length of its body as announced.
    struct Result {
        let head: RequestHead
        let contentLength: Int?
        let hasBody: Bool
    }

    /// Reads and checks everything.
    /// - Throws: a refusal; the connection must be closed after it, since its further bytes cannot be trusted.
    static func read(
        _ connection: OpaquePointer, method: UnsafePointer<CChar>, version: UnsafePointer<CChar>, target: String?, peer: String,
        isSecure: Bool, configuration: WebServerConfiguration
    ) throws(Problem) -> Result {
        var reader = HeadReader(limits: configuration.limits)
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
        // The empty line behind the last field leaves two zeros.
        if canLookForGaps, let end = reader.lastEnd, end.load(fromByteOffset: 1, as: UInt8.self) != 0 { throw .malformed }
        let version = String(cString: version)
        guard version == "HTTP/1.1" || version == "HTTP/1.0" else { throw .malformed }
        guard reader.hosts == 1, isHost(reader.host) else { throw .malformed }
        if reader.isChunked && (reader.contentLength != nil || version == "HTTP/1.0") { throw .malformed }
        guard let method = Method(rawValue: String(cString: method)) else {
            throw Problem(.notImplemented, "request.unknown-method", "The server does not know that kind of request.")
        }
        guard let target else { throw .malformed }
        var (address, secure) = (peer, isSecure)
        if configuration.behindProxy && isLoopback(peer) { reader.readProxy(&address, &secure) }
        let head = try RequestHead(
            method: method, target: originForm(target, method), headers: reader.headers, remoteAddress: address, isSecure: secure)
        return Result(head: head, contentLength: reader.contentLength, hasBody: reader.isChunked || (reader.contentLength ?? 0) > 0)
    }

    private mutating func take(_ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {
        bytes += name.count + value.count
        guard headers.fields.count < limits.headerFields, bytes <= limits.headerBytes else {
            fault = Problem(.headersTooLarge, "request.headers-too-large", "The request's header is too large.")
            return
        }
        guard !name.isEmpty, name.allSatisfy(Self.isToken), value.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
            fault = .malformed
            return
        }
        if Self.canLookForGaps {
            // One or two bytes for the line end; a folded line was copied elsewhere and is refused with it.
            if let lastEnd, let start = name.baseAddress, !(1...2).contains(start - lastEnd) {
                fault = .malformed
                return
            }
            lastEnd = value.baseAddress.map { $0 + value.count }
        }
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

    /// The nearest proxy adds its own view at the end; everything before it may be made up.
    private func readProxy(_ address: inout String, _ isSecure: inout Bool) {
        if let last = headers.all("X-Forwarded-For").last?.split(separator: ",").last, let client = ClientAddress.read(last) { address = client }
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

    /// Servers must take the absolute form too (RFC 9112 §3.2.2); `*` only makes sense for OPTIONS.
    private static func originForm(_ target: String, _ method: Method) -> String {
        if target == "*" && method == .options { return "/" }
        for scheme in ["http://", "https://"] where target.hasPrefix(scheme) {
            let rest = target.dropFirst(scheme.count)
            return rest.firstIndex(of: "/").map { String(rest[$0...]) } ?? "/"
        }
        return target
    }
}

extension Problem {
    /// A request that is not written as HTTP has it.
    static let malformed = Problem(.badRequest, "request.malformed", "The request is not written correctly.")
}
