import Core
import Interface
import Markup
import Web

/// Stops orders for a while: how long is chosen with the same tap.
struct PauseMenu: HTML {
    var body: some HTML {
        details(.class("kitchen-fold"), .data("keeps-open", "pause")) {
            summary(.class("button button-secondary")) {
                Icon.pause
                span { "Pause ordering" }
            }
            section(.class("kitchen-panel"), .aria("label", "Pause ordering")) {
                p(.class("muted")) { "Customers can’t place new orders. What is ordered already goes on." }
                div(.class("pause-lengths")) {
                    for minutes in OrderingPause.lengths {
                        form(minutes) { Button("\(minutes) min", style: .secondary) }
                    }
                    form(nil) { Button("Until I resume", style: .secondary) }
                }
            }
        }
    }

    private func form(_ minutes: Int?, @HTMLBuilder button: () -> Node) -> Node {
        Form(CafeteriaPaths.pause(), .data("step")) {
            input(.type("hidden"), .name("paused"), .value("true"))
            if let minutes { input(.type("hidden"), .name("minutes"), .value(String(minutes))) }
            button()
        }.node
    }
}

/// Says on a screen of staff that orders are paused, and until when; one tap ends it.
struct PauseAlert: HTML {
    let pause: OrderingPause

    var body: some HTML {
        Alert(.warning, title: pause.words) {
            p { "Customers can’t place new orders." }
            Form(CafeteriaPaths.pause(), .data("step")) {
                input(.type("hidden"), .name("paused"), .value("false"))
                Button("Take orders again", icon: .play, style: .secondary)
            }
        }
    }
}
