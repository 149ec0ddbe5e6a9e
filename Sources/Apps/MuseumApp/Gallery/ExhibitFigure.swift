import Core
import Interface
import Markup
import Platform
import Web

/// The video of an exhibit, or its picture, into which one can look.
struct ExhibitFigure: HTML {
    static let scripts = ["museum/js/retry.js", "museum/js/zoom.js", "museum/js/read-aloud.js"]

    let exhibit: Exhibit

    var body: some HTML {
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
                    .data("larger", text: "Larger"), .data("smaller", text: "Smaller"), tiles("tiles") { _ in MuseumPaths.image(exhibit.id) },
                    tiles("width") { String($0.size.width) }, tiles("height") { String($0.size.height) }
                ) {
                    ExhibitPicture(exhibit: exhibit, size: .large, isFirst: true)
                    span(.class("exhibit-enlarge")) {
                        Icon.expand
                        span { "Enlarge" }
                    }
                }
            }
        }
    }

    /// What a large picture is looked into by.
    private func tiles(_ name: String, _ value: (DetailedPicture) -> String) -> Attribute {
        guard exhibit.isPublic, let detail = exhibit.detail else { return .nothing }
        return .data(name, value(detail))
    }
}

/// Paragraphs, and a button that has the device read them aloud.
struct SpokenText: HTML {
    let id: String
    let paragraphs: [String]

    var body: some HTML {
        div(.class("exhibit-text"), .id(id), .dir("auto")) { for paragraph in paragraphs { p { paragraph } } }
        if !paragraphs.isEmpty {
            button(
                .class("button button-secondary"), .type("button"), .data("read-aloud", id), .data("stop", text: "Stop reading"),
                .aria("pressed", false), .flag("hidden")
            ) {
                Icon.play
                span { "Read aloud" }
            }
        }
    }
}

/// A way to the exhibit before or behind this one.
struct ExhibitStep: HTML {
    let address: String
    let label: Text
    let title: Text
    let isNext: Bool

    init(_ address: String, _ label: Text, _ title: Text, isNext: Bool) {
        self.address = address
        self.label = label
        self.title = title
        self.isNext = isNext
    }

    var body: some HTML {
        a(.class("exhibit-neighbour"), .href(address), .rel(isNext ? "next" : "prev")) {
            isNext ? Icon.forward : Icon.back
            span {
                span(.class("muted")) { label }
                span(.class("exhibit-title"), .dir("auto")) { title }
            }
        }
    }
}
