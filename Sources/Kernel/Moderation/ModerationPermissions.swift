import Web

/// What moderation lets people be allowed to do. Deciding itself is allowed per kind, by each subject's own permission.
public enum ModerationPermissions {
    /// Come into the queue. An app's moderators have this and the permission of their subjects.
    public static let queue: Permission = "moderation.queue"
    /// Change the word lists.
    public static let words: Permission = "moderation.words"
    /// Watch what people do in the app (VOL-045).
    public static let activity: Permission = "moderation.activity"
}
