import Core
import Foundation

/// Turns files of strangers into publications: safe HTML in sections, plain text, contents, pictures, metadata.
public struct DocumentConverter: Sendable {
    private let limits: ConversionLimits
    private let box: ConverterBox
    private let temporary: URL

    /// A converter that keeps its files below `temporary`, which it creates, while it works.
    public init(limits: ConversionLimits = ConversionLimits(), box: ConverterBox, temporary: URL) {
        self.limits = limits
        self.box = box
        self.temporary = temporary
    }

    /// Reads the file. `name` is what its sender called it: only its ending counts, and as a title of last resort.
    ///
    /// Works on a thread of its own and leaves the file untouched. On success the document's folder belongs to the caller; on a
    /// refusal nothing is left behind. `progress` is told shares from 0 to 1 on that thread.
    public func convert(
        fileAt file: URL, name: String, progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(ConversionRefusal) -> ConvertedDocument {
        try await onWorkerThread { [self] stop throws(ConversionRefusal) in
            let folder = temporary.appendingPathComponent("conversion-\(UUID().uuidString)", isDirectory: true)
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch { throw .storage }
            let conversion = Conversion(limits: limits, box: box, folder: folder, stop: stop, report: progress)
            do throws(ConversionRefusal) {
                var document = try convert(file, FileName(name), conversion)
                finish(&document, FileName(name), conversion)
                try conversion.progress(1)
                return document
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
        }
    }

    private func convert(_ file: URL, _ name: FileName, _ conversion: Conversion) throws(ConversionRefusal) -> ConvertedDocument {
        guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size == 0 { throw .empty }
        if size > limits.fileBytes { throw .tooLarge(megabytes: Int(limits.fileBytes >> 20)) }
        let kind = try FileKind.of(file)
        if let refusal = name.contradiction(to: kind) { throw refusal }
        switch kind {
        case .zip:
            let parts = try conversion.newFolder("parts")
            defer { try? FileManager.default.removeItem(at: parts) }
            let archive = try Archive.unpack(file, into: parts, limits: limits, stop: conversion.stop)
            try conversion.progress(0.1)
            return try EPUBConverter(conversion: conversion, archive: archive).convert()
        case .foreign(let kind)?: throw .unsupported(kind: kind)
        default: throw .unsupported(kind: nil)
        }
    }

    private func finish(_ document: inout ConvertedDocument, _ name: FileName, _ conversion: Conversion) {
        if document.metadata.title.isEmpty { document.metadata.title = name.title }
        document.warnings = conversion.warnings
    }
}
