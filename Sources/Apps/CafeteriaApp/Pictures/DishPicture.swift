import Core
import Interface
import Markup

/// The picture of an item, or a drawn plate in a colour that stays the item's own. Its name stands beside it, so it needs no other words.
struct DishPicture: HTML {
    let item: MenuItem
    var isLarge = false

    var body: some HTML {
        span(
            .class("dish-picture \(Hue(for: item.name).className)"), .if(isLarge, .class("dish-picture-large")),
            .if(isLarge && item.picture != nil, .class("dish-picture-photo")), .aria("hidden", true)
        ) {
            if let picture = item.picture {
                if isLarge {
                    img(.src(picture.address(.large, of: item.id)), .alt(""), .width(picture.width), .height(picture.height))
                } else {
                    img(
                        .src(picture.address(.thumbnail, of: item.id)), .alt(""), .loading("lazy"), .width(ItemPicture.side / 2),
                        .height(ItemPicture.side / 2))
                }
            } else {
                Icon.cup
            }
        }
    }
}
