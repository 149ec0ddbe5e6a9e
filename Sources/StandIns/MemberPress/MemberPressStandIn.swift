public import Core
import Foundation
import Outbound
import Web

/// Plays a WordPress site with MemberPress and its Developer Tools: members, memberships, subscriptions, transactions, webhooks, and the
/// media of WordPress itself. It begins with a museum of 46 members; what staff of the real site would do by hand are control requests.
public struct MemberPressStandIn: StandIn {
    /// `memberpress`.
    public let name = "memberpress"
    /// What a site has to be configured with.
    public let credentials: MemberPressCredentials
    let service: MemberPressService

    /// Stands under `address`, at `/memberpress`.
    /// - Parameter deliver: posts webhooks; nil posts them over plain HTTP, to this machine and private networks only.
    public init(at address: String, clock: SiteClock = .wall, deliver: MemberPressDelivery.Sender? = nil) {
        credentials = MemberPressCredentials(address: "\(address)/memberpress")
        service = MemberPressService(credentials, clock: clock, deliver: deliver ?? Self.post)
    }

    // The plugin waits half a minute, too.
    private static let client = HTTPClient(timeout: .seconds(30))

    /// Nothing that a demo does may reach the world, whatever address it gives.
    private static let post: MemberPressDelivery.Sender = { request in
        guard request.url.hasPrefix("http://") else { throw OutboundFailure("only plain HTTP stays within private networks", isTemporary: false) }
        return try await client.send(request)
    }

    /// Behaves as told: a ``MemberPressFault`` with its values, or at once one of `expire`, `refund` (`transaction`), `delete-member`
    /// (`member`), `price` (`membership`, `price`), `retire` (`membership`), `replace-file` (`file`), `rotate-key`, `flush` (`order`), `webhook` and `forge` (`event`,
    /// and `member`, `transaction` or `subscription`).
    public func control(_ order: ControlOrder) async -> Bool {
        let values = order.values ?? [:]
        if order.action == nil || order.faultMode != nil {
            guard let fault = MemberPressFault(rawValue: order.faultMode ?? "none") else { return false }
            await behave(fault, values)
        }
        guard let action = order.action else { return true }
        return await act(action, values)
    }

    /// Ends what waits.
    public func stop() async { await service.stop() }

    // For tests in the same process.

    /// Does something wrong from now on.
    public func behave(_ fault: MemberPressFault, _ values: [String: String] = [:]) async { await service.behave(fault, values) }

    /// Does at once what ``control(_:)`` lists; false when it does not know how.
    @discardableResult
    public func act(_ action: String, _ values: [String: String] = [:]) async -> Bool { await service.act(action, values) }

    /// What was sent to the site, the oldest first.
    public func deliveries() async -> [MemberPressDelivery] { await service.deliveries }

    /// The key that is worth something now.
    public func key() async -> String { await service.credentials.key }

    /// How many transactions bear a number.
    public func transactions(numbered number: String) async -> Int { await service.transactions.count { $0.number == number } }

    /// What the media library has: name and bytes.
    public func uploads() async -> [(name: String, bytes: [UInt8])] { await service.files.map { ($0.name, $0.bytes) } }

    /// How many members there are.
    public func memberCount() async -> Int { await service.members.count }

    /// Waits until everything that has begun is over.
    public func settled() async throws {
        while await !service.isIdle { try await Task.sleep(for: .milliseconds(2)) }
    }
}

extension MemberPressService {
    /// What somebody does on the WordPress site.
    func act(_ action: String, _ values: [String: String]) -> Bool {
        func id(_ name: String) -> Int { values[name].flatMap { Int($0) } ?? 0 }
        do throws(MemberPressRefusal) {
            switch action {
            case "expire": try expire(id("transaction"))
            case "refund": _ = try refund(id("transaction"))
            case "delete-member": try deleteMember(id("member"))
            case "price", "retire":
                guard let index = memberships.firstIndex(where: { $0.id == id("membership") }) else { return false }
                if action == "retire" { memberships.remove(at: index) } else { memberships[index].price = id("price") }
            case "replace-file":
                guard let index = files.firstIndex(where: { $0.id == id("file") }) else { return false }
                files[index].bytes = TestPicture.png(for: "another \(files[index].name)")
                files[index].createdAt = clock.now()
            case "rotate-key": rotateKey()
            case "flush": flush(isReversed: values["order"] == "reversed")
            case "webhook", "forge":
                guard let event = values["event"] else { return false }
                let subject: MemberPressEvent.Subject =
                    if values["transaction"] != nil {
                        .transaction(id("transaction"))
                    } else if values["subscription"] != nil { .subscription(id("subscription")) } else { .member(id("member")) }
                action == "forge" ? forge(event, subject) : tell(event, subject)
            default: return false
            }
        } catch { return false }
        return true
    }
}
