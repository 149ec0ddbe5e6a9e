import Web

/// The headers that every answer carries.
enum SecurityHeaders {
    /// Nothing from elsewhere, no inline script or style, no framing; an answer that has a stricter policy keeps its own.
    static let contentPolicy =
        "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; script-src 'self'; "
        + "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    static func add(to response: inout Response, isSecure: Bool) {
        if !response.headers.contains("Content-Security-Policy") { response.headers.add("Content-Security-Policy", contentPolicy) }
        response.headers.add("X-Content-Type-Options", "nosniff")
        response.headers.add("Referrer-Policy", "same-origin")
        response.headers.add("Cross-Origin-Opener-Policy", "same-origin")
        if isSecure { response.headers.add("Strict-Transport-Security", "max-age=31536000") }
    }
}
