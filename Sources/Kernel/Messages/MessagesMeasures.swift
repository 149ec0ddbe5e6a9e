import Analytics
import Core

/// What messages count: how many, and nothing else.
extension Measure {
    static let messages = Measure(
        "messages.sent", "Messages", hint: "Messages that were delivered. Messages stopped by the filter aren’t counted.", isHeadline: true)
}
