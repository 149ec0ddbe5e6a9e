import Core
import Crypto
import Foundation
import Localization
import Markup
public import Web

/// Plays a push service (RFC 8030) and the browsers behind it: it hands out subscriptions with real keys, judges each message
/// as strict services do, decrypts it and shows it.
public struct PushStandIn: StandIn {
    /// `push`.
    public let name = "push"
    private let address: String
    private let service: PushService

    /// A push service at the house's address.
    public init(at address: String) {
        self.address = address
        service = PushService(origin: address)
    }

    /// The service, the devices, and a page that shows what they show.
    public var routes: [Route] {
        [
            .get(Path("/push"), allow: .everyone, use: page),
            .post(Path("/push/devices"), allow: .everyone, body: .json, use: add),
            .get(Path("/push/devices/{device}", Int.self), allow: .everyone, use: show),
            .post(Path("/push/devices/{device}", Int.self), allow: .everyone, body: .json, use: change),
            .post(Path("/push/send/{token}", String.self), allow: .everyone, body: .bytes(limit: 8_192), use: take),
        ]
    }

    /// Answers as told: a status, `429-date`, `redirect`, `timeout`, `lost`, `clock` …
    public func control(_ order: ControlOrder) async -> Bool {
        guard let wanted = PushService.FaultMode(rawValue: order.faultMode ?? "none") else { return false }
        await service.behave(wanted)
        return true
    }

    struct NewDevice: Codable, Sendable {
        var name: String?
        /// The site's public key in base64url.
        var applicationServerKey: String
    }

    struct DeviceChange: Codable, Sendable {
        var online: Bool?
        var batteryLow: Bool?
        var gone: Bool?
        var messagesLeft: Int?
        /// Gives the browser another address; the old one is gone.
        var rotate: Bool?
    }

    struct DeviceAnswer: Codable, JSONAnswer {
        struct Keys: Codable {
            var p256dh: String
            var auth: String
        }

        struct Subscription: Codable {
            var endpoint: String
            var keys: Keys
        }

        var device: Int
        var subscription: Subscription
        /// What the device showed.
        var messages: [PushedMessage]
        /// How many requests the whole service has had.
        var attempts: Int
    }

    func add(_ request: Request, _ visitor: Visitor) async throws -> DeviceAnswer {
        let wanted = try request.json(NewDevice.self)
        guard let key = [UInt8](base64URL: wanted.applicationServerKey), key.count == 65 else {
            throw Problem(.badRequest, "push.bad-key", .verbatim("The application server key has 65 bytes."))
        }
        return try await answer(try await service.add(name: wanted.name ?? "Browser", siteKey: key))
    }

    func show(_ request: Request, _ visitor: Visitor, _ id: Int) async throws -> DeviceAnswer { try await answer(id) }

    func change(_ request: Request, _ visitor: Visitor, _ id: Int) async throws -> DeviceAnswer {
        let wanted = try request.json(DeviceChange.self)
        let fresh = Token().text
        _ = await service.change(id) { device in
            device.isOnline = wanted.online ?? device.isOnline
            device.isLowOnBattery = wanted.batteryLow ?? device.isLowOnBattery
            device.isGone = wanted.gone ?? device.isGone
            device.messagesLeft = wanted.messagesLeft ?? device.messagesLeft
            if wanted.rotate == true { device.token = fresh }
        }
        return try await answer(id)
    }

    func take(_ request: Request, _ visitor: Visitor, _ token: String) async throws -> Response {
        guard case .bytes(let body) = request.body else { return .text("A message has a body.\n", status: .badRequest) }
        var headers: [String: String] = [:]
        for name in ["Authorization", "TTL", "Topic", "Urgency", "Content-Encoding"] { headers[name.lowercased()] = request.headers[name] }
        let reply = await service.take(.init(headers: headers, body: body), for: token)
        if reply.delay > .zero { try await Task.sleep(for: reply.delay) }
        var response = Response.text(reply.reason.isEmpty ? "" : reply.reason + "\n", status: Status(rawValue: reply.status))
        for (name, value) in reply.headers { response.headers.set(name, value) }
        return response
    }

    func page(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let devices = await service.everything()
        return .html(render(PushPage(devices: devices), in: RenderingContext(language: .english, timeZone: .gmt, messages: Messages(catalogues: []))))
    }

    private func answer(_ id: Int) async throws -> DeviceAnswer {
        guard let device = await service.device(id) else { throw Problem.notFound }
        let keys = DeviceAnswer.Keys(p256dh: device.key.publicKey.uncompressed.base64URL, auth: device.secret.base64URL)
        return DeviceAnswer(
            device: id, subscription: .init(endpoint: "\(address)/push/send/\(device.token)", keys: keys), messages: device.shown,
            attempts: await service.attempts)
    }
}

/// The screens of all devices.
private struct PushPage: HTML {
    let devices: [PushDevice]

    var body: some HTML {
        Raw("<!doctype html>")
        html(.lang(.english)) {
            head {
                meta(.custom("charset", "utf-8"))
                title { String("Devices") }
            }
            Markup.body {
                h1 { String("Devices") }
                for device in devices {
                    h2 { device.name }
                    ul { for message in device.shown.reversed() { li { message.text } } }
                }
            }
        }
    }
}
