import Core
import Interface
import Markup

/// Leads those who keep the museum's pages from one of them to its form.
struct EditLink: HTML {
    let body: Node

    init(_ address: String) { body = LinkButton("Edit", href: address, icon: .edit, style: .secondary).node }
}
