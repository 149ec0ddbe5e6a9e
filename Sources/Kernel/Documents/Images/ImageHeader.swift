/// What a picture's first bytes say: its kind and, where they tell, its size.
struct ImageHeader: Equatable {
    let mediaType: String
    let width: Int?
    let height: Int?

    /// Reads the header; nil when the bytes begin no picture we show.
    init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            self.init("image/png", bytes.bigEndian(at: 16, 4), bytes.bigEndian(at: 20, 4))
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            let size = Self.jpegSize(bytes)
            self.init("image/jpeg", size?.width, size?.height)
        } else if bytes.starts(with: Array("GIF87a".utf8)) || bytes.starts(with: Array("GIF89a".utf8)) {
            self.init("image/gif", bytes.littleEndian(at: 6, 2), bytes.littleEndian(at: 8, 2))
        } else if bytes.starts(with: Array("RIFF".utf8)), bytes.count > 12, bytes[8..<12].elementsEqual("WEBP".utf8) {
            self.init("image/webp", nil, nil)
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
    var fileExtension: String { mediaType == "image/jpeg" ? "jpg" : String(mediaType.dropFirst("image/".count)) }

    /// Pixels, or 0 where the header does not tell.
    var pixels: Int { (width ?? 0).multipliedReportingOverflow(by: height ?? 0).partialValue }

    /// Walks the segments to the frame header, which holds the size.
    private static func jpegSize(_ bytes: [UInt8]) -> (width: Int, height: Int)? {
        var index = 2
        while index + 9 < bytes.count, bytes[index] == 0xFF {
            let marker = bytes[index + 1]
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame, let height = bytes.bigEndian(at: index + 5, 2), let width = bytes.bigEndian(at: index + 7, 2) {
                return (width, height)
            }
            guard let length = bytes.bigEndian(at: index + 2, 2), length >= 2 else { return nil }
            index += 2 + length
        }
        return nil
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
