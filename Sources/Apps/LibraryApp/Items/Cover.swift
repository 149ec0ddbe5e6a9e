import Core
import Media
import Web

/// The sizes in which covers are kept, by width in pixels: cards and lists, item pages.
enum CoverSize: String, Sendable, CaseIterable, PathValue {
    case medium, large

    var width: Int {
        switch self {
        case .medium: 320
        case .large: 800
        }
    }

    init?(_ description: String) { self.init(rawValue: description) }

    var description: String { rawValue }
}

/// A cover in the media store: the original, and the sizes made of it.
struct StoredCover: Sendable, Equatable {
    let original: MediaRef
    let sizes: [CoverSize: CoverPicture]

    /// All its files.
    var files: [MediaRef] { [original] + sizes.values.map(\.ref) }
}

/// One size of a cover.
struct CoverPicture: Sendable, Equatable {
    let ref: MediaRef
    let type: String
}

/// What a cover should be (LIB-089): shown beside the field and checked.
enum CoverGuideline {
    static let smallestWidth = 400
    static let smallestHeight = 560
    static let largestBytes = 10 << 20
    static let types = ["image/jpeg", "image/png", "image/webp"]

    static let words: Text =
        "A portrait picture, at least \(smallestWidth) × \(smallestHeight) pixels, JPEG, PNG or WebP, up to 10 MB."

    /// Says what is wrong with a picture of this size, or nil. A small picture is accepted with a warning by the caller.
    static func advice(width: Int, height: Int) -> Text? {
        if width < smallestWidth || height < smallestHeight {
            return "The picture is \(width) × \(height) pixels; it will look blurred. Use at least \(smallestWidth) × \(smallestHeight)."
        }
        if width > height { return "The picture is wider than it’s tall. Covers are portrait, so its sides will be cropped." }
        return nil
    }
}
