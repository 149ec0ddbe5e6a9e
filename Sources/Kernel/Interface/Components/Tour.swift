import Core
import Markup

/// One stop of an app's guided tour: an element of the app's home page, found by its `data-tour` word.
public struct TourStop: Sendable {
    /// The element's `data-tour`.
    public var target: String
    /// One line.
    public var title: Text
    /// What it is for.
    public var words: Text

    /// A stop by target and words.
    public init(_ target: String, _ title: Text, _ words: Text) {
        self.target = target
        self.title = title
        self.words = words
    }
}

/// A guided tour above the page it explains: a numbered list, of which a script shows one stop at a time beside its element.
struct TourPanel: HTML {
    let stops: [TourStop]
    /// The page without the tour.
    let end: String

    var body: some HTML {
        section(.class("tour"), .data("guided-tour"), .aria("label", "A short tour")) {
            h2 { "A short tour" }
            ol {
                for stop in stops {
                    li(.data("tour-stop", stop.target)) {
                        strong { stop.title }
                        p { stop.words }
                    }
                }
            }
            Actions {
                Button("Back", style: .quiet, .type("button"), .data("tour-back"), .class("needs-script"))
                Button("Next", .type("button"), .data("tour-next"), .class("needs-script"))
                LinkButton("End the tour", href: end, style: .quiet)
            }
        }
    }
}
