import Accounts
import Core
import Crypto
import Platform
import Web

/// Where browsers get the site's key and hand in their subscriptions.
struct PushRoutes: Sendable {
    let subscriptions: Subscriptions
    let keys: PushKeys

    var routes: [Route] {
        [
            .get(NotificationsPaths.apiPush, allow: .members, use: show).summary("The key that a browser subscribes with."),
            .post(NotificationsPaths.apiPush, allow: .members, body: .json(limit: 8_192), use: add)
                .accepts(SubscriptionBody.self).summary("Adds a browser's push subscription."),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> PushKeyAnswer {
        PushKeyAnswer(publicKey: try await keys.key().publicKey.uncompressed.base64URL)
    }

    func add(_ request: Request, _ member: Member) async throws -> NoContent {
        let body = try request.json(SubscriptionBody.self)
        try await subscriptions.add(
            PushSubscription(endpoint: body.endpoint, keys: body.keys), replaces: body.replaces, isRenewal: body.isRenewal ?? false,
            label: request.headers["User-Agent"] ?? "", in: KnownBrowsers.digest(of: request), for: member.id)
        return NoContent()
    }
}

/// `GET /api/v1/push/subscriptions`.
struct PushKeyAnswer: Codable, JSONAnswer {
    /// 65 bytes in base64url.
    var publicKey: String
}

/// `POST /api/v1/push/subscriptions`: what the browser has, and what it had before.
struct SubscriptionBody: Codable, Sendable {
    var endpoint: String
    var keys: PushSubscription.Keys
    var replaces: String?
    var isRenewal: Bool?
    /// Browsers send it along; nobody reads it.
    var expirationTime: Double?
}

extension SubscriptionBody: LimitedMembers {
    static var limits: [String: Schema] { ["endpoint": .text(.named("uri"), least: 1, most: 2048), "replaces": .text(most: 2048)] }
}

extension PushSubscription.Keys: LimitedMembers {
    static var limits: [String: Schema] { ["p256dh": .text(least: 1, most: 200), "auth": .text(least: 1, most: 100)] }
}
