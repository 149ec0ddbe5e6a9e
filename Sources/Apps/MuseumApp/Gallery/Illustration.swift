import Core
import Interface
import Markup
import Platform

/// Something that has a picture beside its words, with what it shows for those who can't see it.
protocol Illustrated: Sendable {
    var picture: StoredPicture? { get }
    var alt: String { get }
    /// Where a browser fetches it; nil where there is none.
    func pictureAddress(_ size: PictureSize) -> String?
}

/// That picture; nothing where there is none.
struct Illustration: HTML {
    let thing: any Illustrated
    let size: PictureSize
    /// Whether the words beside it say enough.
    let isDecoration: Bool

    init(of thing: any Illustrated, size: PictureSize, isDecoration: Bool = false) {
        (self.thing, self.size, self.isDecoration) = (thing, size, isDecoration)
    }

    @HTMLBuilder var body: Node {
        if let picture = thing.picture, let address = thing.pictureAddress(size) {
            img(
                .class("illustration"), .src(address), .alt(isDecoration ? "" : .verbatim(thing.alt)), .width(picture.width),
                .height(picture.height), .loading(size == .large ? "eager" : "lazy"), .dir("auto"))
        }
    }
}
