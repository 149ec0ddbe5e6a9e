import Accounts
import Core
import Database
import Interface
import Mail
import Markup
import Platform
import Web

/// What a person's own page shows: where to go on, their work if they are staff, the apps, and who they are here.
struct DashboardModel: Sendable {
    var person: PersonRecord
    var canMail: Bool
    var profile: Profile?
    var cards: [DashboardCard]
    /// Whether the person's roles open some part of the portal.
    var isStaff: Bool
    var apps: [DashboardCard]
    /// What is closed to the person, and why.
    var bans: [Problem]

    /// Reads it in one snapshot.
    static func read(_ member: Member, _ profiles: Profiles, _ bans: Bans, _ site: Site, in db: any Connection) throws -> DashboardModel {
        guard let person = try db.first(.person(member.id)) else { throw AccountRefusal.unknownPerson }
        let active = try bans.active(of: member.id, in: db)
        let closed = Set(active.map(\.app))
        let open = site.manifests.filter { !closed.contains($0.id) }
        return DashboardModel(
            person: person, canMail: site.configuration.mail != nil, profile: try profiles.profile(of: member.id, in: db),
            cards: try site.extensions.entries(at: .dashboard).filter { !closed.contains($0.module) && !site.isTurnedOff($0.module) }.flatMap {
                try $0.value.cards(member.id, db)
            },
            isStaff: !AdminPlaces(manifests: open).sections(for: member.may).isEmpty,
            apps: open.compactMap { app in app.path.map { DashboardCard(app.name, detail: app.summary, icon: app.appearance.icon, path: $0) } },
            bans: active.map(bans.problem))
    }
}

/// A person's own page.
struct DashboardPage: HTML {
    let model: DashboardModel

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Hello, \(model.person.name)", lead: .verbatim(model.person.email)) {
                LinkButton("Edit details", href: ProfilesPaths.profile(), icon: .edit, style: .secondary)
                Form(AccountsPaths.signOut()) { Button("Sign out", icon: .signOut, style: .secondary) }
            }
            AccountTabs(.overview)
            if !model.person.isVerified { VerificationAlert(address: model.person.email, canMail: model.canMail) }
            for ban in model.bans {
                Alert(.warning, title: ban.detail) {
                    if let remedy = ban.remedy { p { remedy } }
                    if let link = ban.link { p { a(.href(link.path)) { link.label } } }
                }
            }
            if !model.cards.isEmpty { group("Continue", model.cards) }
            // The portal has its own map; a second one here would have to be read twice.
            if model.isStaff {
                section {
                    SectionHeader("Your work")
                    CardGrid { LinkCard("Administration", icon: .shield, href: SitePaths.administration()) }
                }
            }
            group("Apps", model.apps)
        }
    }

    private func group(_ title: Text, _ cards: [DashboardCard]) -> Node {
        section {
            SectionHeader(title)
            CardGrid { for card in cards { LinkCard(card.title, detail: card.detail, icon: card.icon, href: card.path) } }
        }
    }
}
