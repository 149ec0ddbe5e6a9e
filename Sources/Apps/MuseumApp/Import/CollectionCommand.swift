import Core
import Foundation
import Localization
import Media
import Platform
import Web

/// `stoa import museum FILE`: what the portal does, for files that lie on the server.
struct CollectionCommand: Sendable {
    static let help = CommandHelp(
        ["import", "museum"], usage: "import museum FILE [--pictures FOLDER] [--name NAME] [--hidden] [--dry-run]",
        summary: "add a museum’s collection from CSV, JSON or NDJSON",
        details: """
            Takes a collection into the gallery, whole or not at all. Columns are recognised by their names; in the portal they can be chosen.
              --pictures FOLDER  the pictures that the file names, JPEG, PNG or WebP
              --name NAME        imported again under the same name, exhibits are changed and not added twice; the file's name where not given
              --hidden           keep new exhibits from visitors
              --dry-run          say what would be imported, and import nothing
            """)

    let imports: CollectionImport

    private var site: Site { imports.site }

    var command: Command { Command(Self.help, on: site, work: run) }

    private func run(_ words: [String], _ output: @escaping Command.Output) async throws {
        let arguments = try Arguments(words, values: ["--pictures", "--name"], flags: ["--hidden", "--dry-run"])
        guard let path = arguments.rest.first, arguments.rest.count == 1 else { throw Arguments.Mistake("Name one file.") }
        let file = URL(fileURLWithPath: path)
        let pictures = try arguments["--pictures"].map { try Self.pictures(in: URL(fileURLWithPath: $0, isDirectory: true)) } ?? []
        guard pictures.count <= CollectionImport.mostPictures else { throw ImportRefusal.tooManyPictures }
        let id = try await imports.keep(try copy(file), named: arguments["--name"] ?? "", try pictures.map { try copy($0) }, by: nil)
        do {
            let plan = try await imports.look(id).plan
            for note in plan.notes {
                let lines = note.lines.prefix(20).map(String.init).joined(separator: ", ") + (note.lines.count > 20 ? " …" : "")
                output("line \(lines): \(site.messages.render(note.words, in: .english, timeZone: .gmt))", false)
            }
            let counts: [(ImportPlan.Outcome, String)] = [(.new, "new"), (.changed, "changed"), (.same, "unchanged"), (.wrong, "left out")]
            output(counts.map { "\(plan.count($0.0)) \($0.1)" }.joined(separator: ", "), false)
            guard !arguments.has("--dry-run") else { return try await imports.discard(id, by: nil) }
            if arguments.has("--hidden") { try await imports.hide(id, by: nil) }
            try await imports.carryOut(id, by: nil)
        } catch {
            try? await imports.discard(id, by: nil)
            throw error
        }
    }

    /// The store takes a file over, and this one belongs to somebody.
    private func copy(_ file: URL) throws -> UploadedFile {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else {
            throw Arguments.Mistake("\(file.path) can’t be read.")
        }
        let target = site.media.makeTemporaryURL()
        try FileManager.default.copyItem(at: file, to: target)
        return UploadedFile(field: ImportRefusal.field, fileName: file.lastPathComponent, contentType: "", url: target, size: size)
    }

    private static func pictures(in folder: URL) throws -> [URL] {
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return files.filter { ["jpg", "jpeg", "png", "webp"].contains($0.pathExtension.lowercased()) }.sorted { $0.path < $1.path }
    }
}
