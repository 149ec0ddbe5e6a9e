import Core
import Foundation
import Platform

/// The name of a backup's file: `stoa-20261121T031500Z-asked.tar`, and `…-asked-2.tar` for the second one of a second.
public struct BackupName: Sendable, Comparable {
    /// When it was made, to the second.
    public let madeAt: Instant
    /// Why.
    public let reason: BackupManifest.Reason
    /// Which one of its second it is.
    let number: Int
    /// The name itself.
    public let text: String

    /// The name of a backup made now.
    init(_ madeAt: Instant, _ reason: BackupManifest.Reason, number: Int = 1) {
        self.madeAt = madeAt
        self.reason = reason
        self.number = number
        let digits = madeAt.rfc3339.prefix(19).filter { $0 != "-" && $0 != ":" }
        text = "stoa-\(digits)Z-\(reason.rawValue)\(number > 1 ? "-\(number)" : "").tar"
    }

    /// Reads a file's name; nil for any other file.
    public init?(_ text: String) {
        guard let match = text.wholeMatch(of: /stoa-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([a-z]+)(?:-([2-9]|[1-9][0-9]))?\.tar/),
            let reason = BackupManifest.Reason(rawValue: String(match.7)),
            let moment = Instant(rfc3339: "\(match.1)-\(match.2)-\(match.3)T\(match.4):\(match.5):\(match.6)Z")
        else { return nil }
        self.text = text
        self.reason = reason
        madeAt = moment
        number = match.8.flatMap { Int($0) } ?? 1
    }

    /// Whether it was made before another one.
    public static func < (one: Self, other: Self) -> Bool {
        (one.madeAt, one.number, one.reason.rawValue) < (other.madeAt, other.number, other.reason.rawValue)
    }

    /// The backups that lie in a site's folder, the newest first.
    public static func all(in folder: SiteFolder) throws -> [BackupName] {
        guard FileManager.default.fileExists(atPath: folder.backups.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.backups.path).compactMap(BackupName.init).sorted(by: >)
    }
}
