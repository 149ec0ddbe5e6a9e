import Core
import Database
import Foundation
import Media
import Notifications
import Operations
import Platform
import Reading
import Synchronization
import TestSupport
import Testing
import Web

@testable import LibraryApp

/// Runs `body` with the library on a fresh site of that engine.
func withLibrary(on engine: Engine, _ body: (TestApp, Library) async throws -> Void) async throws {
    try await withTestApp(LibraryApp.self, parts: [ReadingModule.self, NotificationsModule.self, OperationsModule.self], on: engine) { app in
        try await body(app, Library(app.site))
    }
}

/// What the library does its work with.
struct Library {
    let services: LibraryServices
    let importer: LibraryImporter

    init(_ site: Site) throws {
        services = try site.service()
        importer = try site.service()
    }
}

extension TestApp {
    /// Takes a Markdown text in as an item and returns its id.
    @discardableResult
    func item(
        _ title: String, text: String = "# One\n\nSome words to read.", change: (inout ImportOptions) -> Void = { _ in }
    ) async throws -> ItemID {
        let library = try Library(site)
        var options = ImportOptions()
        options.title = title
        change(&options)
        // The title is part of the file, so that no two fixtures are one file.
        let outcome = try await library.take("\(title.filter(\.isLetter)).md", "\(text)\n\n\(title)\n", options)
        let id = try #require(outcome.item, "\(outcome)")
        try #require(outcome.status == .ok, "\(outcome)")
        return ItemID(id)
    }

    /// Hands a file in as staff do and lets the jobs run; answers the upload.
    func handIn(_ name: String, _ text: String, as who: Cast = .librarian) async throws -> Upload {
        let answer = try await signedIn(who).upload(LibraryPaths.adminUploads(), files: [("files", name, Array(text.utf8))])
        try #require(answer.status == .seeOther, "\(answer.text)")
        try await runJobs()
        return try await site.database.read { db in try #require(try db.first(.recent(1))) }
    }

    /// How many files the media store has, with those on their way in.
    var storedFiles: Int {
        let walk = FileManager.default.enumerator(at: site.media.folder, includingPropertiesForKeys: [.isRegularFileKey])
        return (walk?.compactMap { $0 as? URL } ?? []).count { url in
            !["lock", "site.id"].contains(url.lastPathComponent) && (try? url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true
        }
    }
}

extension Library {
    /// Takes one file in through the importer.
    func take(_ name: String, _ text: String, _ options: ImportOptions = ImportOptions()) async throws -> ImportOutcome {
        try await withTemporaryFolder { folder in
            let url = folder.appending(path: name)
            try Data(text.utf8).write(to: url)
            return try await take(url, options)
        }
    }

    /// Takes one file in through the importer.
    func take(_ url: URL, _ options: ImportOptions = ImportOptions()) async throws -> ImportOutcome {
        let outcomes = Outcomes()
        await importer.importFiles([(url, options)]) { outcomes.add($0) }
        return try #require(outcomes.all.first)
    }
}

/// Collects what an import reports.
final class Outcomes: Sendable {
    private let found = Mutex<[ImportOutcome]>([])

    func add(_ outcome: ImportOutcome) { found.withLock { $0.append(outcome) } }

    var all: [ImportOutcome] { found.withLock { $0 } }
}
