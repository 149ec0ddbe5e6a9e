public import Foundation

/// What lies at a path that somebody else chose or wrote to: a plain file, or nothing. A link would bring in whatever it names.
public struct PlainFile: Sendable {
    /// Bytes.
    public let size: Int64
    /// Whether it has no other name, through which it could still be changed.
    public let isOnlyName: Bool

    /// Looks without following a link; nil for links, folders, devices, and where nothing is.
    public init?(at file: URL) {
        var facts = stat()
        guard lstat(file.path, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        size = Int64(facts.st_size)
        isOnlyName = facts.st_nlink == 1
    }
}
