import Core
import Interface
import Markup
import Web

/// Stops orders for a while: how long is chosen with the same tap.
struct PauseMenu: HTML {
    var body: some HTML {
        details(.class("kitchen-fold kitchen-pause"), .data("keeps-open", "pause")) {
            summary(.class("button button-secondary"), .title("Pause ordering")) {
                Icon.pause
                span { "Pause ordering" }
            }
            section(.class("kitchen-panel"), .aria("label", "Pause ordering")) {
                PanelHead("Pause ordering")
                p { "Customers can’t place new orders. Orders you already have continue." }
                div(.class("pause-lengths")) {
                    for minutes in OrderingPause.lengths {
                        form(minutes) { Button("\(minutes) min", style: .secondary) }
                    }
                }
                p(.class("muted")) { "They can still order for later." }
                form(nil) { Button("Until I resume", style: .secondary) }
                p(.class("muted")) { "They can’t order at all until you resume." }
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

/// What begins a panel that opens over the board, and closes it again; without a script the button that opened it does.
struct PanelHead: HTML {
    let title: Text

    init(_ title: Text) { self.title = title }

    var body: some HTML {
        header(.class("kitchen-panel-head")) {
            h2 { title }
            IconButton(.close, label: "Close", .type("button"), .class("needs-script"), .data("panel-close"))
        }
    }
}

extension OrderingPause {
    /// What customers can still do, for staff.
    var effect: Text { untilWords.map { "Customers can order for after \($0)." } ?? "Customers can’t place new orders." }
}

/// Says on a screen of staff that orders are paused, and until when; one tap ends it.
struct PauseAlert: HTML {
    let pause: OrderingPause

    var body: some HTML {
        Alert(.warning, title: pause.words) {
            p {
                pause.effect
                " " as String
                span { "You can still sell at the counter." }
            }
            Form(CafeteriaPaths.pause(), .data("step")) {
                input(.type("hidden"), .name("paused"), .value("false"))
                Button("Resume ordering", icon: .play, style: .secondary)
            }
        }
    }
}
