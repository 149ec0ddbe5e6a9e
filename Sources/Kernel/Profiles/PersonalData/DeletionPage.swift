import Accounts
import Core
import Interface
import Markup
import Web

/// The second step before an account is deleted: what goes and what stays, and the person's own address, typed, since a tick is
/// quickly made on a screen that somebody left open.
struct DeletionPage: HTML {
    let name: String
    let address: String
    /// The names of the site's apps.
    let apps: [Text]
    /// Shows that its reader proved who they are when the page came.
    let ticket: String?
    let problem: Problem?

    private var everywhere: Text {
        if apps.isEmpty { return "\(name), this removes your account for good." }
        return "\(name), this removes your account for good, from every app of this site: \(Text.list(of: apps))."
    }

    var body: some HTML {
        ConfirmPage(
            "Delete your account?", message: everywhere,
            consequences: [
                "Your place in each book, highlights, notes, bookmarks and lists are deleted.",
                "What you posted in apps is deleted. What others need to keep no longer shows your name.",
                "You’re signed out on every device, and reading apps stop working.",
                "This can’t be undone. If you want to keep something, request a copy of your data first.",
            ],
            problem: problem, confirm: "Delete my account", icon: .trash, action: ProfilesPaths.deletion(), cancel: AccountsPaths.privacy()
        ) {
            if let ticket { input(.type("hidden"), .name("ticket"), .value(ticket)) }
            TextField(
                "Enter your email address to confirm", name: "address", kind: .email, hint: "The address of this account: \(address)",
                error: problem?.fields["address"], isRequired: true, .autocomplete("off"))
        }
    }
}
