import Core
public import Foundation

/// Draws the pages of a PDF as pictures, in the box: one at a time, whoever asks.
public struct PageDrawer: Sendable {
    /// Seconds for one page; somebody waits for it.
    private static let patience = 15.0
    /// Pixels of the longer side: enough to read small print on a large screen.
    private static let size = 1800

    private let box: ConverterBox
    private let limits: ConversionLimits
    private let semaphore = AsyncSemaphore(places: 1)

    /// A drawer that works in `box`.
    public init(box: ConverterBox, limits: ConversionLimits = .picture) {
        self.box = box
        self.limits = limits
    }

    /// How many pages a PDF has, as `pdfinfo` counts them.
    ///
    /// - Throws: ``ConversionRefusal`` when it is damaged, encrypted or has more pages than a document may have.
    public func pages(of pdf: URL) async throws(ConversionRefusal) -> Int {
        try await drawing { [self] stop throws(ConversionRefusal) in
            let result = try run("pdfinfo", ["/in/file.pdf"], on: pdf, to: nil, stop)
            let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
            let count = lines.first { $0.hasPrefix("Pages:") }.flatMap { Int($0.dropFirst(6).drop { $0 == " " }) }
            guard let count, count > 0 else { throw .damaged }
            guard count <= limits.pages else { throw .hostile(.tooManyParts) }
            return count
        }
    }

    /// Writes one page of a PDF, counted from 1, as a JPEG into `folder`, which must exist.
    ///
    /// - Throws: ``ConversionRefusal`` when the page can't be drawn within the limits of a picture and the time for one.
    public func draw(_ page: Int, of pdf: URL, in folder: URL) async throws(ConversionRefusal) -> URL {
        try await drawing { [self] stop throws(ConversionRefusal) in
            let output = folder.appendingPathComponent("box-\(UUID().uuidString)", isDirectory: true)
            do { try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true) } catch { throw .storage }
            defer { try? FileManager.default.removeItem(at: output) }
            let arguments = [
                "-q", "-jpeg", "-jpegopt", "quality=80", "-scale-to", "\(Self.size)", "-f", "\(page)", "-l", "\(page)", "-singlefile",
                "/in/file.pdf", "/out/page",
            ]
            _ = try run("pdftoppm", arguments, on: pdf, to: output, stop)
            let made = output.appendingPathComponent("page.jpg")
            // A program that the file has taken over can leave anything there, a link to a file of ours too.
            guard KeptFile.isSound(made, as: "image/jpeg", limits: limits) else { throw .damaged }
            let target = folder.appendingPathComponent("page-\(UUID().uuidString).jpg")
            do { try FileManager.default.moveItem(at: made, to: target) } catch { throw .storage }
            return target
        }
    }

    private func run(
        _ program: String, _ arguments: [String], on pdf: URL, to output: URL?, _ stop: Cancellation
    ) throws(ConversionRefusal) -> BoxResult {
        let result = try box.run(
            BoxRun(program: program, arguments: arguments, inputs: ["file.pdf": pdf], output: output, seconds: Self.patience), stop: stop)
        guard result.succeeded else { throw .damaged }
        return result
    }

    private func drawing<Value: Sendable>(
        _ work: @escaping @Sendable (Cancellation) throws(ConversionRefusal) -> Value
    ) async throws(ConversionRefusal) -> Value {
        try await semaphore.pass { () async throws(ConversionRefusal) in try await onWorkerThread(work) }
    }
}
