import Core
import Database
import Media
import Web

/// The sizes in which the picture of an item is kept: on cards, and on the page of the item.
enum PictureSize: String, Sendable, CaseIterable, PathValue {
    case thumbnail, large

    init?(_ description: String) { self.init(rawValue: description) }

    var description: String { rawValue }
}

/// The picture of an item in the media store: upright and without metadata. The file that it was made of is not kept.
struct ItemPicture: Sendable, Equatable {
    /// Largest file that is taken, in bytes.
    static let mostBytes = 10 << 20
    static let types: Set<String> = ["image/jpeg", "image/png", "image/webp"]
    /// What is made of it.
    static let mediaType = "image/jpeg"
    /// Pixels across of the large one: a phone shows it at twice its density.
    static let width = 960
    /// Pixels of each side of the thumbnail, which cards show at half of that or less.
    static let side = 320

    let large: MediaRef
    /// Pixels of the large one.
    let width: Int, height: Int
    let thumbnail: MediaRef

    var files: [MediaRef] { [large, thumbnail] }

    func file(_ size: PictureSize) -> MediaRef { size == .large ? large : thumbnail }

    /// Where a browser fetches it; another picture has another address.
    func address(_ size: PictureSize, of item: MenuItemID) -> String {
        link(CafeteriaPaths.picture(item, size), query: ["v": String(file(size).digest.prefix(12))])
    }
}

extension ItemPicture {
    /// Takes six columns, all empty where there is no picture.
    init?(row: inout RowReader) throws {
        let (digest, size): (String?, Int?) = (try row.next(), try row.next())
        let (width, height): (Int?, Int?) = (try row.next(), try row.next())
        let (thumbnailDigest, thumbnailSize): (String?, Int?) = (try row.next(), try row.next())
        guard let digest, let size, let width, let height, let thumbnailDigest, let thumbnailSize,
            let large = MediaRef(digest: digest, size: size), let thumbnail = MediaRef(digest: thumbnailDigest, size: thumbnailSize)
        else { return nil }
        self.init(large: large, width: width, height: height, thumbnail: thumbnail)
    }
}

extension MediaOwner {
    /// An item, as to its picture.
    static func picture(of id: MenuItemID) -> Self { MediaOwner("cafeteria.item", id) }
}
