import Core
import Documents
public import Foundation
public import Media
import Web

/// What happens to a picture when its form is saved.
public enum PictureChange: Sendable, Equatable {
    case keep, remove
    /// A file that somebody uploaded takes its place.
    case file(URL)
}

/// Makes pictures that people upload safe to show: decoded in the box, upright, in two sizes, without metadata.
public struct PictureMaker: Sendable {
    /// Largest file that is taken, in bytes.
    public static let mostBytes = 10 << 20
    public static let types: Set<String> = ["image/jpeg", "image/png", "image/webp"]
    /// The same for the field of a form.
    public static let accept = "image/jpeg,image/png,image/webp"
    /// Somewhat more than a picture may have, so that one that is too large is refused at its field and what was typed stays.
    public static let upload = BodyPolicy.upload(file: 3 * mostBytes, count: 1)

    /// What one size is like, in pixels.
    public enum Shape: Sendable, Equatable {
        /// The whole picture, at most so wide.
        case whole(width: Int)
        /// Cut to exactly this, around what draws the eye.
        case cut(width: Int, height: Int)
    }

    private let site: Site
    private let large: Shape
    private let thumbnail: Shape

    /// A maker of pictures in these sizes.
    public init(site: Site, large: Shape, thumbnail: Shape) {
        self.site = site
        self.large = large
        self.thumbnail = thumbnail
    }

    /// Runs `body` with the picture of a file, which it puts in place; the sizes of one that it did not are removed again.
    /// - Throws: ``PictureRefusal``, or `ConversionRefusal.cancelled`.
    /// - Parameter share: where a thumbnail is cut, in per cent of what is too much, from the top or left; nil: around what draws the eye.
    public func withPicture<Value: Sendable>(
        of change: PictureChange, cutAt share: Int? = nil, _ body: (StoredPicture?) async throws -> Value
    ) async throws -> Value {
        guard case .file(let file) = change else { return try await body(nil) }
        return try await site.media.withLease { lease in
            let picture = try await make(of: file, under: lease)
            guard let share else { return try await body(picture) }
            return try await body(try await cut(picture, at: share, under: lease))
        }
    }

    /// Runs `body` with a picture whose thumbnail is cut anew, which it puts in place.
    /// - Throws: ``PictureRefusal``, or `ConversionRefusal.cancelled`.
    public func withCut<Value: Sendable>(
        of picture: StoredPicture, at share: Int, _ body: (StoredPicture) async throws -> Value
    ) async throws -> Value {
        try await site.media.withLease { lease in try await body(try await cut(picture, at: share, under: lease)) }
    }

    private func cut(_ picture: StoredPicture, at share: Int, under lease: MediaLease) async throws -> StoredPicture {
        guard case .cut(let width, let height) = thumbnail else { return picture }
        do {
            let file = try await site.thumbnails.makeCut(
                from: site.media.url(picture.large), width: width, height: height, at: share, in: site.media.temporaryFolder)
            return StoredPicture(large: picture.large, width: picture.width, height: picture.height, thumbnail: try await lease.store(fileAt: file))
        } catch let refusal as ConversionRefusal {
            if case .cancelled = refusal { throw refusal }
            site.log(.notice, "site.picture-refused", ["cause": .string("\(refusal)")])
            throw PictureRefusal(refusal)
        }
    }

    /// The two sizes of a file's picture, protected by the lease until somebody holds them.
    /// - Throws: ``PictureRefusal``, or `ConversionRefusal.cancelled`.
    public func make(of file: URL, under lease: MediaLease) async throws -> StoredPicture {
        let bytes = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        guard bytes <= Self.mostBytes else { throw PictureRefusal.tooLarge }
        guard let facts = PictureFacts(of: file), Self.types.contains(facts.mediaType) else { throw PictureRefusal.wrongType }
        do {
            let copy = try await made(large, of: file)
            guard let size = PictureFacts(of: copy), let width = size.width, let height = size.height else { throw PictureRefusal.damaged }
            let stored = try await lease.store(fileAt: copy)
            return StoredPicture(
                large: stored, width: width, height: height, thumbnail: try await lease.store(fileAt: try await made(thumbnail, of: file)))
        } catch let refusal as ConversionRefusal {
            // Nothing is known of a picture that nobody finished looking at.
            if case .cancelled = refusal { throw refusal }
            site.log(.notice, "site.picture-refused", ["cause": .string("\(refusal)")])
            throw PictureRefusal(refusal)
        }
    }

    private func made(_ shape: Shape, of file: URL) async throws -> URL {
        let (thumbnails, folder) = (site.thumbnails, site.media.temporaryFolder)
        switch shape {
        case .whole(let width):
            guard let copy = try await thumbnails.make(from: file, widths: [width], in: folder).first else { throw PictureRefusal.damaged }
            return copy.file
        case .cut(let width, let height):
            return try await thumbnails.makeCut(from: file, width: width, height: height, keeping: .attention, in: folder)
        }
    }
}
