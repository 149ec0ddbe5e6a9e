import Core
import Documents
import Foundation

/// Where the third-party test data lies, if this machine has it.
enum SampleData {
    /// The folder `shared/data` beside the package.
    static let folder: URL? = {
        var package = URL(fileURLWithPath: #filePath)
        for _ in 0..<3 { package.deleteLastPathComponent() }
        var candidates = [package.deletingLastPathComponent().appendingPathComponent("shared/data")]
        if let named = ProcessInfo.processInfo.environment["STOA_SHARED_DATA"] { candidates.insert(URL(fileURLWithPath: named), at: 0) }
        // A working copy may lie one folder deeper than the data.
        candidates.append(package.deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data"))
        return candidates.first { FileManager.default.fileExists(atPath: $0.appendingPathComponent("MANIFEST.tsv").path) }
    }()

    static var isPresent: Bool { folder != nil }

    static func file(_ path: String) throws -> URL {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return folder.appendingPathComponent(path)
    }

    /// Every file below a folder, by path, in order.
    static func files(in name: String) -> [String] {
        guard let folder, let walker = FileManager.default.enumerator(atPath: folder.appendingPathComponent(name).path) else { return [] }
        return walker.compactMap { $0 as? String }.filter { path in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: folder.appendingPathComponent("\(name)/\(path)").path, isDirectory: &isFolder)
            return !isFolder.boolValue && !path.hasSuffix("README.md")
        }.sorted().map { "\(name)/\($0)" }
    }
}

/// A folder that goes away with the test.
final class TemporaryFolder: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("stoa-documents-\(UUID().uuidString)", isDirectory: true)
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> URL {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file
    }

    /// What conversions have left behind.
    var leftovers: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).filter { $0.hasPrefix("conversion-") }
    }
}

extension DocumentConverter {
    init(in folder: TemporaryFolder, limits: ConversionLimits = ConversionLimits()) {
        self.init(limits: limits, box: ConverterBox(limits: limits), temporary: folder.url)
    }
}

/// The refusal of a file that must be refused; nil when it was taken.
func refusal(of file: URL, name: String? = nil, by converter: DocumentConverter) async -> ConversionRefusal? {
    do throws(ConversionRefusal) {
        try await converter.convert(fileAt: file, name: name ?? file.lastPathComponent).discard()
        return nil
    } catch {
        return error
    }
}
