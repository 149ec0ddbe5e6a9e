import Web

/// What the kernel lets people do for the site as a whole. An app may bundle these into its own roles, as the Library gives
/// its supervisors the log (LIB-107): a role is whatever its app says, and a person may do what any of their roles allows.
extension Permission {
    /// Read the system log.
    public static let systemLog: Permission = "operations.log"
    /// Move old entries of the system log to the archive.
    public static let systemLogArchive: Permission = "operations.log.archive"
    /// See errors, jobs, health and backups, and act on them.
    public static let siteCare: Permission = "operations.care"
    /// See the statistics of the whole site; an app names a permission of its own for its share.
    public static let siteStatistics: Permission = "statistics.see"
    /// Open the recycle bin; each kind of thing in it has a permission of its own besides.
    public static let recycleBin: Permission = "operations.recycle-bin"
    /// Change the site's settings, texts and opening hours.
    public static let settingsChange: Permission = "settings.change"
}
