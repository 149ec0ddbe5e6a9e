import CPostgres
import Core
import Database
import Foundation

/// The programs of PostgreSQL that copy a database and bring it back. How to reach the server goes through their environment,
/// so that no password stands in the list of processes.
struct PostgresTools: Sendable {
    private let environment: [String: String]
    /// The words of the address: `host`, `dbname`, `password` …
    private let words: [String: String]

    init(url: String) throws {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &message) else {
            let reason = message.map { String(cString: $0) } ?? "It cannot be read."
            PQfreemem(message)
            throw DatabaseError.failed("The database's address is wrong: \(reason)")
        }
        defer { PQconninfoFree(options) }
        var environment: [String: String] = [:]
        var words: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val {
                words[String(cString: keyword)] = String(cString: value)
                if let variable = option.pointee.envvar { environment[String(cString: variable)] = String(cString: value) }
            }
            option += 1
        }
        self.environment = environment
        self.words = words
    }

    /// The same server and person, another database.
    func url(ofDatabase name: String) throws -> String {
        var words = words
        words["dbname"] = name
        return words.map { word, value in
            "\(word)='\(value.replacing(exactly: "\\", with: "\\\\").replacing(exactly: "'", with: "\\'"))'"
        }.sorted().joined(separator: " ")
    }

    /// Brings a copy back, all of it or nothing.
    func load(_ path: String, into database: String? = nil, replacing: Bool = false) throws {
        guard let database = database ?? words["dbname"] ?? words["user"] else { throw DatabaseError.failed("The address names no database.") }
        try run(
            "pg_restore",
            ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", "--dbname=\(database)"]
                + (replacing ? ["--clean", "--if-exists"] : []) + [path])
    }

    /// Runs one of the programs to its end, on the caller's thread.
    func run(_ program: String, _ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { _, ours in ours }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        do { try process.run() } catch { throw DatabaseError.failed("\(program) does not start: \(error.localizedDescription)") }
        let words = String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        switch process.terminationStatus {
        case 0: return
        case 127: throw DatabaseError.failed("\(program) is missing; install postgresql-client of the server's version.")
        default: throw DatabaseError.failed("\(program): \(words.prefix(600))")
        }
    }
}
