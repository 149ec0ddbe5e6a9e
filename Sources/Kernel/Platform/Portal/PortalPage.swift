import Core
import Interface
import Markup
import Web

/// The first page of the portal: what needs attention, then every place that is open to this person.
struct PortalPage: PageAnswer {
    let items: [AttentionItem]
    let places: [AdminPlace]

    var title: Text { "Administration" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title)
        SectionHeader("Needs attention")
        if items.isEmpty {
            Interface.Notice(.success, title: "Nothing waits for you") { p { "Everything that you look after is in order." } }
        } else {
            CardGrid {
                for item in items { LinkCard(item.title, detail: item.detail, icon: item.isUrgent ? .warning : .info, href: item.path) }
            }
        }
        SectionHeader("Places")
        CardGrid { for place in places { LinkCard(place.item.label, icon: place.item.icon, href: place.item.path) } }
    }
}
