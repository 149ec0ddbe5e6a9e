import Core
import Interface
import Markup

/// Has the page send what was written on this device and never reached the server, and say so once it is there.
struct UnsentChapters: HTML {
    static let scripts = ["stories/js/unsent.js"]

    var body: some HTML { div(.data("unsent", text: "What you wrote on this device has been saved."), .flag("hidden")) {} }
}
