import Core
import Interface
import Markup
import Platform

/// Where a form takes a picture, and the words that it needs then. That they are needed is said in a hint: a picture may be there already, be
/// chosen now, or be removed.
struct PictureFields: HTML {
    let hasPicture: Bool
    let alt: String
    let wrong: [String: Text]

    var body: some HTML {
        FileField(
            hasPicture ? "New picture" : "Picture", name: PictureRefusal.field, accept: PictureMaker.accept, maxBytes: PictureMaker.mostBytes,
            hint: "JPEG, PNG or WebP, at most 10 MB. Where it was taken isn’t kept.", error: wrong[PictureRefusal.field], isRequired: false)
        TextField(
            "Description of the picture", name: "alt", value: alt, hint: "Needed if there’s a picture: what it shows, for people who can’t see it.",
            error: wrong["alt"], isConditional: true, .maxlength(Exhibit.longestAlt))
    }
}
