import Core
import Foundation
import Platform

/// The demo's books, leaflets, hymns and audio, brought in as anybody's files are: `Resources/demo`.
struct LibraryDemo: DemoContent {
    /// Växjö.
    let timeZone: String? = "Europe/Stockholm"
    let importer: LibraryImporter
    /// A file that says that everything is in, so that what staff removed does not come back.
    let mark: URL
    let site: Site

    /// `demo.json`.
    private struct Script: Decodable {
        var people: [DemoPerson]
        var items: [Item]

        /// One thing to look at.
        struct Item: Decodable {
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
        }
    }

    private var folder: URL { Bundle.module.bundleURL.appending(path: "Resources/demo") }

    private func script() throws -> Script {
        try JSONDecoder().decode(Script.self, from: Data(contentsOf: folder.appending(path: "demo.json")))
    }

    /// When the library's room is open: Tuesday to Friday, and shorter at the weekend.
    private func open() async throws {
        let (weekdays, weekend) = (try OpeningHours.read("10:00–18:00"), try OpeningHours.read("11:00–15:00"))
        try await site.configure { configuration in
            configuration.openingHours[LibraryApp.manifest.id] = OpeningHours(
                days: [[], weekdays, weekdays, weekdays, weekdays, weekend, weekend])
        }
    }

    func people() throws -> [DemoPerson] { try script().people }

    func fill(for people: [String: DemoAccount], files: URL?) async throws {
        guard !FileManager.default.fileExists(atPath: mark.path) else { return }
        try await open()
        let folders = [folder, files].compactMap { $0 }
        for item in try script().items {
            guard !Task.isCancelled else { return }
            guard let file = folders.lazy.map({ $0.appending(path: item.file) }).first(where: { FileManager.default.fileExists(atPath: $0.path) })
            else {
                site.log(.notice, "demo.file-missing", ["file": .string(item.file)])
                continue
            }
            await importer.importFiles([(url: file, options: options(of: item))]) { outcome in
                guard outcome.status == .refused, !Task.isCancelled, outcome.code != "library.already-there" else { return }
                site.log(.warning, "demo.refused", ["file": .string(item.file), "code": .string(outcome.code ?? "")])
            }
        }
        // The last one may have been stopped on its way.
        guard !Task.isCancelled else { return }
        if !FileManager.default.createFile(atPath: mark.path, contents: nil) { site.log(.warning, "demo.mark-failed") }
    }

    private func options(of item: Script.Item) -> ImportOptions {
        var options = ImportOptions()
        options.title = item.title
        options.authors = item.authors
        options.summary = item.summary
        options.language = item.language
        options.kind = item.kind
        options.categories = [item.category]
        options.year = item.year
        options.isStaffPick = item.staffPick
        return options
    }
}
