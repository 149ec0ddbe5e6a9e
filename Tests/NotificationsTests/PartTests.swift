import TestSupport
import Testing
import Web

@testable import Notifications

@Test func `the part opens on a fresh site`() async throws {
    try await withTestApp(parts: [NotificationsPart.self], on: .sqlite) { app in
        let answer = try await app.guest.get("/health/ready")
        #expect(answer.status == .ok)
    }
}
