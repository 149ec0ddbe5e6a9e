import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Every setting on one page: a line for each part of the house, which opens its card; each card is saved by itself.
struct SettingsPage: PageAnswer {
    let site: Site
    /// Whether the reader may choose the site's address.
    let maySetAddress: Bool
    /// Whether the reader may turn apps on and off.
    let mayTurnApps: Bool
    /// What was sent and refused: every field shows it again.
    var typed: QueryItems?
    /// What parts say about their settings, by id.
    var notes: [String: Text] = [:]
    /// What holds, where their values alone would say something else, by id.
    var facts: [String: Text] = [:]
    var problem: Problem?
    /// One card alone, as the list of first steps asks for it: a part of the site's, `apps`, `privacy`, or the settings of one part or app.
    var only: String?
    /// The step that saving it does.
    var reviews: String?
    /// The card of the whole page that is open.
    var opened: String?
    /// Whether saving leads back to that list.
    var comesFromSetup = false

    var title: Text {
        switch only {
        case Self.apps: "Apps, names and colours"
        case Self.privacy: "Terms and personal data"
        default: part?.title ?? group?.title ?? "Settings"
        }
    }

    static let apps = "apps"
    static let privacy = "privacy"
    private var part: SitePart? { only.flatMap(SitePart.init(rawValue:)) }
    private var group: SettingGroup? { SettingGroup.all(of: site).first { only == "part-\($0.id)" } }
    private var isWhole: Bool { part == nil && group == nil && only != Self.apps && only != Self.privacy }
    var shell: ShellStyle { .admin }
    var status: Status { problem == nil ? .ok : .unprocessableContent }

    var body: some HTML {
        PageHeader(title, lead: "Settings for everyone. They apply as soon as you save them.", crumbs: SetupReturn.crumbs(comesFromSetup))
        ProblemAlert(problem)
        if isWhole {
            div(.class("settings-cards")) {
                for card in cards {
                    folded(card)
                    if card.id == SitePart.identity.rawValue { look }
                }
            }
        } else {
            if only == Self.apps {
                LinkCard(
                    "Logo and colour", detail: LookPage.summary(of: site.configuration.look), icon: .image,
                    href: comesFromSetup ? SetupReturn.link(SettingsPaths.look()) : SettingsPaths.look())
            }
            Form(SettingsPaths.site(), .class("settings-form")) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                if let reviews { input(.type("hidden"), .name(SetupReturn.reviewed), .value(reviews)) }
                if let only { input(.type("hidden"), .name("only"), .value(only)) }
                for card in cards { shown(card) }
                if only == Self.privacy {
                    Card("Terms") {
                        p { "Read the terms of each app, and change what doesn’t fit your community." }
                        Actions { LinkButton("Open the terms", href: AccountsPaths.termsEditor(), icon: .book, style: .secondary) }
                    }
                }
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    private struct SettingsCard {
        let id: String
        let title: Text
        /// What holds now, in a few words.
        let summary: Text
        var lead: Text?
        let content: Node
    }

    /// Those that are shown, in their order.
    private var cards: [SettingsCard] {
        let parts = part.map { [$0] } ?? (isWhole ? SitePart.allCases : [])
        let apps = isWhole || only == Self.apps ? site.apps : []
        let groups = only == Self.privacy ? [.privacy(of: site)] : group.map { [$0] } ?? (isWhole ? SettingGroup.all(of: site) : [])
        return parts.map { part in
            let fields = SiteFields(part: part, site: site, maySetAddress: maySetAddress, form: fields(of: part.rawValue, or: "site"))
            return SettingsCard(id: part.rawValue, title: part.title, summary: part.summary(of: site.configuration), content: fields.node)
        }
            + switches
            + apps.map { app in
                let id = "app-\(app.id)"
                return SettingsCard(
                    id: id, title: "\(app.name): name, colour and access", summary: app.summary,
                    content: AppFields(app: app, site: site, form: fields(of: id)).node)
            }
            + groups.map { group in
                let id = "part-\(group.id)"
                let fields = DeclaredFields(group: group, notes: notes, facts: facts, form: fields(of: id))
                return SettingsCard(
                    id: id, title: group.title, summary: group.summary(of: site.configuration.settings, facts), lead: group.lead, content: fields.node
                )
            }
    }

    /// Which apps are on; there is nothing to choose where the site has one.
    private var switches: [SettingsCard] {
        guard mayTurnApps, isWhole || only == Self.apps, site.switchableApps.count > 1 else { return [] }
        return [
            SettingsCard(
                id: AppSwitches.card, title: "Apps", summary: AppSwitches.summary(of: site),
                lead: "An app that is off is hidden from everyone. Its content stays, and is there again when you turn it on.",
                content: AppSwitches(site: site, form: fields(of: AppSwitches.card)).node)
        ]
    }

    /// What was typed in a card; a card that was not sent shows what holds.
    private func fields(of card: String, or whole: String? = nil) -> SettingsFields {
        let sent = typed?.all(SettingsForm.card) ?? []
        let wasSent = sent.contains(card) || whole.map(sent.contains) ?? false
        return SettingsFields(typed: wasSent ? typed : nil, values: site.configuration.settings, wrong: problem?.fields ?? [:])
    }

    /// A card that the page is about alone is called by the title of the page.
    private func shown(_ card: SettingsCard) -> some HTML {
        Card(part == nil && group == nil ? card.title : nil, .id(card.id)) { fields(of: card) }
    }

    private func folded(_ card: SettingsCard) -> some HTML {
        let sent = typed?.all(SettingsForm.card) ?? []
        let wasRefused = problem != nil && (sent.contains(card.id) || sent.contains("site") && SitePart(rawValue: card.id) != nil)
        return Disclosure(isOpen: wasRefused || opened == card.id, .class("settings-fold"), .id(card.id)) {
            strong { card.title }
            span(.class("muted")) { card.summary }
        } content: {
            Form(SettingsPaths.site(), .class("settings-form")) {
                input(.type("hidden"), .name(SettingsForm.section), .value(card.id))
                fields(of: card)
                Actions { Button("Save", icon: .check) }
            }
        }
    }

    /// The line that leads to the page for it, among those that open a card.
    private var look: some HTML {
        a(.class("settings-fold settings-line"), .href(SettingsPaths.look())) {
            Icon.chevronRight
            span {
                strong { "Logo and colour" }
                span(.class("muted")) { LookPage.summary(of: site.configuration.look) }
            }
        }
    }

    @HTMLBuilder private func fields(of card: SettingsCard) -> Node {
        if let lead = card.lead { p(.class("muted")) { lead } }
        input(.type("hidden"), .name(SettingsForm.card), .value(card.id))
        card.content
    }
}
