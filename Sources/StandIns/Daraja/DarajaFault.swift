/// What the stand-in does wrong until it is told otherwise.
///
/// A mode lasts until `none`, or for so many requests as `times` says. Each belongs to one ``Area``; a second mode of the same area takes the
/// first one's place, modes of different areas act together.
public enum DarajaFault: String, Sendable, CaseIterable {
    /// Everything as the real one does, in every area.
    case none

    // Gateway. `on` limits it to `token`, `push`, `query` or `reversal`; otherwise it is the last three.
    /// HTTP 429 with a fault of the gateway.
    case throttled
    /// HTTP 500, `500.003.02`.
    case busy
    /// HTTP 502, a page.
    case badGateway = "bad-gateway"
    /// HTTP 503, a page.
    case unavailable
    /// The answer comes after `milliseconds`, a minute unless said.
    case slow
    /// HTTP 404, `404.001.03`, whatever the token.
    case tokenRefused = "token-refused"
    /// HTTP 401, `401.002.01`, as other APIs of the service say it.
    case tokenRefused401 = "token-refused-401"

    // Response to a push, or to what `on` names. What was asked for happens all the same.
    /// The connection closes before the answer is complete.
    case responseLost = "response-lost"
    /// The answer comes after `milliseconds`, a minute unless said.
    case responseStalled = "response-stalled"

    // Callback.
    case callbackNever = "callback-never"
    /// `milliseconds` after the outcome, five seconds unless said.
    case callbackLate = "callback-late"
    /// Before the push is answered, which therefore waits for the payer.
    case callbackEarly = "callback-early"
    case callbackTwice = "callback-twice"
    /// Once a query has told the outcome.
    case callbackAfterQuery = "callback-after-query"

    /// How callbacks, results and tokens are written: `numbers` is `decimal` (the usual), `integer` or `string`; `balance` is `empty` (the
    /// usual: an item without a value), `absent` or `given`.
    case payload

    /// Queries answer `500.001.1001` for what is settled, in `percent` of cases (50 unless said), drawn from `seed`.
    case queryUnsure = "query-unsure"

    // Reversal.
    /// Result 1: the shortcode's balance is too low.
    case reversalPoor = "reversal-poor"
    /// `QueueTimeOutURL` is called; the money goes back and the result comes `milliseconds` later, one second unless said.
    case reversalTimeout = "reversal-timeout"
    case reversalTwice = "reversal-twice"
    /// The money goes back, and nobody says so.
    case reversalNever = "reversal-never"
    /// The result has the code in `code`, and no money goes back.
    case reversalCode = "reversal-code"

    /// What a mode is about.
    enum Area: Sendable {
        case gateway, response, callback, payload, query, reversal
    }

    var area: Area? {
        switch self {
        case .none: nil
        case .throttled, .busy, .badGateway, .unavailable, .slow, .tokenRefused, .tokenRefused401: .gateway
        case .responseLost, .responseStalled: .response
        case .callbackNever, .callbackLate, .callbackEarly, .callbackTwice, .callbackAfterQuery: .callback
        case .payload: .payload
        case .queryUnsure: .query
        case .reversalPoor, .reversalTimeout, .reversalTwice, .reversalNever, .reversalCode: .reversal
        }
    }
}

/// The calls of the API.
enum DarajaCall: String, Sendable {
    case token, push, query, reversal
}

/// The modes that are on.
struct DarajaFaults: Sendable {
    struct Mode: Sendable {
        let fault: DarajaFault
        let values: [String: String]
        var timesLeft: Int?

        func milliseconds(else usual: Int) -> Duration { .milliseconds(values["milliseconds"].flatMap { Int($0) } ?? usual) }
    }

    private var modes: [DarajaFault.Area: Mode] = [:]

    mutating func set(_ fault: DarajaFault, _ values: [String: String]) {
        guard let area = fault.area else { return modes = [:] }
        modes[area] = Mode(fault: fault, values: values, timesLeft: values["times"].flatMap { Int($0) })
    }

    /// Whether a mode would act on the next request; nothing is counted.
    func isOn(_ fault: DarajaFault) -> Bool { modes.values.contains { $0.fault == fault && $0.timesLeft != 0 } }

    /// The mode of an area; nothing is counted.
    subscript(area: DarajaFault.Area) -> Mode? { modes[area].flatMap { $0.timesLeft == 0 ? nil : $0 } }

    /// The mode of an area for one more request, if one is on that is about this call.
    mutating func take(_ area: DarajaFault.Area, for call: DarajaCall? = nil) -> Mode? {
        guard var mode = modes[area], mode.timesLeft != 0 else { return nil }
        if let call {
            let usual: [DarajaCall] = area == .gateway ? [.push, .query, .reversal] : [.push]
            let meant = mode.values["on"].map { $0.split(separator: ",").compactMap { DarajaCall(rawValue: String($0)) } } ?? usual
            guard meant.contains(call) else { return nil }
        }
        mode.timesLeft = mode.timesLeft.map { $0 - 1 }
        modes[area] = mode
        return mode
    }
}

/// Numbers that look random and are the same for the same seed (SplitMix64).
struct SeededNumbers: RandomNumberGenerator, Sendable {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
