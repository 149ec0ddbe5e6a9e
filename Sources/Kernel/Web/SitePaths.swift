/// Addresses that the frame of every page, refusals and other targets lead to, each written once: here, in the lowest target that needs
/// them. The part that serves one declares its route with it.
public enum SitePaths {
    /// Where people sign in; `then` says where to go on.
    public static let signIn = Path("/account/sign-in")
    public static let signOut = Path("/account/sign-out")
    /// A person's own page.
    public static let account = Path("/account")
    /// Where people confirm that it is still them.
    public static let confirm = Path("/account/confirm")
    /// Where people prove their second factor in a session that was opened without it.
    public static let stepUp = Path("/account/step-up")
    /// Where people look after the safety of their account.
    public static let security = Path("/account/security")
    /// What somebody bookmarked, in every app.
    public static let bookmarks = Path("/account/bookmarks")
    /// What this device keeps to be read without a connection.
    public static let onDevice = Path("/read/kept")
    /// What is new for somebody.
    public static let inbox = Path("/account/notices")
    /// How much of it they have not read, for programs and the bell.
    public static let unreadCount = Path("/api/v1/notices/count")
    /// The first page of the staff portal.
    public static let administration = Path("/admin")
    /// What a new site still needs.
    public static let start = Path("/admin/start")
    /// Puts one of it aside.
    public static let skipStep = Path("/admin/start/skip")
    public static let help = Path("/help")
    /// Where anybody asks those who run the site; who is signed in is led to their own requests.
    public static let ask = Path("/help/ask")
    /// Takes a choice of language or theme.
    public static let preferences = Path("/preferences")
    /// The stream of live events; `topic` chooses.
    public static let events = Path("/events")
    /// Whether the site can serve.
    public static let ready = Path("/health/ready")
    /// The site's name, address and everything else that is chosen for all.
    public static let settings = Path("/admin/settings")
    /// One card of the settings, opened; `identity` is the one with name and address.
    public static func settings(_ card: String) -> String { link(settings(), query: ["open": card]) + "#" + card }
    /// Who did what; `?entity=` and `?id=` narrow it to one thing.
    public static let systemLog = Path("/admin/log")
    /// What was deleted; `?kind=` narrows it to one kind.
    public static let recycleBin = Path("/admin/recycle-bin")
    /// What was counted on the whole site.
    public static let statistics = Path("/admin/statistics")
    /// What was counted in one app, by its id.
    public static let appStatistics = Path("/admin/statistics/{app}", String.self)
}
