import Core
import Foundation

/// One conversion while it runs: its limits, its folder, its box, and what it has to say.
final class Conversion {
    let limits: ConversionLimits
    let box: ConverterBox
    let folder: URL
    let stop: Cancellation
    private let report: @Sendable (Double) -> Void
    private(set) var warnings: [Text] = []

    init(limits: ConversionLimits, box: ConverterBox, folder: URL, stop: Cancellation, report: @escaping @Sendable (Double) -> Void) {
        self.limits = limits
        self.box = box
        self.folder = folder
        self.stop = stop
        self.report = report
    }

    /// A new folder inside this conversion's own.
    func newFolder(_ name: String) throws(ConversionRefusal) -> URL {
        let url = folder.appendingPathComponent(name, isDirectory: true)
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch { throw .storage }
        return url
    }

    /// Tells how far it is, from 0 to 1, and ends it when the caller has given up.
    func progress(_ share: Double) throws(ConversionRefusal) {
        try stop.check()
        report(min(1, max(0, share)))
    }

    /// Remembers something a librarian should know; once each, and not without end.
    func warn(_ text: Text) {
        if warnings.count < 20, !warnings.contains(text) { warnings.append(text) }
    }

    /// Runs a program in the box.
    func run(_ run: BoxRun) throws(ConversionRefusal) -> BoxResult { try box.run(run, stop: stop) }

    /// The bytes of a file that is parsed in memory.
    func bytes(of url: URL) throws(ConversionRefusal) -> [UInt8] {
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size > limits.textBytes { throw .tooLarge(megabytes: Int(limits.textBytes >> 20)) }
        guard let data = try? Data(contentsOf: url) else { throw .damaged }
        return [UInt8](data)
    }
}
