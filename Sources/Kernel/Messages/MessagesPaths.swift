import Core
import Web

/// Every address of messages.
public enum MessagesPaths {
    /// A person's conversations.
    public static let list = Path("/account/messages")
    /// One conversation: reading it, and writing into it.
    public static let conversation = Path("/account/messages/{conversation}", ConversationID.self)
    /// Mutes it, or not.
    static let mute = Path("/account/messages/{conversation}/mute", ConversationID.self)
    /// Lets somebody write again.
    static let unblock = Path("/account/messages/blocked/{person}/remove", PersonID.self)
    /// Leaves it: the question first, then the deed.
    static let leave = Path("/account/messages/{conversation}/leave", ConversationID.self)
    /// Blocks its other person, or not.
    static let block = Path("/account/messages/{conversation}/block", ConversationID.self)
    /// The same for programs.
    public static let apiList = Path("/api/v1/messages/conversations")
    /// How many have something new.
    static let apiUnread = Path("/api/v1/messages/unread")
    /// The messages of one, and a new one.
    public static let apiConversation = Path("/api/v1/messages/conversations/{conversation}", ConversationID.self)
}
