import Core
import Interface
import Markup
import Web

/// What is to be given back after a sale was undone. It stays until whoever serves there says that it's done.
struct UndoneAlert: HTML {
    let undone: Desk.Undone
    /// The same page without it.
    let back: String

    var body: some HTML {
        Alert(.warning, title: "Sale undone. Give back \(undone.amount).") {
            if let receiver = undone.receiver { p(.dir("auto")) { receiver.isEmpty ? "A gift" : "Gift to \(receiver)" } }
            if let name = undone.name { p(.dir("auto")) { name } }
            Actions { LinkButton("Given back", href: back, icon: .check, style: .secondary) }
        }
    }
}
