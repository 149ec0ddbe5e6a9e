import Core
import Crypto
import Foundation

/// A backup's file as something to check and to take apart.
public struct BackupArchive: Sendable {
    private let file: URL

    /// A file that somebody says is a backup.
    public init(_ file: URL) { self.file = file }

    /// Reads the whole file and compares every digest with the manifest.
    /// - Throws: ``BackupRefusal``.
    public func check() throws -> BackupManifest {
        var tar = try TarReader(file)
        var found: [BackupManifest.File] = []
        var names: Set<String> = []
        while let header = try tar.next() {
            guard header.name != BackupManifest.name else {
                let manifest = try Self.manifest(&tar, header)
                guard try tar.next() == nil else { throw BackupRefusal.notABackup }
                guard found.count == manifest.files.count else { throw BackupRefusal.damaged(BackupManifest.name) }
                for (file, wanted) in zip(found, manifest.files) where file != wanted { throw BackupRefusal.damaged(wanted.name) }
                return manifest
            }
            guard SiteFiles.isAllowed(header.name), names.insert(header.name).inserted else { throw BackupRefusal.badName(header.name) }
            var digest = SHA256Digest()
            while let piece = try tar.read() { piece.withUnsafeBytes { digest.update($0) } }
            found.append(BackupManifest.File(name: header.name, size: header.size, sha256: digest.finish().hex))
        }
        throw BackupRefusal.cutOff
    }

    /// Writes the files below `folder`, which is new, and compares every digest again.
    public func extract(to folder: URL, progress: SiteBackup.Progress = { _ in }) throws {
        let manifest = try check()
        let wanted = Dictionary(manifest.files.map { ($0.name, $0) }) { first, _ in first }
        var tar = try TarReader(file)
        var done = 0
        while let header = try tar.next(), header.name != BackupManifest.name {
            let target = folder.appending(path: header.name)
            try FileManager.default.createDirectory(
                at: target.deletingLastPathComponent(), withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            let descriptor = open(target.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw BackupRefusal.notWritable(target.path, String(cString: strerror(errno))) }
            let output = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            var digest = SHA256Digest()
            while let piece = try tar.read() {
                piece.withUnsafeBytes { digest.update($0) }
                try output.write(contentsOf: piece)
            }
            try output.synchronize()
            try output.close()
            guard wanted[header.name]?.sha256 == digest.finish().hex else { throw BackupRefusal.damaged(header.name) }
            done += 1
            progress(Double(done) / Double(manifest.files.count))
        }
    }

    private static func manifest(_ tar: inout TarReader, _ header: TarHeader) throws -> BackupManifest {
        guard header.size < 256 << 20 else { throw BackupRefusal.notABackup }
        var bytes = Data()
        while let piece = try tar.read() { bytes += piece }
        guard let manifest = try? JSONDecoder().decode(BackupManifest.self, from: bytes), manifest.format == BackupManifest.format else {
            throw BackupRefusal.notABackup
        }
        return manifest
    }
}
