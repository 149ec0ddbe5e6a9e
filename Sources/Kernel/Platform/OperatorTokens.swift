import Crypto
import Web

/// What programs of the operator may read without an account.
enum OperatorTokens {
    /// Whether `/metrics` is for this request: it comes from this machine, not through a proxy on it, or it shows the token.
    static func mayReadMetrics(_ request: Request, _ configuration: SiteConfiguration) -> Bool {
        if let token = configuration.metricsToken, let shown = request.headers["Authorization"] {
            return constantTimeEquals(Array(shown.utf8), Array("Bearer \(token)".utf8))
        }
        let isForwarded = ["X-Forwarded-For", "Forwarded", "X-Real-IP"].contains { request.headers.contains($0) }
        return !isForwarded && ["127.0.0.1", "::1"].contains(request.remoteAddress)
    }
}
