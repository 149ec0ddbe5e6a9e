import Core
import Interface
import Markup

/// The museum’s name and sign while the first picture loads, in the installed app (MUS-041). Nothing waits for it: the page is complete below, and
/// a touch, the picture, or two seconds take it away.
struct OpeningScreen: HTML {
    let name: Text

    var body: some HTML {
        div(.class("museum-opening"), .data("museum-opening"), .aria("hidden", true)) {
            span(.class("museum-opening-sign")) { Icon.museum }
            span(.class("museum-opening-name"), .dir("auto")) { name }
        }
    }
}
