import TestSupport
import Testing
import Web

@testable import Operations

@Test func `the part opens on a fresh site`() async throws {
    try await withTestApp(parts: [OperationsPart.self], on: .sqlite) { app in
        let answer = try await app.guest.get("/health/ready")
        #expect(answer.status == .ok)
    }
}
