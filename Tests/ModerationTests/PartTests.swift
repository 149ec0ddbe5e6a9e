import TestSupport
import Testing
import Web

@testable import Moderation

@Test func `the part opens on a fresh site`() async throws {
    try await withTestApp(parts: [ModerationPart.self], on: .sqlite) { app in
        let answer = try await app.guest.get("/health/ready")
        #expect(answer.status == .ok)
    }
}
