import Core
import Foundation

/// Turns files of strangers into publications: safe HTML in sections, plain text, contents, pictures, metadata.
///
/// Nothing of a file is read in this process. A converter in a box does it, and what comes out of the box is checked like a stranger's.
public struct DocumentConverter: Sendable {
    /// Conversions at a time, whoever asks for them: two fill two processors and keep the memory of a node within its budget.
    public static let atOnce = 2

    private var limits: ConversionLimits
    private let pool: ConverterPool
    private let temporary: URL
    private let log: Log
    private let places = AsyncSemaphore(places: Self.atOnce)

    /// A converter that keeps its files below `temporary`, which it creates, while it works. Crashes of the reading program go to `log`.
    public init(limits: ConversionLimits = ConversionLimits(), box: ConverterBox, temporary: URL, log: Log = .silent) {
        self.init(limits: limits, box: box, program: .beside, temporary: temporary, log: log)
    }

    init(limits: ConversionLimits, box: ConverterBox, program: ConverterProgram?, temporary: URL, log: Log = .silent) {
        self.limits = limits
        self.temporary = temporary
        self.log = log
        pool = ConverterPool(box: box, program: program, temporary: temporary)
    }

    /// The same converter within other limits, as for somebody who waits for the answer. The boxes, and how many work at a time, stay shared.
    public func limited(_ change: (inout ConversionLimits) -> Void) -> DocumentConverter {
        var copy = self
        change(&copy.limits)
        return copy
    }

    /// Whether a box with a converter in it starts on this machine.
    public func isAvailable() async -> Bool {
        let started: Bool? = try? await onWorkerThread { [pool] stop throws(ConversionRefusal) in
            pool.give(back: try pool.take(stop: stop).process)
            return true
        }
        return started ?? false
    }

    /// Reads the file. `name` is what its sender called it: only its ending counts, and as a title of last resort.
    ///
    /// Waits while ``atOnce`` others are converted, then works on a thread of its own and leaves the file untouched. On success the
    /// document's folder belongs to the caller; on a refusal nothing is left behind. `progress` is told shares from 0 to 1 on that thread.
    /// - Parameters:
    ///   - pictures: numbers of JPEG pictures that the caller has. Markdown shows them by `picture:NUMBER`; the HTML then names
    ///     ``ConvertedResource/name(ofPicture:)``, which isn't among the document's resources.
    ///   - recognisesText: that a picture is taken too, for the words that are recognised in it; without any it is refused as `noText`.
    public func convert(
        fileAt file: URL, name: String, pictures: [Int64] = [], recognisesText: Bool = false,
        progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) async throws(ConversionRefusal) -> ConvertedDocument {
        try await places.pass { () async throws(ConversionRefusal) in
            try await onWorkerThread { [self] stop throws(ConversionRefusal) in
                guard let size = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
                if size == 0 { throw .empty }
                if size > limits.fileBytes { throw .tooLarge(megabytes: Int(limits.fileBytes >> 20)) }
                var request = ConversionRequest(name: name, limits: limits)
                (request.pictures, request.recognisesText) = (pictures, recognisesText)
                let document = try convert(file, request, stop, progress)
                progress(1)
                return document
            }
        }
    }

    private func convert(
        _ file: URL, _ request: ConversionRequest, _ stop: Cancellation, _ progress: (Double) -> Void
    ) throws(ConversionRefusal) -> ConvertedDocument {
        while true {
            try stop.check()
            let (process, isNew) = try pool.take(stop: stop)
            do throws(ConverterProcess.Failure) {
                switch try process.convert(file, request, stop: stop, progress: { progress(min(1, max(0, $0))) }) {
                case .refusal(let refusal):
                    // A box in which programs do not start any more may well be what is wrong.
                    if refusal != .boxUnavailable, process.clear() { pool.give(back: process) }
                    throw .refusal(refusal)
                case .document(let bytes):
                    let document = try accept(bytes, from: process, pictures: request.pictures)
                    if process.clear() { pool.give(back: process) }
                    return document
                }
            } catch .gone where !isNew {
                // It ended while it waited.
                continue
            } catch .refusal(let refusal) {
                throw refusal
            } catch .crashed(let status) {
                log(.warning, "documents.converter-crashed", ["status": .integer(Int64(status))])
                throw .damaged
            } catch {
                throw .boxUnavailable
            }
        }
    }

    /// The document that a box handed out, once it has been found to be one.
    private func accept(
        _ bytes: ArraySlice<UInt8>, from process: ConverterProcess, pictures: [Int64]
    ) throws(ConverterProcess.Failure) -> ConvertedDocument {
        let folder = temporary.appendingPathComponent("conversion-\(UUID().uuidString)", isDirectory: true)
        var reader = DocumentReader(bytes, limits: limits, pictures: pictures)
        let wire: DocumentWire
        do throws(WireReader.Fault) { wire = try reader.read(into: folder) } catch { throw .crashed(status: 0) }
        var document = wire.document
        document.warnings = wire.warnings.map(\.text)
        if wire.cover == nil, document.resources.isEmpty { return document }
        do throws(ConverterProcess.Failure) {
            try take(document.resources, cover: wire.cover, from: process.kept, to: folder)
        } catch {
            document.discard()
            throw error
        }
        document.cover = wire.cover.map { folder.appendingPathComponent($0) }
        return document
    }

    /// Moves the files out of the box's reach, and looks at them there.
    private func take(
        _ resources: [ConvertedResource], cover: String?, from kept: URL, to folder: URL
    ) throws(ConverterProcess.Failure) {
        // A link in the place of the folder could lead anywhere. Nothing runs in the box any more that could put one there now.
        guard KeptFile.isFolder(kept) else { throw .crashed(status: 0) }
        do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch { throw .refusal(.storage) }
        let names = Set(resources.map(\.name))
        if let cover, cover != "cover", !names.contains(cover) { throw .crashed(status: 0) }
        for name in names.union(cover.map { [$0] } ?? []) {
            guard rename(kept.appendingPathComponent(name).path, folder.appendingPathComponent(name).path) == 0 else { throw .crashed(status: 0) }
        }
        for resource in resources where !KeptFile.isSound(resource.file, as: resource.mediaType, limits: limits) { throw .crashed(status: 0) }
        if cover == "cover", !KeptFile.isCover(folder.appendingPathComponent("cover"), limits: limits) { throw .crashed(status: 0) }
    }
}
