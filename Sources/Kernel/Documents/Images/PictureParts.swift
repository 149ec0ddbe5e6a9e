import Core
public import Foundation

/// A rectangle of an upright picture, in its pixels.
public struct PicturePart: Sendable, Equatable {
    public let x: Int, y: Int, width: Int, height: Int

    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}

extension ThumbnailMaker {
    /// Seconds for one part; somebody waits for it.
    private static let partPatience = 10.0
    /// Nothing of the picture is lost before it is made smaller.
    private static let lossless = "thumbnail.jpg[Q=98,strip]"

    /// Writes a JPEG of the picture in its own size into `folder`, which must exist: upright, on white, without metadata.
    ///
    /// - Throws: ``ConversionRefusal`` when the file is no picture, too large before or after, or damaged.
    public func makeWhole(from picture: URL, in folder: URL) async throws(ConversionRefusal) -> URL {
        try await decoding(semaphore) { [self] stop throws(ConversionRefusal) in
            let target = folder.appendingPathComponent("whole-\(UUID().uuidString).jpg")
            try run(try check(picture), of: picture, ["--size", "65500x65500>"], to: target, in: folder, seconds: Self.patience, stop: stop)
            return target
        }
    }

    /// Writes a part of a JPEG that ``makeWhole(from:in:)`` or ``make(from:widths:in:)`` made, in exactly so many pixels.
    ///
    /// - Parameter part: lies within the picture.
    /// - Throws: ``ConversionRefusal`` when the file is damaged.
    public func makePart(
        _ part: PicturePart, of picture: URL, isWhole: Bool, width: Int, height: Int, in folder: URL
    ) async throws(ConversionRefusal) -> URL {
        try await decoding(parts) { [self] stop throws(ConversionRefusal) in
            let (cut, target) = (folder.appending(path: "cut-\(UUID().uuidString).jpg"), folder.appending(path: "part-\(UUID().uuidString).jpg"))
            defer { try? FileManager.default.removeItem(at: cut) }
            let isScaled = part.width != width || part.height != height
            if !isWhole {
                let numbers = [part.x, part.y, part.width, part.height].map(String.init)
                let arguments = ["crop", "/in/picture.jpg", "/out/\(isScaled ? Self.lossless : Self.output)"] + numbers
                try run(
                    "vips", arguments, "picture.jpg", of: picture, to: isScaled ? cut : target, in: folder, seconds: Self.partPatience, stop: stop)
                guard isScaled else { return target }
            }
            try run(
                "picture.jpg", of: isWhole ? picture : cut, ["--size", "\(width)x\(height)!"], to: target, in: folder, seconds: Self.partPatience,
                stop: stop)
            return target
        }
    }
}
