import Foundation
import TestSupport
import Testing

@Suite struct Layers {
    // What the compiler does not see: it lets any target import a C module that is somewhere among its dependencies.
    @Test(.covers("CORE-055"), arguments: ["CSQLite": "DatabaseSQLite", "CPostgres": "DatabasePostgres"])
    func `only its engine speaks to a database library`(_ library: String, _ engine: String) throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var importers: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" {
            let imports = try String(contentsOf: file, encoding: .utf8).split(separator: "\n").contains { $0.hasSuffix("import \(library)") }
            if imports { importers.insert(file.deletingLastPathComponent().lastPathComponent) }
        }
        #expect(importers == [engine])
    }
}
