import Core
import Interface
import Markup
import Platform
import Web

/// One exhibit: its picture or video, its history, and the ones beside it.
struct ExhibitPage: PageAnswer {
    let exhibit: Exhibit
    let room: Room?
    let previous: Exhibit?
    let next: Exhibit?
    /// Whether the viewer keeps the gallery.
    let isEditor: Bool

    var title: Text { .verbatim(exhibit.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ExhibitFigure.scripts }
    var slots: FrameSlots { FrameSlots(back: gallery) }

    private var gallery: String { link(MuseumPaths.gallery(), query: ["room": room?.id.description]) }

    var body: some HTML {
        article(.class("exhibit")) {
            ExhibitFigure(exhibit: exhibit)
            div(.class("exhibit-words")) {
                h1(.dir("auto")) { exhibit.title }
                // Only those who keep the gallery come here then.
                if !exhibit.isPublic { p { Badge("Hidden") } }
                if !exhibit.byline.isEmpty { p(.class("exhibit-byline"), .dir("auto")) { exhibit.byline } }
                if isEditor { p { EditLink(MuseumPaths.adminExhibit(exhibit.id)) } }
                SpokenText(id: "exhibit-text", paragraphs: exhibit.paragraphs)
                DescriptionList([
                    .init("Material", exhibit.medium), .init("Size", exhibit.size),
                    .init("Room") { if let room { a(.href(gallery), .dir("auto")) { room.name } } },
                    .init("Credit", exhibit.credit),
                ])
                if exhibit.isPublic, exhibit.picture != nil {
                    Disclosure("For researchers: IIIF viewers", .class("exhibit-viewers")) {
                        p { "Copy the address of this link into the viewer. It gives the picture at full size, with what is written here." }
                        p { a(.href(MuseumPaths.exhibitManifest(exhibit.id))) { "IIIF manifest" } }
                    }
                }
            }
        }
        nav(.class("exhibit-beside"), .aria("label", "Beside it")) {
            if let previous { ExhibitStep(MuseumPaths.exhibit(previous.id), "Previous", .verbatim(previous.title), isNext: false) }
            if let next { ExhibitStep(MuseumPaths.exhibit(next.id), "Next", .verbatim(next.title), isNext: true) }
        }
    }
}
