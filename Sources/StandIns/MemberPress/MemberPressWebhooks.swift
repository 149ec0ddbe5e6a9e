import Core
import Foundation
public import Outbound

/// Something that was sent to the site.
public struct MemberPressDelivery: Sendable {
    /// Sends a request. Tests without a server of their own hand in another than the one over HTTP.
    public typealias Sender = @Sendable (OutboundRequest) async throws -> OutboundAnswer

    public let url: String
    public let event: String
    public let body: [UInt8]
    /// What the site answered; nil when it could not be reached.
    public let status: Int?
}

/// What a webhook tells of.
struct MemberPressEvent: Sendable {
    enum Subject: Sendable {
        case member(Int), transaction(Int), subscription(Int)
        /// Something that is no more.
        case gone(JSONValue)

        var type: String {
            switch self {
            case .member, .gone: "member"
            case .transaction: "transaction"
            case .subscription: "subscription"
            }
        }
    }

    let name: String
    let subject: Subject
    let url: String
}

/// Webhooks as the plugin sends them: unsigned, in no order, and never again once anybody answered.
extension MemberPressService {
    private static let mostAttempts = 5

    func subscribe(_ url: String, _ event: String) -> Int {
        let id = newID()
        hooks[id] = (url, event)
        return id
    }

    /// Tells everybody who asked.
    func tell(_ name: String, _ subject: MemberPressEvent.Subject) {
        for (_, hook) in hooks.sorted(by: { $0.key < $1.key }) where hook.event == "all" || hook.event == name {
            let event = MemberPressEvent(name: name, subject: subject, url: hook.url)
            let mode = take(.webhooks)
            let isBare = mode?.fault == .webhooksBare
            switch mode?.fault {
            case .webhooksNever: break
            case .webhooksHeld: held.append(event)
            case .webhooksLate: schedule(after: mode?.milliseconds(else: 5000) ?? .zero) { await $0.send(event) }
            case .webhooksTwice:
                schedule(after: .zero) { service in
                    await service.send(event)
                    await service.send(event)
                }
            default: schedule(after: .zero) { await $0.send(event, isBare: isBare) }
            }
        }
    }

    /// Sends what was held, one after the other.
    func flush(isReversed: Bool) {
        let events = isReversed ? held.reversed() : held
        held = []
        schedule(after: .zero) { service in
            for event in events { await service.send(event) }
        }
    }

    /// Claims something as a stranger who knows the address.
    func forge(_ name: String, _ subject: MemberPressEvent.Subject) {
        for hook in hooks.values {
            let event = MemberPressEvent(name: name, subject: subject, url: hook.url)
            schedule(after: .zero) { await $0.send(event) }
        }
    }

    /// The payload is what is known at this moment, not what was when it happened. Any answer is the end; without one it is tried again.
    private func send(_ event: MemberPressEvent, isBare: Bool = false) async {
        guard let data = data(of: event.subject, isBare: isBare) else { return }
        let body = MemberPressReply.bytes(.object(["event": .string(event.name), "type": .string(event.subject.type), "data": data]))
        let headers = [(name: "Content-Type", value: "application/json"), (name: "User-Agent", value: "MemberPress/1.12.0")]
        for _ in 0..<Self.mostAttempts {
            let answer = try? await deliver(OutboundRequest("POST", event.url, headers: headers, body: body))
            deliveries.append(MemberPressDelivery(url: event.url, event: event.name, body: body, status: answer?.status))
            if answer != nil { return }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }

    func data(of subject: MemberPressEvent.Subject, isBare: Bool = false) -> JSONValue? {
        switch subject {
        case .member(let id):
            guard let member = members.first(where: { $0.id == id }), case .object(var entity) = entity(member) else { return nil }
            if isBare { for field in ["first_name", "last_name", "display_name", "first_txn", "latest_txn"] { entity[field] = .null } }
            return .object(entity)
        case .transaction(let id): return transactions.first { $0.id == id }.map { entity($0) }
        case .subscription(let id): return subscriptions.first { $0.id == id }.map { entity($0) }
        case .gone(let entity): return entity
        }
    }
}
