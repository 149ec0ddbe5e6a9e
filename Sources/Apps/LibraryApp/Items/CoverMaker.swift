import Core
import Documents
import Foundation
import Media

/// Makes covers of pictures: the original and its sizes go into the media store.
struct CoverMaker: Sendable {
    let scaler: PictureScaler
    let media: MediaStore

    /// The cover of a document; a document whose picture cannot be used has none. Moves the picture.
    func make(of picture: URL?) async -> StoredCover? {
        guard let picture else { return nil }
        return try? await make(from: picture).cover
    }

    /// A cover from a picture that somebody chose, with what could be better about it (LIB-089). Moves the picture.
    /// - Throws: ``CoverRefusal`` or `ConversionRefusal` when it cannot be used.
    func make(chosen picture: URL) async throws -> (cover: StoredCover, advice: Text?) {
        let bytes = try picture.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        guard bytes <= CoverGuideline.largestBytes else { throw CoverRefusal.tooLarge }
        let made = try await make(from: picture, types: CoverGuideline.types)
        return (made.cover, CoverGuideline.advice(width: made.width, height: made.height))
    }

    private func make(from picture: URL, types: [String]? = nil) async throws -> (cover: StoredCover, width: Int, height: Int) {
        let scaled = try await scaler.scale(picture, widths: CoverSize.allCases.map(\.width))
        defer { scaled.discard() }
        if let types, !types.contains(scaled.mediaType) { throw CoverRefusal.wrongType }
        var sizes: [CoverSize: CoverPicture] = [:]
        for size in CoverSize.allCases {
            guard let copy = scaled.copies[size.width] else { continue }
            sizes[size] = CoverPicture(ref: try await media.store(fileAt: copy).digest, type: "image/jpeg")
        }
        let original = try await media.store(fileAt: picture)
        return (StoredCover(original: original.digest, sizes: sizes), scaled.width, scaled.height)
    }
}

/// Why a picture did not become a cover.
enum CoverRefusal: Error, Equatable {
    case tooLarge, wrongType, nothingChosen
}

extension CoverRefusal: ProblemConvertible {
    var problem: Problem {
        switch self {
        case .tooLarge:
            Problem(.tooLarge, "library.cover-too-large", "The picture is larger than 10 MB.", remedy: CoverGuideline.words)
        case .wrongType:
            Problem(.unsupportedType, "library.cover-type", "The picture is neither JPEG, PNG nor WebP.", remedy: CoverGuideline.words)
        case .nothingChosen:
            Problem(.invalid, "library.no-cover-chosen", "No picture was chosen.", remedy: CoverGuideline.words)
        }
    }
}
