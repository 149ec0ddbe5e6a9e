import Core
import Foundation
import LibraryApp

/// One thing to look at in a demo, as `Demo/demo.json` lists it.
struct DemoItem: Decodable, Sendable {
    /// A file beside `demo.json`, or among those that were made from Debian packages at set-up.
    var file: String
    var title: String
    var authors: [String]
    var language: String
    var kind: String
    var category: String
    var year: Int?
    var staffPick: Bool
    var summary: String

    /// What the importer is told.
    var options: ImportOptions {
        var options = ImportOptions()
        options.title = title
        options.authors = authors
        options.summary = summary
        options.language = language
        options.kind = kind
        options.categories = [category]
        options.year = year
        options.isStaffPick = staffPick
        return options
    }
}

/// The demo's books, leaflets, hymns and audio, brought in through the app they belong to, as anybody's files are.
struct DemoContent: Sendable {
    let importer: LibraryImporter
    /// Where files may lie: beside `demo.json`, and where set-up put what it made.
    let folders: [URL]
    /// A file that says that everything is in, so that what staff removed does not come back.
    let mark: URL
    let log: Log

    /// Takes in, in order, what is not there yet; stops between two files when the task is cancelled, and goes on at the next start.
    func fill(_ items: [DemoItem]) async {
        guard !FileManager.default.fileExists(atPath: mark.path) else { return }
        for item in items {
            guard !Task.isCancelled else { return }
            guard let file = folders.lazy.map({ $0.appending(path: item.file) }).first(where: { FileManager.default.fileExists(atPath: $0.path) })
            else {
                log(.notice, "demo.file-missing", ["file": .string(item.file)])
                continue
            }
            await importer.importFiles([(url: file, options: item.options)]) { outcome in
                guard outcome.status == .refused, outcome.code != "library.already-there" else { return }
                log(.warning, "demo.refused", ["file": .string(item.file), "code": .string(outcome.code ?? "")])
            }
        }
        if !FileManager.default.createFile(atPath: mark.path, contents: nil) { log(.warning, "demo.mark-failed") }
    }
}
