import Accounts
import Analytics
import Core
import Database
import Events
import Foundation
import Platform
import TestSupport
import Web

@testable import Profiles

extension TestApp {
    /// Makes an account whose number is nobody's by accident, and signs it in.
    func settle(_ number: Int64) async throws -> TestClient {
        try await register(["Zoe Quux": "zoe@stoa.example"])
        try await site.database.write { db in
            try db.run("UPDATE account_person SET id = \(number) WHERE email = 'zoe@stoa.example'")
        }
        let accounts = try site.service(AccountsModule.self)
        return client(token: try await accounts.openSession(for: PersonID(number)))
    }

    /// One of the cast with a new session.
    func signIn(_ who: Cast) async throws -> TestClient {
        let accounts = try site.service(AccountsModule.self)
        return client(token: try await accounts.openSession(for: try await person(who)))
    }

    /// Words of a person in accounts and in a book.
    func writeAbout(_ person: PersonID, _ word: String) async throws {
        let publication = try await publication()
        let site = site
        try await site.write(by: person) { db in try site.service(Profiles.self).setAbout("I like \(word)s.", of: person, app: "door", in: db) }
        try await mark(person, publication, "A note about \(word)s.")
    }

    /// A publication to write in, made at the first call.
    func publication() async throws -> Int64 {
        try await site.database.write { db in
            if let known = try db.first("SELECT id FROM reading_publication ORDER BY id LIMIT 1" as Query<Int64>) { return known }
            return try db.insert(
                """
                INSERT INTO reading_publication (owner_kind, owner_id, title, authors, direction, kind, audience, staff_permission, page_path,
                    edition, section_count, words, created_at, changed_at, contents)
                VALUES ('test', 1, 'A book', '', 'ltr', 'text', 'public', '', '/', 1, 1, 1, 0, 0, '[]')
                """) as Int64
        }
    }

    /// A note in a publication.
    func mark(_ person: PersonID, _ publication: Int64, _ words: String) async throws {
        try await site.database.write { db in
            _ = try db.run(
                """
                INSERT INTO reading_annotation (person_id, publication_id, note, created_at, section, quote_exact, quote_prefix, quote_suffix,
                    position_start, position_end, is_placed, changed_at, changed_by)
                VALUES (\(person), \(publication), \(words), 0, 0, '', '', '', 0, 0, 1, 0, \(person))
                """)
        }
    }

    /// Something of a person in every table that can hold it, by the columns' names.
    func leaveTraces(_ person: PersonID, _ word: String) async throws {
        try await writeAbout(person, word)
        let site = site
        try await site.write(by: person) { db in
            try site.analytics.setNames(true, person, in: db)
            try site.analytics.record(kind: "door.opened", subject: ID<Person>(5), person: person, in: db)
            try site.service(Consents.self).accept(app: "door", version: 1, by: person, in: db)
            try site.events.append(topic: "door", audience: .person(person), kind: "knock", data: [word], in: db)
            _ = try db.run("INSERT INTO library_reader (person_id, changed_at, changed_by) VALUES (\(person), 0, \(person))")
            _ = try db.run("UPDATE reading_publication SET changed_by = \(person)")
            _ = try db.run("INSERT INTO account_role_grant (person_id, app, role, changed_at) VALUES (\(person), 'door', 'keeper', 0)")
        }
        try await site.write(by: nil) { write in
            try site.service(Bans.self).ban(person, from: "door", until: nil, reason: "Noise.", in: write)
            try site.service(Bans.self).lift(person, from: "door", in: write)
        }
    }

    /// The columns of all tables in which a person's number or one of the words stands, as `table.column`.
    func rows(naming person: PersonID, or words: [String]) async throws -> [String] {
        try await site.database.read { db in
            let columns: Query<Row2<String, String>> =
                switch db.dialect {
                case .sqlite:
                    """
                    SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c
                    WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY 1, 2
                    """
                case .postgres:
                    """
                    SELECT table_name::text, column_name::text FROM information_schema.columns
                    WHERE table_schema = current_schema() ORDER BY 1, 2
                    """
                }
            return try db.all(columns).filter { column in
                let value: SQL = "CAST(\(raw: "\"\(column.second)\"") AS TEXT)"
                let numbers: SQL = "\(value) = \(person.description) OR \(value) = \("person:\(person)")"
                let terms = words.map { "\(value) LIKE \("%\($0)%")" as SQL }
                return try db.first(
                    "SELECT 1 FROM \(raw: column.first) WHERE \(numbers) OR \(terms.joined(by: " OR ")) LIMIT 1" as Query<Int>) != nil
            }.map { "\($0.first).\($0.second)" }
        }
    }
}

/// Unpacks a ZIP file with the system's own program: name and text of each file.
func unzip(_ bytes: [UInt8]) throws -> [String: String] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "stoa-unzip-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let archive = folder.appending(path: "archive.zip")
    try Data(bytes).write(to: archive)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/python3")
    process.arguments = ["-m", "zipfile", "-e", archive.path, folder.appending(path: "content").path]
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw TestFailure("The ZIP file cannot be read.") }
    let content = folder.appending(path: "content")
    let names = try FileManager.default.subpathsOfDirectory(atPath: content.path)
    return names.reduce(into: [:]) { files, name in
        if let text = try? String(contentsOf: content.appending(path: name), encoding: .utf8) { files[name] = text }
    }
}
