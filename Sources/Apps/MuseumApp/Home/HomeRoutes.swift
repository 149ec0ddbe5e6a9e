import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The museum's first page.
struct HomeRoutes: Sendable {
    let services: MuseumServices

    var routes: [Route] { [.get(MuseumPaths.home, allow: .everyone, use: show)] }

    func show(_ request: Request, _ visitor: Visitor) async throws -> HomePage {
        try await services.site.database.read { [services] db in
            HomePage(current: try visitor.personID.flatMap { try services.memberships.current(of: $0, in: db) })
        }
    }
}

/// What a visitor sees first.
struct HomePage: PageAnswer {
    let current: (membership: Membership, tier: Tier)?

    var title: Text { "Museum" }
    var shell: ShellStyle { .app("museum") }
    var activePath: String? { MuseumPaths.home() }

    var body: some HTML {
        PageHeader(title)
        CardGrid {
            if let current {
                LinkCard("My membership", detail: .verbatim(current.tier.name), icon: .idCard, href: MuseumPaths.profile())
            } else {
                LinkCard("Become a member", detail: "Members visit as often as they like.", icon: .star, href: MuseumPaths.tiers())
            }
        }
    }
}
