import Core
import Foundation

/// Makes smaller versions of a picture, in the box, for screens of different sizes.
public struct ThumbnailMaker: Sendable {
    /// One smaller version.
    public struct Thumbnail: Sendable {
        /// The width that was asked for; a smaller picture is not enlarged.
        public let width: Int
        /// What it is.
        public let mediaType: String
        /// Where it lies until the receiver moves it.
        public let file: URL
    }

    private let box: ConverterBox
    private let limits: ConversionLimits
    /// One picture of each sort is decoded at a time: a small file can hold one that takes hundreds of megabytes. What anybody may hand in
    /// does not hold up the covers.
    let semaphore = AsyncSemaphore(places: 1)
    private let cuts = AsyncSemaphore(places: 1)
    /// Parts of pictures that were decoded once; a viewer asks for several at a time.
    let parts = AsyncSemaphore(places: 2)
    /// Seconds for one run of the program: on a cover of a book, and on a cut, of which many may wait.
    static let (patience, cutPatience) = (30.0, 10.0)

    /// A maker that works in `box`.
    public init(box: ConverterBox, limits: ConversionLimits = .picture) {
        self.box = box
        self.limits = limits
    }

    /// Writes one JPEG per width into `folder`, which must exist: upright, on white, without metadata. Browsers of 2018 show it.
    ///
    /// - Throws: ``ConversionRefusal`` when the file is no picture (JPEG, PNG, GIF, WebP, SVG), too large, or damaged.
    public func make(from picture: URL, widths: [Int] = [160, 320, 640], in folder: URL) async throws(ConversionRefusal) -> [Thumbnail] {
        try await decoding(semaphore) { [self] stop throws(ConversionRefusal) in
            let source = try check(picture)
            // A drawing has no pixels of its own: one that says it's small is as sharp when it's large.
            let isDrawn = source == "picture.svg"
            var thumbnails: [Thumbnail] = []
            for width in widths where (1...4096).contains(width) {
                let name = "\(picture.deletingPathExtension().lastPathComponent)-\(UUID().uuidString.prefix(8))-\(width).jpg"
                let target = folder.appendingPathComponent(name)
                let size = "\(width)x\(isDrawn ? "" : ">")"
                try run(source, of: picture, ["--size", size], to: target, in: folder, seconds: Self.patience, stop: stop)
                thumbnails.append(Thumbnail(width: width, mediaType: "image/jpeg", file: target))
            }
            return thumbnails
        }
    }

    /// Makes one picture in the box, a JPEG unless something else is said, and moves it to `target`.
    func run(
        _ source: String, of picture: URL, _ options: [String], to target: URL, in folder: URL, seconds: Double, stop: Cancellation,
        as form: Form = .jpeg
    ) throws(ConversionRefusal) {
        let arguments = ["/in/\(source)"] + options + ["--export-profile", "srgb", "-o", "/out/\(form.output)"]
        do throws(ConversionRefusal) {
            // What has no profile of its own is sRGB. Left to itself vips shifts its colours visibly.
            let known = arguments + ["--import-profile", "srgb"]
            try run("vipsthumbnail", known, source, of: picture, to: target, in: folder, seconds: seconds, stop: stop, as: form)
        } catch {
            // Grey pictures and those for print can't be, and vips says so by failing.
            guard error == .damaged else { throw error }
            try run("vipsthumbnail", arguments, source, of: picture, to: target, in: folder, seconds: seconds, stop: stop, as: form)
        }
    }

    /// What a run leaves.
    struct Form {
        let name: String
        /// How vips is to write it.
        let options: String
        /// nil: pixels for another run, which nobody else is given.
        let mediaType: String?
        var output: String { name + options }

        static let jpeg = Form(name: "thumbnail.jpg", options: "[Q=82,strip,background=255 255 255]", mediaType: "image/jpeg")
    }

    static var output: String { Form.jpeg.output }

