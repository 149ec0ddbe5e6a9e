import Core
import Documents
import Foundation

/// One conversion while it runs: its limits, its folder, and what it has to say.
final class Conversion {
    let limits: ConversionLimits
    /// The folder that it may write to, empty when it begins.
    let folder: URL
    /// Pictures of whoever asked, by which number Markdown may show them.
    let pictures: Set<Int64>
    /// Whether the words in a picture are asked for.
    let recognisesText: Bool
    private let report: (Double) -> Void
    private var share = 0.0
    private(set) var warnings: [ConversionWarning] = []

    init(
        limits: ConversionLimits, folder: URL, pictures: [Int64] = [], recognisesText: Bool = false, report: @escaping (Double) -> Void
    ) {
        self.pictures = Set(pictures)
        self.recognisesText = recognisesText
        self.limits = limits
        self.folder = folder
        self.report = report
    }

    /// A new folder inside this conversion's own.
    func newFolder(_ name: String) throws(ConversionRefusal) -> URL {
        let url = folder.appendingPathComponent(name, isDirectory: true)
        do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch { throw .storage }
        return url
    }

    /// Tells how far it is, from 0 to 1.
    func progress(_ share: Double) throws(ConversionRefusal) {
        self.share = share
        report(min(1, max(0, share)))
    }

    /// Remembers something a librarian should know; once each, and not without end.
    func warn(_ warning: ConversionWarning) {
        if warnings.count < 20, !warnings.contains(warning) { warnings.append(warning) }
    }

    /// Runs a program of Debian's to its end, in the same box and within limits of its own.
    func run(_ run: ProgramRun) throws(ConversionRefusal) -> BoxResult {
        guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(run.program)") else { throw .programMissing(run.program) }
        report(share)
        defer { report(share) }
        let seconds = run.isRecoding ? limits.recodingSeconds : min(run.seconds ?? limits.programSeconds, limits.programSeconds)
        let command = limits.prlimit(seconds: seconds) + ["/usr/bin/\(run.program)"] + run.arguments
        var child = try BoxProcess(path: command[0], arguments: Array(command.dropFirst()))
        return try child.wait(seconds: seconds, outputLimit: Int(limits.programOutput), folder: run.output, stop: Cancellation()) { printed in
            // A sign of life, at least: some programs take longer than the server waits for one.
            if let found = run.share?(printed) { share = max(share, min(1, found)) }
            report(share)
        }
    }

    /// The bytes of a file that is parsed in memory.
    func bytes(of url: URL) throws(ConversionRefusal) -> [UInt8] {
        guard let size = try? url.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size > limits.textBytes { throw .tooLarge(megabytes: Int(limits.textBytes >> 20)) }
        guard let data = try? Data(contentsOf: url) else { throw .damaged }
        return [UInt8](data)
    }
}

/// One run of a program of Debian's.
struct ProgramRun {
    /// The program's name in `/usr/bin`.
    var program: String
    var arguments: [String]
    /// The folder that it writes to, whose size is watched.
    var output: URL?
    /// Seconds of wall-clock time; nil for the usual limit.
    var seconds: Double?
    /// Whether it writes a recording anew, for which there is a limit of its own.
    var isRecoding = false
    /// How far the conversion is, from 0 to 1, by what the program has printed.
    var share: (([UInt8]) -> Double?)?
}
