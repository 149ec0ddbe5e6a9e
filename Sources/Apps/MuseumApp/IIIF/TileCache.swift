import Foundation
import Synchronization

/// Parts of pictures that were made before: files in a temporary folder that begins empty with each start. What was asked for longest ago makes room.
final class TileCache: Sendable {
    private struct Known {
        var sizes: [String: Int] = [:]
        var used: [String: Int] = [:]
        var clock = 0
        var total = 0
    }

    private let folder: URL
    private let most: Int
    /// Guards what lies in the folder.
    private let known = Mutex(Known())

    /// - Parameter most: bytes of all files together.
    init(folder: URL, most: Int = 512 << 20) {
        self.folder = folder
        self.most = most
    }

    /// The file of a name, where it is there.
    func file(_ name: String) -> URL? {
        let isThere = known.withLock { known in
            guard known.sizes[name] != nil else { return false }
            known.clock += 1
            known.used[name] = known.clock
            return true
        }
        return isThere ? folder.appending(path: name) : nil
    }

    /// Takes a file over under a name.
    func add(_ file: URL, as name: String) throws -> URL {
        let target = folder.appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let size = try file.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        guard rename(file.path, target.path) == 0 else { throw CocoaError(.fileWriteUnknown) }
        let old = known.withLock { known in
            known.clock += 1
            known.used[name] = known.clock
            known.total += size - (known.sizes.updateValue(size, forKey: name) ?? 0)
            guard known.total > most else { return [String]() }
            // A quarter at once: sorting is the costly part of it.
            var old: [String] = []
            for (name, _) in known.used.sorted(by: { $0.value < $1.value }) where known.total > most / 4 * 3 {
                known.total -= known.sizes.removeValue(forKey: name) ?? 0
                known.used[name] = nil
                old.append(name)
            }
            return old
        }
        for name in old { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
        return target
    }
}
