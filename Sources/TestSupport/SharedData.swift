import Foundation

/// Real input that lies beside a developer's checkout and nowhere else; tests that want it skip where it is missing.
public enum SharedData {
    /// Why a test that wants the data is skipped.
    public static let absence = "the folder of third-party test data is not beside this checkout"

    /// The data folder, or nil.
    public static var folder: URL? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let candidates = [
            ProcessInfo.processInfo.environment["STOA_TEST_DATA"].map { URL(filePath: $0) },
            root.deletingLastPathComponent().appending(path: "shared/data"),
        ]
        return candidates.compactMap { $0 }.first { FileManager.default.fileExists(atPath: $0.appending(path: "MANIFEST.tsv").path) }
    }

    /// Whether the data is here, for `.enabled(if:)`.
    public static var isHere: Bool { folder != nil }

    /// The files of one sub-folder and below, sorted by path; without READMEs.
    public static func files(in folder: String) -> [URL] {
        guard let base = Self.folder?.appending(path: folder),
            let walk = FileManager.default.enumerator(at: base, includingPropertiesForKeys: [.isRegularFileKey])
        else { return [] }
        return walk.compactMap { $0 as? URL }
            .filter { (try? $0.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile) == true && $0.lastPathComponent != "README.md" }
            .sorted { $0.path < $1.path }
    }
}
