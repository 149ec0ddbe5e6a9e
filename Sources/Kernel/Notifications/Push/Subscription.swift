import Core
import Crypto
import Database
import Foundation

/// Names a device that gets notifications.
public typealias SubscriptionID = ID<SubscriptionRecord>

/// A device that gets notifications, as its person sees it.
public struct SubscriptionRecord: Sendable, SQLRow {
    /// Which.
    public let id: SubscriptionID
    /// What its browser calls itself.
    public let label: String
    /// Since when.
    public let createdAt: Instant

    /// Reads `id, label, created_at`.
    public init(row: inout RowReader) throws {
        id = try row.next()
        label = try row.next()
        createdAt = try row.next()
    }
}

/// What a browser hands in (`PushSubscription.toJSON()`). The address is a capability: who knows it can send, so it is sealed
/// at rest.
struct PushSubscription: Codable, Sendable, Equatable {
    struct Keys: Codable, Sendable, Equatable {
        /// The browser's public key: 65 bytes in base64url.
        var p256dh: String
        /// 16 bytes in base64url.
        var auth: String
    }

    var endpoint: String
    var keys: Keys

    /// What a message to it is encrypted for; nil when the keys are none.
    var encryption: PushEncryption? {
        guard let point = Self.bytes(keys.p256dh), let key = try? P256PublicKey(uncompressed: point), let auth = Self.bytes(keys.auth),
            auth.count == 16
        else { return nil }
        return PushEncryption(recipient: key, secret: auth)
    }

    /// Scheme, host and port of the push service; nil for an address that is none.
    var origin: String? {
        guard endpoint.utf8.count <= 2048, let url = URL(string: endpoint), let scheme = url.scheme, let host = url.host(), url.user() == nil,
            url.fragment() == nil
        else { return nil }
        let standard = scheme == "https" ? 443 : 80
        let port = url.port.flatMap { $0 == standard ? nil : ":\($0)" } ?? ""
        return "\(scheme)://\(host)\(port)"
    }

    /// What the table knows it by.
    var hash: [UInt8] { sha256(Array(endpoint.utf8)) }

    static func context(_ hash: [UInt8]) -> String { "notification_subscription:\(hash.hex)" }

    /// Old browsers pad, and some use the other alphabet.
    private static func bytes(_ text: String) -> [UInt8]? {
        [UInt8](base64URL: text.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: ""))
    }
}
