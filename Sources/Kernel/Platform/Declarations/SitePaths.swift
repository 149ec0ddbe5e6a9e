import Web

/// Addresses of the kernel's own that apps link to.
public enum SitePaths {
    /// The first page of the staff portal.
    public static let administration = Path("/admin")
    /// What was deleted; `?kind=` narrows it to one kind.
    public static let recycleBin = Path("/admin/recycle-bin")
    /// What was counted on the whole site.
    public static let statistics = Path("/admin/statistics")
    /// What was counted in one app, by its id.
    public static let appStatistics = Path("/admin/statistics/{app}", String.self)
}
