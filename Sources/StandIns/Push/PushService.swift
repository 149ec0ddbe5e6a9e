import Core
import Crypto
import Foundation

/// The state of the push service and of the devices that it reaches.
actor PushService {
    /// How it answers until told otherwise.
    enum FaultMode: String, Sendable {
        case none
        case status200 = "200"
        case status202 = "202"
        case status400 = "400"
        case status401 = "401"
        /// The first token of each run is refused, the next is taken.
        case status401Once = "401-once"
        case status403 = "403"
        case status404 = "404"
        case status406 = "406"
        case status410 = "410"
        case status413 = "413"
        /// Only what is longer than 700 bytes is too large.
        case status413Long = "413-long"
        case status429 = "429"
        case status429Date = "429-date"
        case status500 = "500"
        case status503 = "503"
        case redirect
        case timeout
        /// The message is taken and the answer lost, so that a second attempt is a copy.
        case lost
        /// Its clock is two days ahead.
        case clock
    }

    struct Reply: Sendable {
        var status: Int
        var headers: [(String, String)] = []
        var reason = ""
        var delay: Duration = .zero
    }

    struct Message: Sendable {
        var headers: [String: String]
        var body: [UInt8]
    }

    private let origin: String
    private var devices: [Int: PushDevice] = [:]
    private var spent: Set<String> = []
    private var faultMode = FaultMode.none
    private var refusals = 0
    /// How many requests came, whatever became of them.
    private(set) var attempts = 0

    init(origin: String) { self.origin = origin }

    func behave(_ wanted: FaultMode) {
        faultMode = wanted
        refusals = 0
    }

    private var now: Instant {
        let now = SiteClock.wall.now()
        return faultMode == .clock ? now + .seconds(2 * 86_400) : now
    }

    // Devices.

    func add(name: String, siteKey: [UInt8]) throws -> Int {
        let id = devices.count + 1
        devices[id] = try PushDevice(name: name, siteKey: siteKey)
        return id
    }

    func change(_ id: Int, _ change: @Sendable (inout PushDevice) -> Void) -> PushDevice? {
        guard var device = devices[id] else { return nil }
        let old = device.token
        change(&device)
        if device.token != old { spent.insert(old) }
        device.showWhatIsDue(at: now)
        devices[id] = device
        return device
    }

    func device(_ id: Int) -> PushDevice? { change(id) { _ in } }

    func everything() -> [PushDevice] { devices.keys.sorted().compactMap { device($0) } }

    // Messages.

    func take(_ message: Message, for token: String) -> Reply {
        attempts += 1
        if let reply = planned(message) { return reply }
        if spent.contains(token) { return Reply(status: 410, reason: "the subscription was replaced") }
        guard let id = devices.first(where: { $0.value.token == token })?.key, var device = devices[id] else {
            return Reply(status: 404, reason: "there is no such subscription")
        }
        if device.isGone || device.messagesLeft == 0 { return Reply(status: 410, reason: "the subscription is gone") }
        do {
            try VAPIDCheck(origin: origin, now: now).check(message.headers["authorization"], siteKey: device.siteKey)
        } catch {
            return Reply(status: error.status, reason: error.reason)
        }
        if let fault = Self.fault(in: message) { return Reply(status: 400, reason: fault) }
        let text: [UInt8]
        do {
            text = try PushDecryption(key: device.key, secret: device.secret).open(message.body)
        } catch {
            return Reply(status: 400, reason: error.reason)
        }
        let pushed = PushedMessage(
            text: String(decoding: text, as: UTF8.self), topic: message.headers["topic"], urgency: message.headers["urgency"] ?? "normal")
        let life = Int(message.headers["ttl"] ?? "") ?? 0
        device.messagesLeft = device.messagesLeft.map { $0 - 1 }
        if let topic = pushed.topic { device.held.removeAll { $0.message.topic == topic } }
        if device.mayShow(pushed) || life > 0 { device.held.append(.init(message: pushed, until: now + .seconds(max(1, life)))) }
        device.showWhatIsDue(at: now)
        devices[id] = device
        let headers = [("Location", "\(origin)/push/messages/\(Token().text)"), ("TTL", String(life))]
        return Reply(status: status(instead: 201), headers: headers, delay: faultMode == .lost ? .seconds(60) : .zero)
    }

    private func status(instead usual: Int) -> Int {
        switch faultMode {
        case .status200: 200
        case .status202: 202
        default: usual
        }
    }

    /// What was asked for by a control request, before anything is looked at.
    private func planned(_ message: Message) -> Reply? {
        switch faultMode {
        case .none, .lost, .clock, .status200, .status202: return nil
        case .status401Once:
            refusals += 1
            return refusals % 2 == 1 ? Reply(status: 401, reason: "the token is refused") : nil
        case .status413Long: return message.body.count > 700 ? Reply(status: 413, reason: "the message is too large") : nil
        case .status429: return Reply(status: 429, headers: [("Retry-After", "120")])
        case .status429Date: return Reply(status: 429, headers: [("Retry-After", Self.date(SiteClock.wall.now() + .seconds(120)))])
        case .redirect: return Reply(status: 307, headers: [("Location", "\(origin)/push/elsewhere")])
        case .timeout: return Reply(status: 201, delay: .seconds(60))
        default: return Int(faultMode.rawValue).map { Reply(status: $0, reason: "as it was asked to") }
        }
    }

    /// What is wrong with the headers; nil: nothing.
    private static func fault(in message: Message) -> String? {
        guard let life = message.headers["ttl"], let seconds = Int(life), seconds >= 0 else { return "TTL is missing" }
        guard message.headers["content-encoding"] == "aes128gcm" else { return "the encoding is not aes128gcm" }
        guard message.body.count <= 4096 else { return "the body is longer than 4096 bytes" }
        if let topic = message.headers["topic"] {
            let isSound = topic.count <= 32 && topic.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
            guard isSound else { return "the topic is malformed" }
        }
        guard ["very-low", "low", "normal", "high"].contains(message.headers["urgency"] ?? "normal") else { return "the urgency is malformed" }
        return nil
    }

    private static func date(_ moment: Instant) -> String {
        let style = Date.VerbatimFormatStyle(
            format:
                "\(weekday: .abbreviated), \(day: .twoDigits) \(month: .abbreviated) \(year: .defaultDigits) \(hour: .twoDigits(clock: .twentyFourHour, hourCycle: .zeroBased)):\(minute: .twoDigits):\(second: .twoDigits) GMT",
            locale: Locale(identifier: "en_US_POSIX"), timeZone: .gmt, calendar: Calendar(identifier: .gregorian))
        return style.format(moment.date)
    }
}
