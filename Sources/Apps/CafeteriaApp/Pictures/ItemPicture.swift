import Core
import Database
import Media
import Platform
import Web

extension PictureMaker {
    /// The pictures of items: a phone shows the large one at twice its density, cards the thumbnail at half of it or less.
    static func items(of site: Site) -> Self { Self(site: site, large: .whole(width: 960), thumbnail: .cut(width: side, height: side)) }

    /// Pixels of each side of an item's thumbnail.
    static let side = 320
}

extension StoredPicture {
    /// Where a browser fetches the picture of an item; another picture has another address.
    func address(_ size: PictureSize, of item: MenuItemID) -> String {
        link(CafeteriaPaths.picture(item, size), query: ["v": mark(of: size)])
    }
}

extension MediaOwner {
    /// An item, as to its picture.
    static func picture(of id: MenuItemID) -> Self { MediaOwner("cafeteria.item", id) }
}

extension CafeteriaMigrations {
    /// Where staff had the picture of an item cut for lists, in per cent from the top or left; NULL where that was left to what draws the eye.
    static let pictureFocus = Migration("cafeteria-020-picture-focus") { d in
        "ALTER TABLE cafeteria_item ADD COLUMN picture_focus \(d.integer) CHECK (picture_focus BETWEEN 0 AND 100)"
    }
}
