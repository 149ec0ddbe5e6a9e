import Core
import Foundation

/// What a picture's first bytes say: its kind and, where they tell, its size.
package struct ImageHeader: Equatable {
    package let mediaType: String
    package let width: Int?
    package let height: Int?

    /// Reads the header; nil when the bytes begin no picture we show.
    package init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init("image/png", bytes.bigEndian(at: 16, 4), bytes.bigEndian(at: 20, 4))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            let size = Self.jpegSize(bytes)
            self.init("image/jpeg", size?.width, size?.height)
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self.init("image/gif", bytes.littleEndian(at: 6, 2), bytes.littleEndian(at: 8, 2))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.count > 12, bytes[8..<12].elementsEqual("WEBP".utf8) {
            let size = Self.webPSize(bytes)
            self.init("image/webp", size?.width, size?.height)
        } else {
            return nil
        }
    }

    private init(_ mediaType: String, _ width: Int?, _ height: Int?) {
        self.mediaType = mediaType
        self.width = width
        self.height = height
    }

    /// The file name's ending for this kind.
    package var fileExtension: String { mediaType == "image/jpeg" ? "jpg" : String(mediaType.dropFirst("image/".count)) }

    /// Whether it is known to have at most so many pixels: a header that hides its size is not believed to be small.
    package func hasAtMost(pixels: Int) -> Bool {
        guard let width, let height else { return false }
        return width.multipliedSaturated(by: height) <= pixels
    }

    /// The first bytes of a file: enough to say what it is, and of a JPEG with many colour tables and notes enough to find its size.
    static func beginning(of file: FileHandle) -> [UInt8] {
        var bytes = [UInt8]((try? file.read(upToCount: 64 << 10)) ?? Data())
        if let header = ImageHeader(bytes), header.width == nil { bytes += (try? file.read(upToCount: 4 << 20)) ?? Data() }
        return bytes
    }

    /// Walks the segments to the frame header, which holds the size.
    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var index = 2
        while index + 9 < bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            // Any number of these may stand before a marker.
            if marker == 0xFF {
                index += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame, let height = bytes.bigEndian(at: index + 5, 2), let width = bytes.bigEndian(at: index + 7, 2) {
                return (width, height)
            }
            guard let length = bytes.bigEndian(at: index + 2, 2), length >= 2 else { return nil }
            index += 2 + length
        }
        return nil
    }

    /// The size in the first chunk (RFC 9649): of a lossy picture, a lossless one, or the canvas of what has more chunks.
    private static func webPSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        guard bytes.count >= 30 else { return nil }
        switch String(decoding: bytes[12..<16], as: UTF8.self) {
        case "VP8 ":
            guard let width = bytes.littleEndian(at: 26, 2), let height = bytes.littleEndian(at: 28, 2) else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard let bits = bytes.littleEndian(at: 21, 4) else { return nil }
            return ((bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1)
        case "VP8X":
            guard let width = bytes.littleEndian(at: 24, 3), let height = bytes.littleEndian(at: 27, 3) else { return nil }
            return (width + 1, height + 1)
        default: return nil
        }
    }
}

extension [UInt8] {
    fileprivate func bigEndian(at index: Int, _ length: Int) -> Int? {
        index + length <= count ? self[index..<(index + length)].reduce(0) { $0 << 8 | Int($1) } : nil
    }

    fileprivate func littleEndian(at index: Int, _ length: Int) -> Int? {
        index + length <= count ? self[index..<(index + length)].reversed().reduce(0) { $0 << 8 | Int($1) } : nil
    }
}
