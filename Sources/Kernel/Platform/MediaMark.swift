import Core
import Foundation

/// The mark in a folder of files that names the site it belongs to. What a site's database does not know is deleted from its folder, so two
/// sites that were given the same one would delete each other's files.
package enum MediaMark {
    /// The name of the mark's file; backups have it too.
    package static let name = "site.id"

    /// Whose files a folder holds; nil where nobody has marked it. An empty mark is what a power cut left of one.
    package static func owner(of folder: URL) throws -> String? {
        let file = folder.appending(path: name)
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        let text = try String(contentsOf: file, encoding: .utf8).trimmed
        return text.isEmpty ? nil : text
    }

    /// Marks a folder that has no mark yet.
    /// - Throws: ``SiteRefusal/mediaOfAnotherSite(path:)``, ``SiteRefusal/notWritable(path:reason:)``.
    static func claim(_ folder: URL, for site: String) throws {
        let owner: String?
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            if try Self.owner(of: folder) == nil { try Data("\(site)\n".utf8).write(to: folder.appending(path: name), options: .atomic) }
            // Read again: another site may have started at the same moment.
            owner = try Self.owner(of: folder)
        } catch {
            throw SiteRefusal.notWritable(path: folder.path, reason: error.localizedDescription)
        }
        guard owner == site else { throw SiteRefusal.mediaOfAnotherSite(path: folder.path) }
    }
}
