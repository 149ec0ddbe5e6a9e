import Core
import Markup

/// A window over the page. Something with `Dialog.opening(ID)` opens it; without a script its content stands in the page.
public struct Dialog: HTML {
    /// The window.
    public let body: Node

    /// A window with a heading, content and buttons.
    public init(id: String, title: Text, @HTMLBuilder content: () -> Node, @HTMLBuilder actions: () -> Node = { .nothing }) {
        let content = content()
        let actions = actions()
        body = div(.class("dialog"), .id(id), .data("dialog"), .role("dialog"), .aria("labelledby", id + "-title")) {
            div(.class("dialog-panel"), .data("dialog-panel")) {
                div(.class("dialog-head")) {
                    h2(.id(id + "-title")) { title }
                    IconButton(.close, label: "Close", .type("button"), .data("dialog-close"))
                }
                div(.class("dialog-content")) { content }
                if !actions.isNothing { div(.class("actions dialog-actions")) { actions } }
            }
        }
    }

    /// Makes a button or link open the window. A link's own address is where it leads without a script.
    public static func opening(_ id: String) -> Attribute { .data("dialog-open", id) }
}
