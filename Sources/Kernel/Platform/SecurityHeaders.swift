import Web

/// The headers that every answer carries.
enum SecurityHeaders {
    /// Nothing from elsewhere, no inline script or style, no framing; an answer that has a stricter policy keeps its own.
    static let contentPolicy =
        "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; script-src 'self'; "
        + "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

    private static let always: Headers = [
        "X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin",
    ]
    private static let policy: Headers = ["Content-Security-Policy": contentPolicy]

    static func add(to response: inout Response, isSecure: Bool) {
        // Files and streams bring headers of their own; those that an answer has set already stay as they are.
        if response.headers.contains("X-Content-Type-Options") {
            response.headers.set("Referrer-Policy", "same-origin")
            response.headers.set("Cross-Origin-Opener-Policy", "same-origin")
        } else {
            response.headers.append(always)
        }
        if !response.headers.contains("Content-Security-Policy") { response.headers.append(policy) }
        if isSecure { response.headers.set("Strict-Transport-Security", "max-age=31536000") }
    }
}
