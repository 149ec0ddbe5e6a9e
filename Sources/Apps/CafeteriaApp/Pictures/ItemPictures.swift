import Core
import Database
import Documents
import Foundation
import Media
import Platform

/// Makes the pictures of items, and puts them in place.
struct ItemPictures: Sendable {
    let site: Site

    /// What happens to the picture of an item that is saved.
    enum Change: Sendable, Equatable {
        case keep, remove
        /// A file that somebody uploaded takes its place.
        case file(URL)
    }

    /// Runs `body` with the picture of a file, which it puts in place; the sizes of one that it did not are removed again.
    /// - Throws: ``PictureRefusal``.
    func withPicture<Value: Sendable>(of change: Change, _ body: (ItemPicture?) async throws -> Value) async throws -> Value {
        guard case .file(let file) = change else { return try await body(nil) }
        return try await site.media.withLease { lease in try await body(try await make(of: file, under: lease)) }
    }

    /// Puts a picture in the place of the present one, whose files go unless another item has the same.
    func set(_ picture: ItemPicture?, of item: MenuItemID, in write: Write) throws {
        try site.media.holds.setHolds(of: .picture(of: item), to: picture?.files ?? [], in: write)
        try write.run(
            """
            UPDATE cafeteria_item SET picture_digest = \(picture?.large.digest), picture_size = \(picture?.large.size),
                picture_width = \(picture?.width), picture_height = \(picture?.height), thumbnail_digest = \(picture?.thumbnail.digest),
                thumbnail_size = \(picture?.thumbnail.size), changed_at = \(write.now), changed_by = \(write.actor)
            WHERE id = \(item)
            """)
    }

    private func make(of file: URL, under lease: MediaLease) async throws -> ItemPicture {
        let bytes = (try? file.resourceValues(forKeys: [.fileSizeKey]))?.fileSize ?? 0
        guard bytes <= ItemPicture.mostBytes else { throw PictureRefusal.tooLarge }
        guard let facts = PictureFacts(of: file), ItemPicture.types.contains(facts.mediaType) else { throw PictureRefusal.wrongType }
        let (thumbnails, folder) = (site.thumbnails, site.media.temporaryFolder)
        do {
            let copies = try await thumbnails.make(from: file, widths: [ItemPicture.width], in: folder)
            guard let copy = copies.first, let size = PictureFacts(of: copy.file), let width = size.width, let height = size.height else {
                throw PictureRefusal.damaged
            }
            let large = try await lease.store(fileAt: copy.file)
            let side = ItemPicture.side
            let cut = try await thumbnails.makeCut(from: file, width: side, height: side, keeping: .attention, in: folder)
            return ItemPicture(large: large, width: width, height: height, thumbnail: try await lease.store(fileAt: cut))
        } catch let refusal as ConversionRefusal {
            site.log(.notice, "cafeteria.picture-refused", ["cause": .string("\(refusal)")])
            throw PictureRefusal(refusal)
        }
    }
}

/// Why a picture was not taken.
enum PictureRefusal: Error, Equatable {
    case tooLarge, tooManyPixels, wrongType, damaged

    init(_ refusal: ConversionRefusal) {
        self =
            switch refusal {
            case .tooLarge: .tooLarge
            case .hostile(.expansion): .tooManyPixels
            case .unsupported, .mislabelled: .wrongType
            default: .damaged
            }
    }

    /// What is said at the field.
    var words: Text {
        switch self {
        case .tooLarge: "This picture is larger than 10 MB. Choose a smaller one."
        case .tooManyPixels: "This picture has too many pixels. Choose one of at most 50 megapixels."
        case .wrongType: "This file isn’t a JPEG, PNG or WebP picture."
        case .damaged: "This picture is damaged or incomplete. Choose another file."
        }
    }
}

extension PictureRefusal: ProblemConvertible {
    var problem: Problem {
        Problem(
            .invalid, "cafeteria.picture-unusable", "The item wasn’t saved.", remedy: "Correct what is marked and save again.",
            fields: ["picture": words])
    }
}
