import Core
import Interface
import Markup
import Platform
import Web

/// What a device keeps of the desk, for when it has no connection: the way to the entrance, which may go on, and no name but that of whoever is signed
/// in there (MUS-057).
struct DeskOfflinePage: PageAnswer {
    var title: Text { "Desk" }
    var shell: ShellStyle { .work("museum") }
    var activePath: String? { MuseumPaths.desk() }

    var body: some HTML {
        div(.class("desk narrow stack")) {
            PageHeader(title)
            EmptyState(
                .offline, title: "The desk needs a connection",
                message:
                    "This device keeps no members’ names, so nobody can be looked up or sold anything now. If the entrance was opened on this device, it admits members by code or number."
            ) {
                LinkButton("Entrance", href: MuseumPaths.gate(), icon: .scan)
                LinkButton("Try again", href: MuseumPaths.desk(), icon: .refresh, style: .secondary)
            }
        }
    }
}

extension DeskRoutes {
    func offline(_ request: Request, _ member: Member) async throws -> DeskOfflinePage { DeskOfflinePage() }
}
