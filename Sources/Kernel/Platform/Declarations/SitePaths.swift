import Web

/// Addresses of the kernel's own that apps link to.
public enum SitePaths {
    /// What was deleted; `?kind=` narrows it to one kind.
    public static let recycleBin = Path("/admin/recycle-bin")
}
