import Compression
import Core
import Web

/// Sends text smaller to whoever takes gzip; on a slow network a page is mostly its bytes (CORE-044).
///
/// Nothing secret stands in the same body as words of a visitor's choosing: forms carry no tokens, and the pages that
/// show a secret once are `no-store` and are left alone (that is how compressed answers leak).
enum ContentEncoding {
    /// Smaller answers fit into one packet anyway.
    private static let least = 1_200
    private static let types = [
        "text/", "application/json", "application/problem+json", "application/javascript", "image/svg+xml", "application/atom+xml",
        "application/opds+json", "application/manifest+json",
    ]

    static func apply(to response: inout Response, for request: Request) {
        guard case .bytes(let bytes) = response.body, bytes.count >= least, let type = response.headers["Content-Type"],
            types.contains(where: { type.hasPrefix($0) }), !type.hasPrefix("text/event-stream"), !response.headers.contains("Content-Encoding"),
            response.headers["Cache-Control"] != "no-store"
        else { return }
        response.headers.add("Vary", "Accept-Encoding")
        guard request.method != .head, takesGzip(request.headers["Accept-Encoding"]), let packed = gzip(bytes) else { return }
        response.body = .bytes(packed)
        response.headers.set("Content-Encoding", "gzip")
        if let tag = response.headers["ETag"], !tag.hasPrefix("W/") { response.headers.set("ETag", "W/\(tag)") }
    }

    /// Reads `Accept-Encoding` (RFC 9110, 12.5.3): gzip with a weight above zero.
    static func takesGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        for part in header.split(separator: ",") {
            let pieces = part.split(separator: ";").map { $0.filter { !$0.isWhitespace }.lowercased() }
            guard pieces.first == "gzip" else { continue }
            return !pieces.dropFirst().contains { $0.hasPrefix("q=") && (Double($0.dropFirst(2)) ?? 0) == 0 }
        }
        return false
    }
}
