import Core
import Interface
import Markup
import Platform

/// The picture of an item, or a drawn plate in a colour that stays the item's own. Its name stands beside it, so it needs no other words.
struct DishPicture: HTML {
    /// How much room it has: in a line of a list, in a card, on the item's own page.
    enum Size { case small, card, large }

    let item: MenuItemID
    let name: String
    let picture: StoredPicture?
    let size: Size

    init(item: MenuItem, size: Size = .card) {
        self.init(of: item.id, name: item.name, item.picture, size: size)
    }

    init(of item: MenuItemID, name: String, _ picture: StoredPicture?, size: Size) {
        self.item = item
        self.name = name
        self.picture = picture
        self.size = size
    }

    private var isLarge: Bool { size == .large }

    var body: some HTML {
        span(
            .class("dish-picture \(Hue(for: name).className)"), .if(size == .small, .class("dish-picture-small")),
            .if(isLarge, .class("dish-picture-large")), .if(isLarge && picture != nil, .class("dish-picture-photo")), .aria("hidden", true)
        ) {
            if let picture {
                if isLarge {
                    // Without a connection the small one may be all there is.
                    img(
                        .src(picture.address(.large, of: item)), .alt(""), .width(picture.width), .height(picture.height),
                        .data("small", picture.address(.thumbnail, of: item)))
                } else {
                    img(
                        .src(picture.address(.thumbnail, of: item)), .alt(""), .loading("lazy"), .width(PictureMaker.side / 2),
                        .height(PictureMaker.side / 2))
                }
            } else {
                Icon.cup
            }
        }
    }
}
