import Core
import Crypto
import Foundation

/// A browser on some device, as the push service and the device itself know it.
struct PushDevice: Sendable {
    /// A message that has not been shown yet: the device is off, or saves its battery.
    struct Held: Sendable {
        var message: PushedMessage
        var until: Instant
    }

    let name: String
    let key: P256PrivateKey
    let secret: [UInt8]
    /// The key of the site that subscribed; messages by any other are refused.
    let siteKey: [UInt8]
    /// The unguessable end of its address.
    var token: String
    var isOnline = true
    var isLowOnBattery = false
    var isGone = false
    /// After so many messages the subscription ends.
    var messagesLeft: Int?
    var held: [Held] = []
    var shown: [PushedMessage] = []

    init(name: String, siteKey: [UInt8]) throws {
        self.name = name
        self.siteKey = siteKey
        key = try P256PrivateKey()
        secret = randomBytes(16)
        token = Token().text
    }

    /// Shows what may be shown now, and forgets what is too old.
    mutating func showWhatIsDue(at now: Instant) {
        held.removeAll { $0.until <= now }
        guard isOnline else { return }
        let (due, rest) = (held.filter { mayShow($0.message) }, held.filter { !mayShow($0.message) })
        shown += due.map(\.message)
        held = rest
    }

    /// RFC 8030, 5.3: what is not urgent waits while the battery is low.
    func mayShow(_ message: PushedMessage) -> Bool { isOnline && (!isLowOnBattery || message.urgency == "high") }
}

/// What the device reads in a message.
struct PushedMessage: Sendable, Codable {
    var text: String
    var topic: String?
    var urgency: String
}
