import Core
import Documents
import Foundation
import Media

/// Makes covers of pictures: the original and its sizes go into the media store.
struct CoverMaker: Sendable {
    let thumbnails: ThumbnailMaker
    let media: MediaStore

    /// The cover of a document; a document whose picture cannot be used has none.
    func make(of picture: URL?, under lease: MediaLease) async -> StoredCover? {
        guard let picture else { return nil }
        return try? await make(from: picture, under: lease)
    }

    /// A cover from a picture that somebody chose, with what could be better about it (LIB-089).
    /// - Throws: ``CoverRefusal`` or `ConversionRefusal` when it cannot be used.
    func make(chosen picture: URL, under lease: MediaLease) async throws -> (cover: StoredCover, advice: Text?) {
        let bytes = try picture.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0
        guard bytes <= CoverGuideline.largestBytes else { throw CoverRefusal.tooLarge }
        guard let facts = PictureFacts(of: picture), CoverGuideline.types.contains(facts.mediaType) else { throw CoverRefusal.wrongType }
        let cover = try await make(from: picture, under: lease)
        guard let width = facts.width, let height = facts.height else { return (cover, nil) }
        return (cover, CoverGuideline.advice(width: width, height: height))
    }

    /// The picture itself stays where it is: it may also stand inside the document.
    private func make(from picture: URL, under lease: MediaLease) async throws -> StoredCover {
        let widths = CoverSize.allCases.map(\.width)
        let copies = try await thumbnails.make(from: picture, widths: widths, in: media.temporaryFolder)
        var sizes: [CoverSize: CoverPicture] = [:]
        for size in CoverSize.allCases {
            guard let copy = copies.first(where: { $0.width == size.width }) else { continue }
            sizes[size] = CoverPicture(ref: try await lease.store(fileAt: copy.file), type: copy.mediaType)
        }
        let original = media.makeTemporaryURL()
        try FileManager.default.copyItem(at: picture, to: original)
        return StoredCover(original: try await lease.store(fileAt: original), sizes: sizes)
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
