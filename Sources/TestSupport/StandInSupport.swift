import Foundation
public import Outbound
public import StandIns
import Web

/// Runs `body` beside a stand-in of its own, which is served on loopback until `body` has ended.
/// - Parameter make: makes it for the address at which it is asked.
public func withStandIn<Service: StandIn>(
    _ make: (_ address: String) throws -> Service, run body: (Service) async throws -> Void
) async throws {
    var made: Service?
    let host = try await StandInHost { address in
        let standIn = try make(address)
        made = standIn
        return [standIn]
    }
    guard let standIn = made else { throw TestFailure("The host has no stand-in.") }
    let outcome: Result<Void, any Error>
    do {
        try await body(standIn)
        outcome = .success(())
    } catch { outcome = .failure(error) }
    await host.stop()
    try outcome.get()
}

extension TestApp {
    /// Takes what an outside service posts to the site, such as a webhook, as a whole request.
    public func receive(_ request: OutboundRequest) async throws -> OutboundAnswer {
        guard let url = URL(string: request.url) else { throw TestFailure("no address: \(request.url)") }
        var client = guest
        // No proxy stands in front of it.
        for header in request.headers where !["Content-Type", "X-Forwarded-For"].contains(header.name) {
            client = client.with(header.name, header.value)
        }
        let target = url.path(percentEncoded: true) + (url.query(percentEncoded: true).map { "?\($0)" } ?? "")
        let type = request.headers.first { $0.name == "Content-Type" }?.value
        let answer = try await client.send(.post, target, type: type, body: request.body)
        return OutboundAnswer(status: answer.status.rawValue, body: answer.bytes)
    }
}
