public import Core
import Foundation

/// `site.json`: what one node needs before it has a database. Everything has a default. What all nodes share is ``SiteConfiguration``,
/// in the database.
public struct NodeConfiguration: Sendable {
    /// A database other than the site's own `stoa.db`: a libpq connection string or URL.
    public var database: String?
    /// The folder of stored files, where it is not `media` in the site's own; nodes that share a database share it.
    public var media: String?
    /// Bytes that uploads leave free on the disk; nil: 256 MB or 2 %, whichever is more, at most 4 GB or a tenth of the disk.
    public var reservedSpace: Int64?
    /// What `/metrics` asks of other machines as a bearer token; nil: only this machine may read it.
    public var metricsToken: String?
    /// What else stands in the file. Until the first start since choices live in the database, that is all of them; they are taken over then.
    public var others: [String: JSONValue] = [:]

    private enum Member: String, CaseIterable { case database, media, reservedSpace, metricsToken }

    /// The configuration of a node of its own.
    public init() {}

    /// Reads the file's members.
    init(reading data: Data) throws {
        others = try JSONDecoder().decode([String: JSONValue].self, from: data)
        database = try text(.database)
        media = try text(.media)
        metricsToken = try text(.metricsToken)
        switch others.removeValue(forKey: Member.reservedSpace.rawValue) {
        case .integer(let bytes): reservedSpace = bytes
        case nil, .null: break
        default: throw Malformed(member: Member.reservedSpace.rawValue)
        }
    }

    /// The file's text.
    func written() throws -> Data {
        var members = others
        members[Member.database.rawValue] = database.map(JSONValue.string)
        members[Member.media.rawValue] = media.map(JSONValue.string)
        members[Member.metricsToken.rawValue] = metricsToken.map(JSONValue.string)
        members[Member.reservedSpace.rawValue] = reservedSpace.map(JSONValue.integer)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(members)
    }

    private mutating func text(_ member: Member) throws -> String? {
        switch others.removeValue(forKey: member.rawValue) {
        case .string(let text): return text
        case nil, .null: return nil
        default: throw Malformed(member: member.rawValue)
        }
    }

    /// A member that is of another type.
    private struct Malformed: Error, CustomStringConvertible {
        let member: String
        var description: String { "“\(member)” has another type" }
    }
}
