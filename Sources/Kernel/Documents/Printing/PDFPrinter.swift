import Foundation

/// Makes PDF of our own HTML, by weasyprint in the box: what is in the text cannot reach the network or the site.
public struct PDFPrinter: Sendable {
    private let box: ConverterBox
    private let temporary: URL

    /// Works with files below `temporary`.
    public init(box: ConverterBox = ConverterBox(), temporary: URL) {
        self.box = box
        self.temporary = temporary
    }

    /// The pages of a document that names nothing outside of itself but `pictures`, by their names.
    public func pdf(of html: [UInt8], pictures: [String: URL] = [:]) async throws(ConversionRefusal) -> [UInt8] {
        let folder = temporary.appending(path: "print-\(UUID().uuidString)", directoryHint: .isDirectory)
        let (page, output) = (folder.appending(path: "page.html"), folder.appending(path: "out", directoryHint: .isDirectory))
        do {
            try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
            try Data(html).write(to: page)
            // The box works with nobody's rights.
            try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: output.path)
            try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: page.path)
        } catch { throw .programMissing("weasyprint") }
        defer { try? FileManager.default.removeItem(at: folder) }
        let succeeded = try await onWorkerThread { [box] stop throws(ConversionRefusal) in
            let run = BoxRun(
                program: "weasyprint", arguments: ["/in/page.html", "/out/page.pdf"], inputs: pictures.merging(["page.html": page]) { $1 },
                output: output)
            return try box.run(run, stop: stop).succeeded
        }
        let printed = output.appending(path: "page.pdf")
        guard succeeded, KeptFile.isPlain(printed, limit: ConversionLimits().programOutput), let pdf = try? Data(contentsOf: printed) else {
            throw .programMissing("weasyprint")
        }
        return Array(pdf)
    }
}
