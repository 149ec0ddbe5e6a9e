import Core
import Interface
import Markup
import Platform
import Web

/// The cover in the form of a story: how it is now, and another one (STO-025).
struct CoverField: HTML {
    /// Nil for a new story.
    let story: Story?
    let cover: StoryPicture?
    let removes: Bool
    let error: Text?

    var body: some HTML {
        div(.class("cover-field"), .data("cover-field")) {
            div(.class("cover-field-now")) {
                Cover(title: story?.details.title ?? "", image: cover.map { StoriesPaths.picture($0.id, .thumbnail) }, icon: .book)
            }
            div(.class("stack")) {
                CoverDecision(story: story, cover: cover)
                FileField(
                    cover == nil ? "Cover" : "New cover", name: PictureRefusal.field, accept: PictureMaker.accept,
                    maxBytes: PictureMaker.mostBytes,
                    hint: "JPEG, PNG or WebP, at most 10 MB. An upright picture of 800 × 1200 pixels looks best.", error: error,
                    isRequired: false)
                if cover != nil { Checkbox("Remove the cover", name: "removesCover", isChecked: removes) }
            }
        }
    }
}

/// What was decided about an own cover, unless readers see it.
struct CoverDecision: HTML {
    let story: Story?
    let cover: StoryPicture?

    @HTMLBuilder var body: Node {
        switch cover?.status {
        case .pending:
            Alert(.warning, title: "A moderator checks the cover.") {
                if story?.isShown == true {
                    p {
                        story?.shownCover == nil
                            ? "Your story is public. Readers see it without this cover until it’s accepted."
                            : "Your story is public. Readers see the earlier cover until this one is accepted."
                    }
                }
            }
        case .rejected: Alert(.danger, title: "A moderator rejected the cover.") { if let reason = cover?.reason { p { reason } } }
        case .accepted, .draft, nil: Node.nothing
        }
    }
}
