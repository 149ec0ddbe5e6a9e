import Analytics
import Core

/// What messages count: how many, and nothing else.
extension Measure {
    static let messages = Measure("messages.sent", "Messages", hint: "Messages people sent each other. Only the number is counted.", isHeadline: true)
}
