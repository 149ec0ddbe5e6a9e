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

    var title: Text { .verbatim(exhibit.title) }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.gallery() }
    var scripts: [String] { ["museum/js/retry.js", "museum/js/zoom.js", "museum/js/read-aloud.js"] }
    var slots: FrameSlots { FrameSlots(back: gallery) }

    private var gallery: String { link(MuseumPaths.gallery(), query: ["room": room?.id.description]) }

    var body: some HTML {
        article(.class("exhibit")) {
            figure(.class("exhibit-figure")) {
                if let video = exhibit.video {
                    Node.element(
                        "video",
                        [
                            .class("exhibit-video"), .flag("controls", true), .custom("preload", "none"), .custom("playsinline", ""),
                            .src(MuseumPaths.exhibitVideo(exhibit.id)), .custom("type", video.mediaType),
                            exhibit.picture.map { .custom("poster", $0.address(.large, of: exhibit.id)) } ?? .nothing,
                            .aria("label", exhibit.alt.isEmpty ? exhibit.title : exhibit.alt),
                        ], content: .nothing)
                } else if let picture = exhibit.picture {
                    a(
                        .class("exhibit-zoom"), .href(picture.address(.large, of: exhibit.id)), .data("zoom"), .data("close", text: "Close"),
                        .data("larger", text: "Larger"), .data("smaller", text: "Smaller")
                    ) { ExhibitPicture(exhibit: exhibit, size: .large, isFirst: true) }
                }
            }
            div(.class("exhibit-words")) {
                h1(.dir("auto")) { exhibit.title }
                if !exhibit.byline.isEmpty { p(.class("exhibit-byline"), .dir("auto")) { exhibit.byline } }
                div(.class("exhibit-text"), .id("exhibit-text"), .dir("auto")) { for paragraph in exhibit.paragraphs { p { paragraph } } }
                if !exhibit.paragraphs.isEmpty {
                    button(
                        .class("button button-secondary"), .type("button"), .data("read-aloud", "exhibit-text"), .data("stop", text: "Stop reading"),
                        .aria("pressed", false), .flag("hidden")
                    ) {
                        Icon.play
                        span { "Read aloud" }
                    }
                }
                DescriptionList([
                    .init("Material", exhibit.medium), .init("Size", exhibit.size),
                    .init("Room") { if let room { a(.href(gallery), .dir("auto")) { room.name } } },
                    .init("Credit", exhibit.credit),
                ])
            }
        }
        nav(.class("exhibit-beside"), .aria("label", "Beside it")) {
            if let previous { beside(previous, "Previous", .back) }
            if let next { beside(next, "Next", .forward) }
        }
    }

    private func beside(_ other: Exhibit, _ label: Text, _ icon: Icon) -> Node {
        a(.class("exhibit-neighbour"), .href(MuseumPaths.exhibit(other.id)), .rel(icon == .back ? "prev" : "next")) {
            icon
            span {
                span(.class("muted")) { label }
                span(.class("exhibit-title"), .dir("auto")) { other.title }
            }
        }
    }
}
