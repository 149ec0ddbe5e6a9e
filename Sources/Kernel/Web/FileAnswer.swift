import Core
import Foundation

/// A part of a file, for the server to send straight from the disk.
public struct FileSlice: Sendable {
    /// The file.
    public let url: URL
    /// Where the part begins.
    public let offset: Int64
    /// How long it is.
    public let length: Int64
}

/// A file as an answer: ranges for players and readers, validators for caches (RFC 9110 §13 and §14).
public struct FileAnswer: Answer {
    /// The file; the address is ours, never made of what came with a request.
    public let url: URL
    /// Its media type.
    public let contentType: String
    /// The name to save it under; with it the browser saves instead of showing.
    public var downloadName: String?
    /// A strong validator; by default it is made of size and time of change.
    public var entityTag: String?
    /// When it last changed; by default what the file system says.
    public var lastModified: Instant?
    /// Whether the address always means these bytes, so that caches may keep them for a year.
    public var isImmutable: Bool
    /// Whether shared caches may keep it too.
    public var isPublic: Bool

    /// A file by its place and type.
    public init(
        url: URL, contentType: String, downloadName: String? = nil, entityTag: String? = nil, lastModified: Instant? = nil,
        isImmutable: Bool = false, isPublic: Bool = false
    ) {
        self.url = url
        self.contentType = contentType
        self.downloadName = downloadName
        self.entityTag = entityTag
        self.lastModified = lastModified
        self.isImmutable = isImmutable
        self.isPublic = isPublic
    }

    /// The whole file, a part of it, 304 or 416; a file that is gone is a plain "not found".
    public func response(for request: Request) async throws -> Response {
        guard let file = FileFacts(url) else { throw Problem.notFound }
        let changed = lastModified ?? file.changed
        let tag = entityTag.map(Self.quoted) ?? "\"\(String(file.size, radix: 36))-\(String(file.changed.milliseconds, radix: 36))\""
        var headers = validators(tag, changed)
        if Self.isKnown(request, tag, changed) { return Response(.notModified, headers: headers) }
        headers.add("Content-Type", contentType)
        headers.add("Accept-Ranges", "bytes")
        headers.add("X-Content-Type-Options", "nosniff")
        if let downloadName { headers.add("Content-Disposition", ContentDisposition.attachment(downloadName)) }
        // If-Range needs the same version, otherwise the parts would not fit together.
        let wanted = Self.sameVersion(request.headers["If-Range"], tag, changed) ? request.headers["Range"] : nil
        switch ByteRange(request.method == .get ? wanted : nil, length: file.size) {
        case .whole:
            return Response(.ok, headers: headers, body: .file(FileSlice(url: url, offset: 0, length: file.size)))
        case .part(let range):
            headers.add("Content-Range", "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(file.size)")
            let slice = FileSlice(url: url, offset: range.lowerBound, length: Int64(range.count))
            return Response(.partialContent, headers: headers, body: .file(slice))
        case .unsatisfiable:
            var refusal = Problem(.rangeNotSatisfiable, "request.bad-range", "The file has no such part.").response(for: request)
            refusal.headers.add("Content-Range", "bytes */\(file.size)")
            return refusal
        }
    }

    private func validators(_ tag: String, _ changed: Instant) -> Headers {
        var headers = Headers()
        headers.reserve(8)
        headers.add("ETag", tag)
        headers.add("Last-Modified", HTTPDate.text(changed))
        let reach = isPublic ? "public" : "private"
        headers.add("Cache-Control", isImmutable ? "\(reach), max-age=31536000, immutable" : "\(reach), no-cache")
        return headers
    }

    private static func quoted(_ tag: String) -> String { tag.hasPrefix("\"") || tag.hasPrefix("W/") ? tag : "\"\(tag)\"" }

    private static func isKnown(_ request: Request, _ tag: String, _ changed: Instant) -> Bool {
        if let known = request.headers["If-None-Match"] { return EntityTag.matches(known, tag) }
        guard let since = request.headers["If-Modified-Since"].flatMap(HTTPDate.read) else { return false }
        return changed.milliseconds / 1000 <= since.milliseconds / 1000
    }

    private static func sameVersion(_ condition: String?, _ tag: String, _ changed: Instant) -> Bool {
        guard let condition else { return true }
        if condition.hasPrefix("\"") { return condition == tag }
        guard !condition.hasPrefix("W/"), let date = HTTPDate.read(condition) else { return false }
        return date.milliseconds / 1000 == changed.milliseconds / 1000
    }
}

/// What the file system says about a regular file.
private struct FileFacts {
    let size: Int64
    let changed: Instant

    init?(_ url: URL) {
        var facts = stat()
        guard stat(url.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int64(facts.st_size)
        changed = Instant(milliseconds: Int64(facts.st_mtim.tv_sec) * 1000 + Int64(facts.st_mtim.tv_nsec) / 1_000_000)
    }
}
