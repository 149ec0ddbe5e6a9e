import Core
import Crypto
import Outbound

/// One request to a push service (RFC 8030).
struct PushRequest {
    let subscription: PushSubscription
    let origin: String
    let encryption: PushEncryption
    let notification: NotificationRecord

    /// nil for a message that is too long. Keys and salt are made anew each time.
    func outbound(_ message: [UInt8], authorization: String) throws -> OutboundRequest? {
        guard let body = encryption.encrypt(message, ephemeral: try P256PrivateKey(), salt: randomBytes(16)) else { return nil }
        return OutboundRequest(
            "POST", subscription.endpoint,
            headers: [
                ("TTL", String(PushDelivery.life)), ("Urgency", "normal"), ("Topic", "notice-\(notification.id)"), ("Content-Encoding", "aes128gcm"),
                ("Content-Type", "application/octet-stream"), ("Authorization", authorization),
            ], body: body)
    }
}
