import Core
import Interface
import Markup
import Platform
import Web

/// The picture of an item: what it is now, a file for another one, and, where a script runs, how the menu will show it and which part is kept.
struct PictureField: HTML {
    let item: MenuItemID?
    let picture: StoredPicture?
    let form: ItemForm
    let error: Text?

    var body: some HTML {
        div(.class("item-photo")) {
            if let item, let picture {
                div(.class("item-photo-now stack")) {
                    img(
                        .src(picture.address(.large, of: item)), .alt("The picture that customers see"), .width(picture.width),
                        .height(picture.height), .data("picture-now"))
                    Checkbox("Remove the picture", name: "removesPicture", isChecked: form.removesPicture ?? false)
                }
            }
            FileField(
                picture == nil ? "Picture" : "New picture", name: PictureRefusal.field, accept: PictureMaker.accept,
                maxBytes: PictureMaker.mostBytes, hint: "JPEG, PNG or WebP, at most 10 MB. Where it was taken isn’t kept.",
                error: error, isRequired: false)
            preview
        }
    }

    private var preview: some HTML {
        div(.class("picture-preview"), .flag("hidden"), .data("picture-preview")) {
            p(.class("field-label")) { "On the menu" }
            div(.class("picture-preview-card")) {
                canvas
                span {
                    strong(.dir("auto"), .data("picture-name")) { form.name ?? "" }
                    span(.class("muted")) { "The dish’s page shows the whole picture." }
                }
            }
            div(.class("field"), .data("picture-part")) {
                Markup.label(.class("field-label"), .for("picture-focus")) { "Part that is shown" }
                input(
                    .type("range"), .id("picture-focus"), .name("focus"), .min("0"), .max("100"), .value(form.focus ?? "50"),
                    .if(form.focus != nil, .data("chosen")), .flag("disabled"), .aria("describedby", "picture-focus-hint"))
                p(.class("field-hint"), .id("picture-focus-hint")) { "Drag the slider or the picture, or use the arrow keys." }
            }
        }
    }

    private var canvas: Node {
        let small = item.flatMap { item in picture.map { Attribute.data("small", $0.address(.thumbnail, of: item)) } } ?? .nothing
        return Node.element(
            "canvas", [.width(Self.side), .height(Self.side), .data("picture-canvas"), .aria("hidden", true), small], content: .nothing)
    }

    /// Twice as many pixels as the menu has room for.
    private static let side = 192
}
