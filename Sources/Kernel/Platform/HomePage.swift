import Core
import Interface
import Markup

/// The door of a site with several apps.
struct HomePage: HTML {
    /// An app to enter.
    struct Entry: Sendable {
        let name: Text
        let summary: Text
        let icon: Icon
        let path: String
    }

    let siteName: String
    let apps: [Entry]

    var body: some HTML {
        PageHeader(.verbatim(siteName), lead: "Choose where you want to go.")
        CardGrid {
            for app in apps { LinkCard(app.name, detail: app.summary, icon: app.icon, href: app.path) }
        }
    }
}
