import Core
import Interface
import Markup
import Web

/// The first page of the portal: what needs attention, then every place that is open to this person.
struct PortalPage: PageAnswer {
    let items: [AdminAlert]
    let sections: [NavigationSection]

    var title: Text { "Administration" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title)
        SectionHeader("Needs attention")
        if items.isEmpty {
            Alert(.success, title: "All caught up") { p { "Nothing needs your attention right now." } }
        } else {
            ul(.class("attention")) {
                for item in items {
                    li(.class(item.isUrgent ? "is-urgent" : "")) {
                        LinkCard(item.title, detail: item.detail, icon: item.isUrgent ? .warning : .info, href: item.path)
                    }
                }
            }
        }
        SectionHeader("All pages")
        div(.class("places")) {
            for group in sections {
                section(.class("card place-group")) {
                    h3 { group.title }
                    ul {
                        for item in group.items {
                            li {
                                a(.href(item.path)) {
                                    item.icon
                                    span { item.label }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}
