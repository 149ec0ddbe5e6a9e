import Core
import Database
import Foundation

/// The operator's choices in the database: one row for the site and one for each part that keeps a section, each with a version that
/// rises. Every change is told to all nodes.
package enum ConfigurationStore {
    /// Nodes listen here.
    static let channel = "stoa_configuration"
    static let site = "site"

    /// The choices, and a number that rises with each change; nil on a database that has none yet. Sections of parts are read when they
    /// are asked for.
    /// - Throws: ``UnreadableChoice`` for those of the site itself.
    package static func load(in db: any Connection) throws -> (configuration: SiteConfiguration, revision: Int64)? {
        let rows = try db.all("SELECT section, value, version FROM platform_configuration ORDER BY section LIMIT 1000" as Query<Section>)
        guard let own = rows.first(where: { $0.name == site }) else { return nil }
        var configuration: SiteConfiguration
        do { configuration = try JSONDecoder().decode(SiteConfiguration.self, from: Data(own.value.utf8)) } catch {
            throw UnreadableChoice(site, error)
        }
        for row in rows where row.name != site && !row.value.isEmpty { configuration.sections[row.name] = row.value }
        return (configuration, rows.reduce(0) { $0 + $1.version })
    }

    /// Keeps what differs from what is there, and tells all nodes.
    static func save(_ configuration: SiteConfiguration, by person: PersonID?, at now: Instant, in db: any Connection) throws {
        var wanted = configuration.sections
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        wanted[site] = String(decoding: try encoder.encode(configuration), as: UTF8.self)
        let rows = try db.all("SELECT section, value, version FROM platform_configuration ORDER BY section LIMIT 1000" as Query<Section>)
        let known = Dictionary(rows.map { ($0.name, $0.value) }) { first, _ in first }
        // A section that was taken away stays as an empty row, so that the versions never fall.
        for name in Set(wanted.keys).union(known.keys).sorted() where known[name] != wanted[name] ?? "" {
            try db.run(
                """
                INSERT INTO platform_configuration (section, value, version, changed_at, changed_by)
                VALUES (\(name), \(wanted[name] ?? ""), 1, \(now), \(person))
                ON CONFLICT (section) DO UPDATE SET value = excluded.value, version = platform_configuration.version + 1,
                    changed_at = excluded.changed_at, changed_by = excluded.changed_by
                """)
        }
        try db.notify(channel)
    }

    /// The site's name, for its backups; nil where the database knows none yet.
    package static func name(in db: any Connection) throws -> String? { try load(in: db)?.configuration.name }

    /// What `site.json` held before choices lived in the database: members of the site, and sections of parts.
    static func taken(from node: NodeConfiguration) throws -> SiteConfiguration {
        let encoder = JSONEncoder()
        var configuration = try JSONDecoder().decode(SiteConfiguration.self, from: try encoder.encode(node.others))
        for (name, value) in node.others where !SiteConfiguration.members.contains(name) && value != .null {
            configuration.sections[name] = String(decoding: try encoder.encode(value), as: UTF8.self)
        }
        return configuration
    }

    private struct Section: SQLRow {
        let name: String
        let value: String
        let version: Int64

        init(row: inout RowReader) throws {
            name = try row.next()
            value = try row.next()
            version = try row.next()
        }
    }
}

extension Site {
    /// Changes the operator's choices in the transaction of `change`, from what they are in the database at that moment. All nodes hold
    /// them within a second; this one when the call returns.
    public func configure(
        by actor: PersonID?, once submission: Submission? = Submission.current,
        _ change: @escaping @Sendable (inout SiteConfiguration, Write) throws -> Void
    ) async throws {
        try await write(by: actor, once: submission) { [self] write in
            try configure(in: write) { configuration in try change(&configuration, write) }
        }
    }

    /// Changes the choices in a write that does more.
    public func configure(in write: Write, _ change: (inout SiteConfiguration) throws -> Void) throws {
        guard var configuration = try ConfigurationStore.load(in: write)?.configuration else { throw DatabaseError.missing }
        try change(&configuration)
        try ConfigurationStore.save(configuration, by: write.actor, at: write.now, in: write)
        guard let (saved, revision) = try ConfigurationStore.load(in: write) else { throw DatabaseError.missing }
        write.afterCommit { [choices] in choices.adopt(saved, revision) }
    }

    /// The same for the system itself.
    public func configure(_ change: @escaping @Sendable (inout SiteConfiguration) -> Void) async throws {
        try await configure(by: nil, once: nil) { configuration, _ in change(&configuration) }
    }

    /// Takes in what another node has changed; what can't be read stays as it was.
    func adoptConfiguration() async throws {
        if let (configuration, revision) = try await database.read({ try ConfigurationStore.load(in: $0) }) {
            for fault in choices.adopt(configuration, revision) { log.unreadable(fault) }
        }
    }
}

extension UnreadableChoice {
    /// What people are told who wanted to change a choice.
    var refusal: Problem {
        Problem(
            .unavailable, "settings.unreadable", "The site’s settings can’t be read, so nothing was saved.",
            remedy: "Ask the person who looks after the server to run “stoa doctor”.")
    }
}

extension Log {
    /// A choice that can't be read, and what to do about it.
    func unreadable(_ fault: UnreadableChoice) {
        let words = fault.description
        self(.error, "configuration.unreadable", ["section": .string(fault.section), "field": .string(fault.field), "cause": .string(words)])
    }
}

extension ConfigurationStore {
    /// The choices of a site that is opened. The first start since they live in the database takes them from `site.json`.
    static func open(
        _ database: Database, _ node: inout NodeConfiguration, of folder: SiteFolder, clock: SiteClock, log: Log
    ) async throws -> (SiteConfiguration, Int64) {
        let given: SiteConfiguration
        do {
            given = try taken(from: node)
        } catch {
            throw SiteRefusal.configuration(path: folder.configuration.path, reason: "\(error)")
        }
        let known = try await database.write { db in
            if let known = try load(in: db) { return (known.configuration, known.revision, false) }
            try save(given, by: nil, at: clock.now(), in: db)
            guard let made = try load(in: db) else { throw DatabaseError.missing }
            return (made.configuration, made.revision, true)
        }
        let names = node.others.keys.sorted()
        if known.2 {
            node.others = [:]
            try folder.write(node)
        } else if !names.isEmpty {
            let ignored = names.joined(separator: " ")
            log(.warning, "configuration.in-database", ["ignored": .string(ignored), "file": .string(folder.configuration.path)])
        }
        return (known.0, known.1)
    }
}
