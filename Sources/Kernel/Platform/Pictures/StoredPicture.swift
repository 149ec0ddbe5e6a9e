import Core
public import Database
public import Media
public import Web

/// The sizes in which a picture is kept: in lists, and on a page of its own.
public enum PictureSize: String, Sendable, CaseIterable, PathValue {
    case thumbnail, large

    public init?(_ description: String) { self.init(rawValue: description) }

    public var description: String { rawValue }
}

/// A picture in the media store: upright, JPEG, without metadata. The file that it was made of is not kept.
public struct StoredPicture: Sendable, Equatable {
    /// What is made of every picture.
    public static let mediaType = "image/jpeg"

    public let large: MediaRef
    /// Pixels of the large one.
    public let width: Int, height: Int
    public let thumbnail: MediaRef

    public var files: [MediaRef] { [large, thumbnail] }

    public func file(_ size: PictureSize) -> MediaRef { size == .large ? large : thumbnail }

    /// Another picture has another mark, so that its address can be kept for a year: `?v=` takes it.
    public func mark(of size: PictureSize) -> String { String(file(size).digest.prefix(12)) }
}

extension StoredPicture {
    /// Takes six columns, all empty where there is no picture: digest, size, width and height of the large one, digest and size of the
    /// thumbnail.
    public init?(row: inout RowReader) throws {
        let (digest, size): (String?, Int?) = (try row.next(), try row.next())
        let (width, height): (Int?, Int?) = (try row.next(), try row.next())
        let (thumbnailDigest, thumbnailSize): (String?, Int?) = (try row.next(), try row.next())
        guard let digest, let size, let width, let height, let thumbnailDigest, let thumbnailSize,
            let large = MediaRef(digest: digest, size: size), let thumbnail = MediaRef(digest: thumbnailDigest, size: thumbnailSize)
        else { return nil }
        self.init(large: large, width: width, height: height, thumbnail: thumbnail)
    }
}
