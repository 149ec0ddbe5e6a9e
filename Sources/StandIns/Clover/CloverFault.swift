/// What the stand-in does wrong until it is told otherwise.
///
/// A mode lasts until `none`, or for so many requests as `times` says. Each belongs to one ``Area``; a second mode of the same area takes the
/// first one's place, modes of different areas act together.
public enum CloverFault: String, Sendable, CaseIterable {
    /// Everything as the real one does, in every area.
    case none

    // Gateway. `on` limits it to some of `checkout`, `payment`, `list`, `refund`.
    /// HTTP 429.
    case throttled
    /// HTTP 500.
    case broken
    /// HTTP 503, a page.
    case unavailable
    /// HTTP 200, a page.
    case page
    /// HTTP 401, whatever the token.
    case unauthorized
    /// The answer comes after `milliseconds`, a minute unless said.
    case slow

    // Response, to a checkout unless `on` says otherwise. What was asked for happens all the same.
    /// The connection closes before the answer is complete.
    case responseLost = "response-lost"

    // Webhook.
    case webhookNever = "webhook-never"
    /// `milliseconds` after the try, five seconds unless said.
    case webhookLate = "webhook-late"
    /// Before the browser is sent back.
    case webhookEarly = "webhook-early"
    case webhookTwice = "webhook-twice"
    case webhookUnsigned = "webhook-unsigned"
    /// Signed with another secret.
    case webhookWronglySigned = "webhook-wrongly-signed"
    /// Signed ten minutes ago.
    case webhookStale = "webhook-stale"

    // How webhooks are written.
    case pascalCase = "pascal-case"
    /// As one integrator saw it: nothing names the session.
    case noData = "no-data"
    /// The session stands in a member of another name.
    case otherKey = "other-key"

    // Looking payments up.
    /// HTTP 404.
    case lookUpMissing = "look-up-missing"
    /// Without the order.
    case lookUpWithoutOrder = "look-up-without-order"

    // Refund.
    /// HTTP 200 with the status `failed`, and no money goes back.
    case refundFailed = "refund-failed"
    /// `pending` until the action `settle-refunds`.
    case refundPending = "refund-pending"
    /// The Ecommerce API doesn’t know payments of the checkout, as with some merchants.
    case refundByPaymentOnly = "refund-by-payment-only"
    /// Both ways refuse, as for a payment with tax or tip.
    case refundRefused = "refund-refused"

    /// What a mode is about.
    enum Area: Sendable {
        case gateway, response, webhook, payload, lookUp, refund
    }

    var area: Area? {
        switch self {
        case .none: nil
        case .throttled, .broken, .unavailable, .page, .unauthorized, .slow: .gateway
        case .responseLost: .response
        case .webhookNever, .webhookLate, .webhookEarly, .webhookTwice, .webhookUnsigned, .webhookWronglySigned, .webhookStale: .webhook
        case .pascalCase, .noData, .otherKey: .payload
        case .lookUpMissing, .lookUpWithoutOrder: .lookUp
        case .refundFailed, .refundPending, .refundByPaymentOnly, .refundRefused: .refund
        }
    }
}

/// The calls of the API.
enum CloverCall: String, Sendable {
    case checkout, payment, list, refund
}

/// The modes that are on.
struct CloverFaults: Sendable {
    struct Mode: Sendable {
        let fault: CloverFault
        let values: [String: String]
        var timesLeft: Int?

        func milliseconds(else usual: Int) -> Duration { .milliseconds(values["milliseconds"].flatMap { Int($0) } ?? usual) }
    }

    private var modes: [CloverFault.Area: Mode] = [:]

    mutating func set(_ fault: CloverFault, _ values: [String: String]) {
        guard let area = fault.area else { return modes = [:] }
        modes[area] = Mode(fault: fault, values: values, timesLeft: values["times"].flatMap { Int($0) })
    }

    /// The mode of an area; nothing is counted.
    subscript(area: CloverFault.Area) -> Mode? { modes[area].flatMap { $0.timesLeft == 0 ? nil : $0 } }

    /// The mode of an area for one more request, if one is on that is about this call.
    mutating func take(_ area: CloverFault.Area, for call: CloverCall? = nil) -> Mode? {
        guard var mode = modes[area], mode.timesLeft != 0 else { return nil }
        if let call {
            let usual: [CloverCall] = area == .response ? [.checkout] : [.checkout, .payment, .list, .refund]
            let meant = mode.values["on"].map { $0.split(separator: ",").compactMap { CloverCall(rawValue: String($0)) } } ?? usual
            guard meant.contains(call) else { return nil }
        }
        mode.timesLeft = mode.timesLeft.map { $0 - 1 }
        modes[area] = mode
        return mode
    }
}
