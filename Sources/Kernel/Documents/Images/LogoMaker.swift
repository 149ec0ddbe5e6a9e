import Core
public import Foundation

extension ThumbnailMaker {
    /// Pixels on white: PNG can't be told to leave transparency out, and what isn't transparent must not be flattened.
    private static let pixels = Form(name: "pixels.ppm", options: "[strip,background=255 255 255]", mediaType: nil)
    private static let drawn = Form(name: "logo.png", options: "[strip,compression=9]", mediaType: "image/png")

    /// Writes a PNG of a logo into `folder`, which must exist: on white, without metadata, as large as fits into so many pixels. A drawing
    /// (SVG) is drawn in that size; a picture that is not put on a square is not enlarged.
    ///
    /// - Parameter side: the side of a white square in whose middle it stands.
    /// - Throws: ``ConversionRefusal`` when the file is no picture, too large, or damaged.
    public func makeLogo(
        from picture: URL, width: Int, height: Int, onSquareOf side: Int? = nil, in folder: URL
    ) async throws(ConversionRefusal) -> URL {
        try await decoding(semaphore) { [self] stop throws(ConversionRefusal) in
            let source = try check(picture)
            let pixels = folder.appending(path: "pixels-\(UUID().uuidString).ppm")
            let target = folder.appending(path: "logo-\(UUID().uuidString).png")
            defer { try? FileManager.default.removeItem(at: pixels) }
            let isEnlarged = side != nil || source == "picture.svg"
            try run(
                source, of: picture, ["--size", "\(width)x\(height)\(isEnlarged ? "" : ">")"], to: pixels, in: folder, seconds: Self.cutPatience,
                stop: stop, as: Self.pixels)
            let (input, output) = ("/in/pixels.ppm", "/out/\(Self.drawn.output)")
            let arguments =
                side.map { ["gravity", input, output, "centre", "\($0)", "\($0)", "--extend", "background", "--background", "255"] }
                ?? ["copy", input, output]
            try run(
                "vips", arguments, "pixels.ppm", of: pixels, to: target, in: folder, seconds: Self.cutPatience, stop: stop, as: Self.drawn)
            return target
        }
    }
}
