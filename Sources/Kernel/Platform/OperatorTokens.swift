import Crypto
import Web

/// What programs of the operator may read without an account.
enum OperatorTokens {
    /// Whether `/metrics` is for this request: it shows the token, or, where none is set, comes from this machine and not through a
    /// proxy that says so. A proxy that passes bytes on says nothing; who runs one sets a token.
    static func mayReadMetrics(_ request: Request, _ node: NodeConfiguration) -> Bool {
        if let token = node.metricsToken {
            guard let shown = request.headers["Authorization"] else { return false }
            return constantTimeEquals(Array(shown.utf8), Array("Bearer \(token)".utf8))
        }
        let isForwarded = ["X-Forwarded-For", "Forwarded", "X-Real-IP"].contains { request.headers.contains($0) }
        return !isForwarded && ["127.0.0.1", "::1"].contains(request.remoteAddress)
    }
}
