import Core
import Interface
import Markup
import Web

/// What is to be given back after a sale was undone. It stays until whoever serves there says that it's done.
struct UndoneAlert: HTML {
    let undone: Desk.Undone
    /// The page that it stands on.
    let page: String

    var body: some HTML {
        if undone.isGiven { Alert(.success, title: "You gave back \(undone.amount).") } else { due }
    }

    private var due: some HTML {
        Alert(.warning, title: "Sale undone. Give back \(undone.amount).") {
            if let receiver = undone.receiver { p(.dir("auto")) { receiver.isEmpty ? "A gift" : "Gift to \(receiver)" } }
            if let name = undone.name { p(.dir("auto")) { name } }
            Actions { LinkButton("Given back", href: UndoneSale(sale: undone.sale, isGiven: true).link(page), icon: .check, style: .secondary) }
        }
    }
}
