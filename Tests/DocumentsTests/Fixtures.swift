import Core
import Documents
import Foundation
import TestSupport

extension SharedData {
    /// One of its files by its path.
    static func file(_ path: String) throws -> URL {
        guard let folder else { throw CocoaError(.fileNoSuchFile) }
        return folder.appendingPathComponent(path)
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
