import Core
import Foundation

/// A picture in several widths, each a JPEG without metadata, upright, on white where the original was transparent.
public struct ScaledPicture: Sendable {
    /// Pixels across the original.
    public let width: Int
    /// Pixels down the original.
    public let height: Int
    /// The type of the original, decided by its content.
    public let mediaType: String
    /// The copies by the width that was asked for. They lie in `folder` until the receiver moves them.
    public let copies: [Int: URL]
    /// The temporary folder.
    public let folder: URL

    /// Removes the temporary folder with everything still in it.
    public func discard() { try? FileManager.default.removeItem(at: folder) }
}

/// Makes smaller copies of pictures that strangers sent: covers, photos. The decoder runs in the box.
public struct PictureScaler: Sendable {
    private let box: ConverterBox
    private let limits: ConversionLimits
    private let temporary: URL

    /// A scaler that keeps its files below `temporary`, which it creates, while it works.
    public init(box: ConverterBox, limits: ConversionLimits = ConversionLimits(), temporary: URL) {
        self.box = box
        self.limits = limits
        self.temporary = temporary
    }

    /// Makes a copy for each width; none is wider than the original. On a refusal nothing is left behind.
    ///
    /// JPEG, PNG, GIF, WebP and SVG are taken; the size that a file claims is checked before it is decoded.
    public func scale(_ picture: URL, widths: [Int]) async throws(ConversionRefusal) -> ScaledPicture {
        try await onWorkerThread { [self] stop throws(ConversionRefusal) in
            let folder = temporary.appendingPathComponent("picture-\(UUID().uuidString)", isDirectory: true)
            do { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) } catch { throw .storage }
            do throws(ConversionRefusal) {
                return try scale(picture, widths: widths, into: folder, stop)
            } catch {
                try? FileManager.default.removeItem(at: folder)
                throw error
            }
        }
    }

    private func scale(_ picture: URL, widths: [Int], into folder: URL, _ stop: Cancellation) throws(ConversionRefusal) -> ScaledPicture {
        let mediaType = try check(picture)
        let size = try size(of: picture, folder, stop)
        guard size.width > 0, size.height > 0 else { throw .damaged }
        guard size.width * size.height <= limits.imagePixels else { throw .tooLarge(megabytes: limits.imagePixels >> 20) }
        var copies: [Int: URL] = [:]
        for width in widths {
            try stop.check()
            let name = "width-\(width).jpg"
            // `>` never enlarges; vipsthumbnail turns the picture upright by itself.
            let result = try box.run(
                BoxRun(
                    program: "vipsthumbnail",
                    arguments: [
                        "/in/picture", "--size", "\(width)x\(width * 4)>", "--export-profile", "srgb", "-o",
                        "/out/\(name)[Q=82,strip,background=255 255 255]",
                    ], inputs: ["picture": picture], output: folder, seconds: 30), stop: stop)
            let copy = folder.appendingPathComponent(name)
            guard result.succeeded, FileManager.default.fileExists(atPath: copy.path) else { throw .damaged }
            copies[width] = copy
        }
        return ScaledPicture(width: size.width, height: size.height, mediaType: mediaType, copies: copies, folder: folder)
    }

    /// The type by the first bytes, after the size of the file.
    private func check(_ picture: URL) throws(ConversionRefusal) -> String {
        guard let bytes = try? picture.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if bytes == 0 { throw .empty }
        if bytes > limits.imageBytes { throw .tooLarge(megabytes: Int(limits.imageBytes >> 20)) }
        guard let head = try? FileHandle(forReadingFrom: picture).read(upToCount: 65_536) else { throw .damaged }
        if let header = ImageHeader(Array(head)) {
            // What the header claims is checked before any decoder sees the rest.
            guard header.pixels <= limits.imagePixels else { throw .tooLarge(megabytes: limits.imagePixels >> 20) }
            return header.mediaType
        }
        guard String(decoding: head.prefix(1024), as: UTF8.self).contains("<svg") else { throw .unsupported(kind: nil) }
        return "image/svg+xml"
    }

    /// Width and height as the decoder sees them, upright.
    private func size(of picture: URL, _ folder: URL, _ stop: Cancellation) throws(ConversionRefusal) -> (width: Int, height: Int) {
        let result = try box.run(
            BoxRun(program: "vipsheader", arguments: ["-a", "/in/picture"], inputs: ["picture": picture], output: folder, seconds: 10),
            stop: stop)
        guard result.succeeded else { throw .damaged }
        let lines = String(decoding: result.standardOutput, as: UTF8.self).split(separator: "\n")
        func field(_ name: String) -> Int? {
            lines.first { $0.hasPrefix("\(name): ") }.flatMap { Int($0.dropFirst(name.count + 2)) }
        }
        let size = (width: field("width") ?? 0, height: field("height") ?? 0)
        // EXIF orientations 5 to 8 lie on their side.
        return (field("orientation") ?? 1) >= 5 ? (size.height, size.width) : size
    }
}
