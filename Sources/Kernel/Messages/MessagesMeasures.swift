import Analytics
import Core

/// What messages count: how many, and nothing else.
extension Measure {
    static let messages = Measure("messages.sent", "Messages", hint: "Messages that people wrote to each other. Only their number is kept here.")
}
