import Core
import Foundation
import Platform

/// The files of a site beside its database, as backups see them.
enum SiteFiles {
    /// What lies in a site's folder and is made anew (the sealed end of the log too: it may be newer than the copied log), is held by the running process, or is copied in another way.
    private static let left: Set<String> = ["tmp", "backups", "stoa.db", "stoa.db-wal", "stoa.db-shm", "stoa.sock", "stoa.lock", "audit.seal"]

    /// Makes a second name for each file of a site in a folder beside it; where the disk does not allow that, a copy.
    static func link(_ site: SiteFolder, to target: URL, withMedia: Bool, onlyMedia: Bool = false) throws {
        var files = try names(in: site.url).map { ($0, site.url.appending(path: $0)) }
        if let shared = site.sharedMedia {
            files = files.filter { !$0.0.hasPrefix("media/") }
            let stored = try names(in: shared).filter { $0 != "temporary" && !$0.hasPrefix("temporary/") }
            files += stored.map { ("media/" + $0, shared.appending(path: $0)) }
        }
        for (name, source) in files where name.hasPrefix("media/") ? withMedia : !onlyMedia {
            let place = target.appending(path: name)
            // Choices are written anew under their name, so a second look takes the newer ones.
            if !name.hasPrefix("media/") { try? FileManager.default.removeItem(at: place) }
            guard !FileManager.default.fileExists(atPath: place.path) else { continue }
            try FileManager.default.createDirectory(at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
            guard Glibc.link(source.path, place.path) != 0 else { continue }
            switch errno {
            case ENOENT, EEXIST: continue
            default: try FileManager.default.copyItem(at: source, to: place)
            }
        }
    }

    /// Every plain file by its place below a folder, in order; nothing that ``left`` names.
    static func names(in folder: URL) throws -> [String] {
        let base = folder.resolvingSymlinksInPath().path
        guard let walk = FileManager.default.enumerator(at: URL(filePath: base), includingPropertiesForKeys: [.isRegularFileKey]) else { return [] }
        var names: [String] = []
        for case let file as URL in walk {
            let name = String(file.path.dropFirst(base.count + 1))
            if left.contains(name) || name == "media/temporary" {
                walk.skipDescendants()
            } else if try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true {
                names.append(name)
            }
        }
        return names.sorted()
    }

    /// Whether a name may be that of a file in a site.
    static func isAllowed(_ name: String) -> Bool {
        let parts = name.pieces(betweenExactly: "/")
        return !parts.contains { $0.isEmpty || $0 == "." || $0 == ".." } && parts.count <= 6 && !name.utf8.contains(0)
            && !left.subtracting(["stoa.db"]).contains(parts[0])
    }

    /// How many bytes the files below a folder have.
    static func size(of folder: URL) throws -> Int64 {
        guard let walk = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey]) else { return 0 }
        var sum: Int64 = 0
        for case let file as URL in walk { sum += Int64((try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0) }
        return sum
    }

    /// How many bytes a file has; 0 where there is none.
    static func size(ofFile file: URL) -> Int64 {
        var status = stat()
        return stat(file.path, &status) == 0 ? Int64(status.st_size) : 0
    }

    /// How many bytes may still be written where `folder` lies.
    static func freeSpace(at folder: URL) throws -> Int64 {
        var status = statvfs()
        guard statvfs(folder.path, &status) == 0 else { throw BackupRefusal.unreadable(folder.path) }
        return Int64(status.f_bavail) * Int64(status.f_frsize)
    }

    /// Gives a file a name that nothing has; `errno` tells why not.
    static func move(_ source: URL, toNew target: URL) -> Bool {
        if Glibc.link(source.path, target.path) == 0 { return unlink(source.path) == 0 }
        // Some disks know no second names.
        guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
        guard access(target.path, F_OK) != 0 else {
            errno = EEXIST
            return false
        }
        return rename(source.path, target.path) == 0
    }

    /// Waits until the disk has the names in a folder.
    static func sync(_ folder: URL) throws {
        let descriptor = open(folder.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw BackupRefusal.notWritable(folder.path, String(cString: strerror(errno))) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw BackupRefusal.notWritable(folder.path, String(cString: strerror(errno))) }
    }
}
