import Accounts
import Core
import Crypto
import Database
import Foundation
import Jobs
import Outbound
import Platform
import Synchronization

/// Brings one notification to one device: a job for each pair, so that a second attempt for one device repeats nothing on another.
struct PushDelivery: Sendable {
    let site: Site
    let subscriptions: Subscriptions
    let recipient: Recipient
    let keys: PushKeys
    let client: HTTPClient
    let pauses: PushPauses

    static let job = Job<Payload>("notifications.push")
    /// How long a notification is worth showing, in seconds.
    static let life = 86_400

    struct Payload: Codable, Sendable {
        var notification: NotificationID
        var device: SubscriptionID

        // Jobs may be waiting that were written under these keys.
        private enum CodingKeys: String, CodingKey {
            case notification = "notice"
            case device
        }
    }

    var kind: JobKind {
        JobKind(Self.job, retries: 20, timeout: .seconds(40), limit: 4) { (payload: Payload, context) in
            try await deliver(payload, attempt: context.attempt)
        }
    }

    private func deliver(_ payload: Payload, attempt: Int) async throws {
        let notification = try await site.database.read { db in
            // A browser that somebody else signed in on meanwhile is their device now.
            try db.first(
                """
                SELECT \(NotificationRecord.columns) FROM notification_notice n
                JOIN notification_subscription s ON s.id = \(payload.device) AND s.person_id = n.person_id WHERE n.id = \(payload.notification)
                """ as Query<NotificationRecord>)
        }
        // Read meanwhile, or too old to disturb for.
        guard let notification, notification.readAt == nil, site.clock.now() - notification.createdAt < .seconds(Self.life),
            let subscription = try await subscriptions.find(payload.device)
        else { return }
        guard let origin = subscription.origin, let encryption = subscription.encryption else {
            return try await subscriptions.remove(payload.device)
        }
        if let end = pauses.end(for: origin, site.clock) { throw JobPostponement(until: end, "The push service asked to wait.") }
        let message = try await PushMessage(notification, for: payload.device, of: recipient, site: site)
        let request = PushRequest(subscription: subscription, origin: origin, encryption: encryption, notification: notification)
        let answer = try await send(message.full, request, attempt: attempt, device: payload.device)
        try await react(to: answer, message, request, payload.device, attempt: attempt)
    }

    private func send(
        _ message: [UInt8], _ request: PushRequest, attempt: Int, device: SubscriptionID, fresh: Bool = false
    ) async throws -> OutboundAnswer {
        let authorization = try await keys.authorization(for: request.origin, fresh: fresh)
        guard let wanted = try request.outbound(message, authorization: authorization) else { throw JobRefusal("The message is too long.") }
        do {
            return try await client.reaching(subscriptions.reach).send(wanted)
        } catch {
            guard error.isTemporary else {
                // An address that leads inside, or nowhere: no device of ours is there.
                site.log(.warning, "push.unreachable", ["device": .integer(device.number), "cause": .string(error.cause)])
                try await subscriptions.remove(device)
                throw JobRefusal(error.cause)
            }
            throw later(attempt, error.cause)
        }
    }

    /// The rules for every answer of a push service.
    private func react(
        to answer: OutboundAnswer, _ message: PushMessage, _ request: PushRequest, _ device: SubscriptionID, attempt: Int, isRepeated: Bool = false
    ) async throws {
        switch answer.status {
        case 200...202: try await subscriptions.noteDelivery(to: device)
        case 404, 410: try await subscriptions.remove(device)
        case 401 where !isRepeated, 403 where !isRepeated:
            let second = try await send(message.full, request, attempt: attempt, device: device, fresh: true)
            try await react(to: second, message, request, device, attempt: attempt, isRepeated: true)
        case 401, 403:
            try await subscriptions.remove(device)
            throw refused(answer, device)
        case 413 where !isRepeated:
            let second = try await send(message.short, request, attempt: attempt, device: device)
            try await react(to: second, message, request, device, attempt: attempt, isRepeated: true)
        case 406, 429:
            let end = RetryAfter.moment(answer["Retry-After"], now: site.clock.now()) ?? site.clock.now() + Self.pause(attempt, first: 60)
            pauses.set(end, for: request.origin, site.clock)
            throw JobPostponement(until: end, "The push service answered \(answer.status).")
        case 500...599:
            if let end = RetryAfter.moment(answer["Retry-After"], now: site.clock.now()) {
                throw JobPostponement(until: end, "The push service answered \(answer.status).")
            }
            throw later(attempt, "The push service answered \(answer.status).")
        default: throw refused(answer, device)
        }
    }

    /// For an administrator: nothing that another attempt mends.
    private func refused(_ answer: OutboundAnswer, _ device: SubscriptionID) -> JobRefusal {
        let words = String(decoding: answer.body.prefix(300), as: UTF8.self)
        site.log(
            .error, "push.refused",
            ["device": .integer(device.number), "status": .integer(Int64(answer.status)), "answer": .string(words)])
        return JobRefusal("The push service answered \(answer.status): \(words)")
    }

    private func later(_ attempt: Int, _ reason: String) -> JobPostponement {
        JobPostponement(until: site.clock.now() + Self.pause(attempt, first: 5), reason)
    }

    /// Twice as long each time, up to an hour, and never the same for many devices at once.
    private static func pause(_ attempt: Int, first: Int) -> Duration {
        let seconds = min(3600, first << min(max(0, attempt - 1), 10))
        return .milliseconds(seconds * 1000 + Int.random(in: 0...(seconds * 250)))
    }
}

/// Push services that asked for quiet, and until when.
final class PushPauses: Sendable {
    /// Guards the ends by origin, on the steady clock: none lasts longer because the machine's clock was set.
    private let ends = Mutex<[String: Duration]>([:])

    func end(for origin: String, _ clock: SiteClock) -> Instant? {
        let now = clock.steady()
        return ends.withLock { ends in
            guard let end = ends[origin] else { return nil }
            if end <= now { ends[origin] = nil }
            return end > now ? clock.now() + (end - now) : nil
        }
    }

    func set(_ moment: Instant, for origin: String, _ clock: SiteClock) {
        let end = clock.steady() + (moment - clock.now())
        ends.withLock { ends in
            if ends.count >= 1_000 { ends = [:] }
            ends[origin] = max(end, ends[origin] ?? end)
        }
    }
}
