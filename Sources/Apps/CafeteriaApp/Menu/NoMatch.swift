import Core
import Interface
import Markup
import Web

/// Nothing on the menu is what somebody asked for: where there is room, with the way to all of it, else in one line.
struct NoMatch: HTML {
    let body: Node

    /// On the menu: another search begins with all of it, less what somebody can't eat.
    init() {
        body =
            EmptyState(.search, title: "Nothing on the menu matches", message: "Try another word, or open the menu.") {
                LinkButton("Open the menu", href: CafeteriaPaths.home(), style: .secondary)
            }.node
    }

    /// On a page of its own.
    /// - Parameter all: where the whole menu is.
    init(all: String) {
        body =
            EmptyState(.search, title: "Nothing on the menu matches", message: "Try another word, or show the whole menu.") {
                LinkButton("Show the whole menu", href: all, style: .secondary)
            }.node
    }

    /// In a list.
    /// - Parameter words: what was searched for; empty where nothing was.
    init(for words: String) {
        let text: Text = words.isEmpty ? "There are no dishes here." : "Nothing on the menu matches “\(words)”."
        body = span(.class("muted")) { text }.node
    }
}
