import Core

/// Why a message was not sent or a conversation not opened. Every case is safe to show.
public enum MessageRefusal: Error, Equatable {
    case unknownConversation
    case yourself
    case empty
    case tooLong
    case closed
    case cannotAnswer
    case tooMany(seconds: Int)
}

extension MessageRefusal: ProblemConvertible {
    /// As people and programs see it.
    public var problem: Problem {
        switch self {
        case .unknownConversation: .notFound
        case .yourself: Problem(.conflict, "messages.yourself", "This would be a conversation with yourself.", remedy: "Choose someone else.")
        case .empty:
            Problem(
                .invalid, "messages.empty", "The message is empty.", remedy: "Write something first.",
                fields: ["words": "Write something first."])
        case .tooLong:
            Problem(
                .invalid, "messages.too-long", "A message has at most \(Conversations.longestMessage) characters.",
                remedy: "Shorten it, or send two.", fields: ["words": "Write at most \(Conversations.longestMessage) characters."])
        // A block and a person who left look the same: nobody learns that they were blocked.
        case .closed:
            Problem(.conflict, "messages.closed", "You can’t send more messages in this conversation.", remedy: "The other person may have left it.")
        case .cannotAnswer:
            Problem(
                .conflict, "messages.cannot-answer", "The other person can’t answer at the moment, so you can’t write here.",
                remedy: "Try again later.")
        case .tooMany(let seconds):
            Problem(
                .tooManyRequests, "messages.too-many", "You have sent many messages in a short time.", remedy: "Wait a little.",
                retryAfter: seconds)
        }
    }
}
