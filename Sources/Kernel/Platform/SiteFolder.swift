import CGlibc
import Foundation

/// The folder of a site and what is where in it.
public struct SiteFolder: Sendable {
    /// The folder itself.
    public let url: URL
    /// Where stored files lie, if not in `media`: a folder that several nodes share.
    package var sharedMedia: URL?

    /// A folder that may not exist yet.
    public init(_ url: URL) { self.url = url.standardizedFileURL }

    /// What this node needs to find its database and files.
    public var configuration: URL { url.appending(path: "site.json") }
    /// The embedded database.
    public var database: URL { url.appending(path: "stoa.db") }
    /// Stored files.
    public var media: URL { sharedMedia ?? url.appending(path: "media", directoryHint: .isDirectory) }
    /// Uploads and conversions under way; emptied at start.
    public var temporary: URL { url.appending(path: "tmp", directoryHint: .isDirectory) }
    /// Entries of the audit log that were moved out of the database.
    public var archive: URL { url.appending(path: "archive", directoryHint: .isDirectory) }
    /// The sealed end of the audit log.
    public var auditSeal: URL { url.appending(path: "audit.seal") }
    /// Backups.
    public var backups: URL { url.appending(path: "backups", directoryHint: .isDirectory) }
    /// Where the running server takes commands.
    public var socket: URL { url.appending(path: "stoa.sock") }
    /// The key that stored secrets are sealed with, readable by its owner alone.
    public var key: URL { url.appending(path: "site.key") }
    /// Held by the one process that owns the site.
    public var lock: URL { url.appending(path: "stoa.lock") }

    /// Whether a site has been made here.
    public var exists: Bool { FileManager.default.fileExists(atPath: configuration.path) }

    /// Makes the folder and its parts, readable by their owner alone.
    public func create() throws {
        do {
            for folder in [url, media, temporary] {
                try FileManager.default.createDirectory(
                    at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            }
        } catch {
            throw SiteRefusal.notWritable(path: url.path, reason: error.localizedDescription)
        }
    }

    /// Reads `site.json`; a missing file is a node of its own.
    public func readNode() throws -> NodeConfiguration {
        guard exists else { return NodeConfiguration() }
        do {
            return try NodeConfiguration(reading: Data(contentsOf: configuration))
        } catch {
            throw SiteRefusal.configuration(path: configuration.path, reason: "\(error)")
        }
    }

    /// Writes `site.json` whole or not at all.
    public func write(_ node: NodeConfiguration) throws {
        try node.written().write(to: configuration, options: .atomic)
    }

    /// Has two folders change places in one step; `errno` tells why they did not.
    package static func exchange(_ one: URL, _ other: URL) -> Bool { exchange_names(one.path, other.path) == 0 }
}
