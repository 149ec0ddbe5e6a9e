import Core
import Foundation

/// A picture or sound that came out of the box: a plain file of a known kind under a name of our own making, or nothing.
enum KeptFile {
    static let mediaTypes: Set<String> = ["image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml", "audio/mpeg", playable]
    /// The form of recordings that were written anew, because browsers don’t play what they were.
    private static let playable = SoundContainer.mp4.mediaType

    /// A letter, a number, a dot and an ending.
    static func isName(_ name: String) -> Bool { name.wholeMatch(of: /[a-z][0-9]{1,7}\.[a-z0-9]{2,4}/) != nil }

    /// Whether the file is a resource of this media type.
    static func isSound(_ file: URL, as mediaType: String, limits: ConversionLimits) -> Bool {
        guard isPlain(file, limit: mediaType == playable ? limits.programOutput : limits.imageBytes) else { return false }
        if mediaType == "image/svg+xml" {
            guard let bytes = try? Data(contentsOf: file) else { return false }
            return DrawingVerifier.accepts([UInt8](bytes))
        }
        switch try? FileKind.of(file) {
        case .image(let header): return header.mediaType == mediaType && header.hasAtMost(pixels: limits.imagePixels)
        case .mp3: return mediaType == "audio/mpeg"
        case .sound(.mp4): return mediaType == playable
        default: return false
        }
    }

    /// Whether it is a picture for a cover, which is decoded in another box and never shown as it is.
    static func isCover(_ file: URL, limits: ConversionLimits) -> Bool { isPlain(file, limit: limits.programOutput) }

    static func isFolder(_ folder: URL) -> Bool {
        var facts = stat()
        return lstat(folder.path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
    }

    /// A regular file with this one name and a size within the limit; no link and no device.
    static func isPlain(_ file: URL, limit: Int64) -> Bool {
        guard let found = PlainFile(at: file), found.isOnlyName else { return false }
        return found.size > 0 && found.size <= limit
    }
}
