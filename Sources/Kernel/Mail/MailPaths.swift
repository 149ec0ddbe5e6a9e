import Core
import Web

/// Every address of mail.
public enum MailPaths {
    /// The mail server, and the emails that have not left.
    public static let settings = Path("/admin/mail")
    /// Asks before the mail server is removed, and removes it.
    public static let remove = Path("/admin/mail/remove")
    /// Sends an email to whoever asks, to see whether the server takes it.
    public static let test = Path("/admin/mail/test")
    /// Tries everything that waits again.
    public static let sendWaiting = Path("/admin/mail/send-waiting")
    /// Tries an email again that was given up.
    public static let retry = Path("/admin/mail/letters/{letter}/retry", EmailID.self)
}

/// What mail lets people be allowed to do.
public enum MailPermissions {
    /// See what waits and what failed, and try it again.
    public static let settings: Permission = "mail.settings"
    /// Choose the mail server. No role has it: every link that resets a password goes through that server, so who names it can
    /// become anybody.
    public static let server: Permission = "mail.server"
}
