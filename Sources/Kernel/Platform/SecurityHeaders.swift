public import Web

/// The headers that every answer carries.
enum SecurityHeaders {
    /// Nothing from elsewhere, no inline script or style, no framing; an answer that has a stricter policy keeps its own.
    static let contentPolicy = contentPolicy(formsLeadTo: [])

    static func contentPolicy(formsLeadTo sources: [String]) -> String {
        "default-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; style-src 'self'; script-src 'self'; "
            + "connect-src 'self'; font-src 'self'; object-src 'none'; base-uri 'none'; "
            + "form-action \((["'self'"] + sources).joined(separator: " ")); frame-ancestors 'none'"
    }

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

extension Response {
    /// Lets the forms of this page lead to other sites, such as a page to pay on: browsers follow no redirect of a form anywhere else.
    /// - Parameter sources: as a content security policy names them: `https://*.example.com`.
    public func lettingForms(leadTo sources: [String]) -> Response {
        guard !sources.isEmpty else { return self }
        var copy = self
        copy.headers.set("Content-Security-Policy", SecurityHeaders.contentPolicy(formsLeadTo: sources))
        return copy
    }
}
