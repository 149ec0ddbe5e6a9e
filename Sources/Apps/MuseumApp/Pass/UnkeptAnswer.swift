import Interface
import Web

extension PageAnswer {
    /// The page for one moment: no cache keeps it.
    func unkeptResponse(for request: Request) async throws -> Response {
        var response = try await response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}
