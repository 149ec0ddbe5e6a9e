import Core
public import Foundation

/// Writes videos anew, in the box, without what they tell of where and by whom they were taken. Picture and sound stay as they are.
public struct VideoCleaner: Sendable {
    /// What a video can be wrapped in.
    public enum Container: String, Sendable, CaseIterable {
        case mp4
        case webM = "webm"

        /// Reads the first bytes of a file; nil when it is neither.
        public init?(of file: URL) {
            guard let handle = try? FileHandle(forReadingFrom: file), let head = try? handle.read(upToCount: 12) else { return nil }
            defer { try? handle.close() }
            let bytes = Array(head)
            if bytes.count == 12, bytes[4..<8].elementsEqual("ftyp".utf8) {
                self = .mp4
            } else if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
                self = .webM
            } else {
                return nil
            }
        }

        public var mediaType: String { "video/\(rawValue)" }

        fileprivate var reader: String { self == .mp4 ? "mp4" : "matroska" }
    }

    private let box: ConverterBox
    private let limits: ConversionLimits
    /// A video is copied as fast as the disk goes; two at once would only be slower.
    private let places = AsyncSemaphore(places: 1)

    /// A cleaner that works in `box`.
    public init(box: ConverterBox, limits: ConversionLimits = ConversionLimits()) {
        self.box = box
        self.limits = limits
    }

    /// Writes a copy into `folder`, which must exist: one track of pictures and those of sound, without tags, chapters and the tracks in which
    /// cameras and drones note positions; an MP4 begins with its index, so that it plays while it loads.
    ///
    /// - Throws: ``ConversionRefusal``: `unsupported` when it is no MP4 or WebM, `damaged` when it can't be read to its end.
    public func clean(_ video: URL, in folder: URL) async throws(ConversionRefusal) -> URL {
        try await places.pass { () async throws(ConversionRefusal) in
            try await onWorkerThread { [self] stop throws(ConversionRefusal) in try copy(video, in: folder, stop: stop) }
        }
    }

    private func copy(_ video: URL, in folder: URL, stop: Cancellation) throws(ConversionRefusal) -> URL {
        guard let container = Container(of: video) else { throw .unsupported(kind: nil) }
        let name = "video.\(container.rawValue)"
        let output = folder.appendingPathComponent("box-\(UUID().uuidString)", isDirectory: true)
        do { try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true) } catch { throw .storage }
        defer { try? FileManager.default.removeItem(at: output) }
        let result = try box.run(
            BoxRun(
                program: "ffmpeg",
                arguments: [
                    "-nostdin", "-v", "error", "-xerror", "-protocol_whitelist", "file", "-f", container.reader, "-i", "/in/\(name)",
                    // Neither subtitles nor data: drones write their position into both.
                    "-map", "0:V:0", "-map", "0:a?", "-sn", "-dn", "-map_metadata", "-1", "-map_metadata:s", "-1", "-map_chapters", "-1",
                    "-fflags", "+bitexact", "-c", "copy", "-movflags", "+faststart", "-f", container.rawValue, "/out/\(name)",
                ], inputs: [name: video], output: output), stop: stop)
        let made = output.appendingPathComponent(name)
        // Where the end is missing ffmpeg says so, and calls it a success.
        guard result.succeeded, !result.standardError.contains("partial file"), KeptFile.isPlain(made, limit: limits.programOutput),
            Container(of: made) == container
        else { throw .damaged }
        let target = folder.appendingPathComponent("video-\(UUID().uuidString)")
        do { try FileManager.default.moveItem(at: made, to: target) } catch { throw .storage }
        return target
    }
}
