public import Foundation

/// What a picture's first bytes tell, for checks before it is decoded.
public struct PictureFacts: Sendable, Equatable {
    /// Its type, decided by its content.
    public let mediaType: String
    /// Pixels across as stored, where the header tells.
    public let width: Int?
    /// Pixels down as stored, where the header tells.
    public let height: Int?

    /// Reads a file's header; nil when it is no JPEG, PNG, GIF or WebP picture.
    public init?(of file: URL) {
        guard let handle = try? FileHandle(forReadingFrom: file) else { return nil }
        defer { try? handle.close() }
        guard let header = ImageHeader(ImageHeader.beginning(of: handle)) else { return nil }
        mediaType = header.mediaType
        width = header.width
        height = header.height
    }
}