    func run(
        _ program: String, _ arguments: [String], _ source: String, of picture: URL, to target: URL, in folder: URL, seconds: Double,
        stop: Cancellation, as form: Form = .jpeg
    ) throws(ConversionRefusal) {
        let output = folder.appendingPathComponent("box-\(UUID().uuidString)", isDirectory: true)
        do { try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true) } catch { throw .storage }
        defer { try? FileManager.default.removeItem(at: output) }
        let result = try box.run(
            BoxRun(program: program, arguments: arguments, inputs: [source: picture], output: output, seconds: seconds), stop: stop)
        let made = output.appendingPathComponent(form.name)
        // A program that the picture has taken over can leave anything there, a link to a file of ours too.
        let isSound =
            form.mediaType.map { KeptFile.isSound(made, as: $0, limits: limits) } ?? KeptFile.isPlain(made, limit: limits.programOutput)
        guard result.succeeded, isSound else { throw .damaged }
        do { try FileManager.default.moveItem(at: made, to: target) } catch { throw .storage }
    }

    func decoding<Value: Sendable>(
        _ semaphore: AsyncSemaphore, _ work: @escaping @Sendable (Cancellation) throws(ConversionRefusal) -> Value
    ) async throws(ConversionRefusal) -> Value {
        try await semaphore.pass { () async throws(ConversionRefusal) in try await onWorkerThread(work) }
    }

    /// Which part of a picture stays when it is cut to a shape.
    public enum Crop: String, Sendable, CaseIterable {
        /// What draws the eye: faces, strong colours, sharp edges.
        case attention
        case centre
        /// The top of a tall picture, the left of a wide one.
        case low
        /// The bottom of a tall picture, the right of a wide one.
        case high
    }

    /// Writes a JPEG of exactly so many pixels into `folder`, which must exist: cut to that shape, upright, on white, without metadata.
    ///
    /// - Throws: ``ConversionRefusal`` when the file is no picture, too large, or damaged.
    public func makeCut(
        from picture: URL, width: Int, height: Int, keeping crop: Crop, in folder: URL
    ) async throws(ConversionRefusal) -> URL {
        try await decoding(cuts) { [self] stop throws(ConversionRefusal) in
            let target = folder.appendingPathComponent("cut-\(UUID().uuidString).jpg")
            try run(
                try check(picture), of: picture, ["--size", "\(width)x\(height)", "--smartcrop", crop.rawValue], to: target, in: folder,
                seconds: Self.cutPatience, stop: stop)
            return target
        }
    }

    /// The same, of a picture that is upright: cut so that `share` of what is too much goes at its top or left, the rest at the other end.
    ///
    /// - Parameter share: per cent; 0 keeps the top of a tall picture and the left of a wide one.
    /// - Throws: ``ConversionRefusal`` when the file is no picture, too large, or damaged.
    public func makeCut(
        from picture: URL, width: Int, height: Int, at share: Int, in folder: URL
    ) async throws(ConversionRefusal) -> URL {
        try await decoding(cuts) { [self] stop throws(ConversionRefusal) in
            let source = try check(picture)
            guard case .image(let header)? = try FileKind.of(picture), let wide = header.width, let tall = header.height, wide > 0, tall > 0 else {
                throw .damaged
            }
            let scale = max(Double(width) / Double(wide), Double(height) / Double(tall))
            let (across, down) = (max(width, Int((Double(wide) * scale).rounded())), max(height, Int((Double(tall) * scale).rounded())))
            // A hair's breadth of a picture would be drawn out to a wall.
            guard across <= 20 * width, down <= 20 * height else { throw .damaged }
            let (whole, target) = (folder.appending(path: "whole-\(UUID().uuidString).jpg"), folder.appending(path: "cut-\(UUID().uuidString).jpg"))
            defer { try? FileManager.default.removeItem(at: whole) }
            try run(source, of: picture, ["--size", "\(across)x\(down)!"], to: whole, in: folder, seconds: Self.cutPatience, stop: stop)
            let left = (across - width) * min(100, max(0, share)) / 100
            let top = (down - height) * min(100, max(0, share)) / 100
            let arguments = ["crop", "/in/picture.jpg", "/out/\(Self.output)"] + [left, top, width, height].map(String.init)
            try run("vips", arguments, "picture.jpg", of: whole, to: target, in: folder, seconds: Self.cutPatience, stop: stop)
            return target
        }
    }

    /// The name under which the box shows the picture; its ending tells vips what it is.
    func check(_ picture: URL) throws(ConversionRefusal) -> String {
        guard let size = try? picture.resourceValues(forKeys: [.fileSizeKey]).fileSize else { throw .damaged }
        if size == 0 { throw .empty }
        if size > limits.imageBytes { throw .tooLarge(megabytes: Int(limits.imageBytes >> 20)) }
        switch try FileKind.of(picture) {
        case .image(let header)?:
            guard header.width != nil else { throw .damaged }
            guard header.hasAtMost(pixels: limits.imagePixels) else { throw .hostile(.expansion) }
            return "picture.\(header.fileExtension)"
        case .svg?: return "picture.svg"
        case let kind: throw .unsupported(kind: kind?.name)
        }
    }
}
