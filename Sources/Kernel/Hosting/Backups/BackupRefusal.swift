import Core
import Foundation

/// Why a backup was not made or not used. Every case is for the operator's terminal and the portal's list.
public enum BackupRefusal: Error, Equatable, CustomStringConvertible {
    case notWritable(String, String)
    case changed(String)
    case unreadable(String)
    case cutOff
    case notABackup
    case badName(String)
    case damaged(String)
    case newer(String)
    case noSpace(needed: Int64, free: Int64)
    case exists(String)
    case mountPoint(String)
    case mediaMissing
    case noDatabaseAddress
    case databaseInUse

    /// What is wrong and what to do.
    public var description: String {
        switch self {
        case .notWritable(let path, let reason): "\(path) cannot be written: \(reason)."
        case .changed(let name): "\(name) became shorter while it was read. Try again."
        case .unreadable(let path): "\(path) cannot be read."
        case .cutOff: "The backup is cut off: its end is missing. Use another one."
        case .notABackup: "This file is no backup of Stoa, or it is damaged."
        case .badName(let name): "The backup holds a file that does not belong in a site: “\(name.prefix(100))”."
        case .damaged(let name): "The backup is damaged: \(name) is not what was written. Use another one."
        case .newer(let step): "The backup was made by a newer Stoa (\(step)). Update this program first."
        case .noSpace(let needed, let free):
            "There is not enough room on the disk: \(needed >> 20) MB are needed and \(free >> 20) MB are free. Make room and try again."
        case .exists(let path): "\(path) holds something already. Choose another folder, or give --replace: what is there is kept beside it."
        case .mountPoint(let path):
            "\(path) is a disk or a volume of its own, whose place cannot be changed. Restore into a folder below it, and serve that."
        case .mediaMissing:
            "This backup holds no stored files, because it was made before an update. Restore it over the site it came from, with --replace."
        case .noDatabaseAddress: "The backup is of a PostgreSQL database. Give the address of an empty one with --database."
        case .databaseInUse: "A site lies in that database already. Give the address of an empty one, or --replace."
        }
    }
}
