public import Foundation

/// A folder that a program wrote to which nobody trusts: it may go deeper than a path can be long, and be closed to everybody.
///
/// Everything is reached by descriptors, for longer paths than `PATH_MAX` cannot be named at all.
public enum FolderTree {
    /// How deep a program of ours would go at most.
    public static let deepest = 32

    /// Bytes of all files, and a block for each name, so that a flood of empty ones counts.
    /// - Returns: nil for a folder that goes deeper than ``deepest`` or is closed to us, which hides what it holds.
    public static func size(of folder: URL) -> Int? {
        guard let descriptor = open(folder.path, in: AT_FDCWD) else { return errno == ENOENT ? 0 : nil }
        return size(of: descriptor, levels: deepest)
    }

    /// Removes a folder or file with all that is in it.
    /// - Returns: whether nothing is left.
    @discardableResult
    public static func remove(_ url: URL) -> Bool {
        if (try? FileManager.default.removeItem(at: url)) != nil { return true }
        var facts = stat()
        guard lstat(url.path, &facts) == 0 else { return errno == ENOENT }
        guard facts.st_mode & S_IFMT == S_IFDIR else { return unlink(url.path) == 0 }
        chmod(url.path, 0o700)
        guard let folder = open(url.path, in: AT_FDCWD) else { return false }
        defer { close(folder) }
        return empty(folder) && rmdir(url.path) == 0
    }

    /// Level by level: what lies in a folder of this one comes up beside it, so that no descriptor is needed but two.
    private static func empty(_ root: Int32) -> Bool {
        let mark = ".\(UUID().uuidString)-"
        var number = 0
        while true {
            let present = names(in: root)
            if present.isEmpty { return true }
            for name in present where unlinkat(root, name, 0) != 0 {
                guard let folder = openFolder(name, in: root) else { return false }
                defer { close(folder) }
                for inner in names(in: folder) where unlinkat(folder, inner, 0) != 0 {
                    number += 1
                    guard allow(inner, in: folder), renameat(folder, inner, root, "\(mark)\(number)") == 0 else { return false }
                }
                guard unlinkat(root, name, AT_REMOVEDIR) == 0 else { return false }
            }
        }
    }

    /// Closes the descriptor.
    private static func size(of folder: Int32, levels: Int) -> Int? {
        defer { close(folder) }
        guard levels > 0 else { return nil }
        var total = 0
        for name in names(in: folder) {
            var facts = stat()
            // It may have gone since its name was read.
            guard fstatat(folder, name, &facts, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            total += 4096 + Int(facts.st_size)
            guard facts.st_mode & S_IFMT == S_IFDIR else { continue }
            guard let inner = open(name, in: folder) else {
                if errno == ENOENT { continue }
                return nil
            }
            guard let inside = size(of: inner, levels: levels - 1) else { return nil }
            total += inside
        }
        return total
    }

    private static func openFolder(_ name: String, in parent: Int32) -> Int32? { allow(name, in: parent) ? open(name, in: parent) : nil }

    /// Opens a folder to us that a program has closed to everybody.
    private static func allow(_ name: String, in parent: Int32) -> Bool {
        var facts = stat()
        guard fstatat(parent, name, &facts, AT_SYMLINK_NOFOLLOW) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return false }
        return fchmodat(parent, name, 0o700, 0) == 0
    }

    private static func open(_ name: String, in parent: Int32) -> Int32? {
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        return descriptor >= 0 ? descriptor : nil
    }

    private static func names(in folder: Int32) -> [String] {
        // A descriptor of its own: reading a folder again begins where the last reading ended.
        guard let own = open(".", in: folder) else { return [] }
        guard let stream = fdopendir(own) else {
            close(own)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
