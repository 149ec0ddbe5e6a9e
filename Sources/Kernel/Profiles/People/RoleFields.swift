import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The common roles to choose one from, those of the apps that run here beside them, and what else there is folded away.
struct RoleFields: HTML {
    let names: RoleNames
    /// Whether the reader may give rights over people.
    let givesAll: Bool
    let chosen: CommonRole
    /// Detailed roles that are ticked.
    let extra: Set<Roles.Grant>

    init(names: RoleNames, givesAll: Bool, chosen: CommonRole, extra: Set<Roles.Grant>) {
        self.names = names
        self.givesAll = givesAll
        self.chosen = chosen
        self.extra = extra
    }

    /// The roles that somebody has.
    init(names: RoleNames, givesAll: Bool, grants: Set<Roles.Grant>) {
        let chosen = names.common.greatest(within: grants)
        self.init(names: names, givesAll: givesAll, chosen: chosen, extra: grants.subtracting(names.common.grants(of: chosen)))
    }

    var body: some HTML {
        RadioGroup(
            "Role", name: "role", choices: choices.map { Choice($0.rawValue, $0.name, hint: hint(for: $0)) }, selected: chosen.rawValue)
        let (apps, parts) = (names.apps.filter { names.running.contains($0.id) }, names.apps.filter { !names.running.contains($0.id) })
        Disclosure("Roles in one app", isOpen: !extra.isEmpty, .class("single-roles")) {
            p(.class("muted")) { "For someone who looks after one app only, such as its moderator. They come on top of the role above." }
            for app in apps { group(app) }
            Disclosure("More roles", isOpen: parts.contains { part in extra.contains { $0.app == part.id } }) { for part in parts { group(part) } }
        }
    }

    /// A line for an app, which opens its roles.
    @HTMLBuilder private func group(_ app: AppManifest) -> Node {
        let roles = app.access.roles.filter { givesAll || app.id != AccountsModule.manifest.id || extra.contains(grant(app.id, $0)) }
        let ticked = roles.filter { extra.contains(grant(app.id, $0)) }.map(\.name)
        if !roles.isEmpty {
            Disclosure(isOpen: !ticked.isEmpty, .class("role-fold")) {
                app.name
                span(.class("muted")) { Text.list(of: ticked) }
            } content: {
                fieldset(.class("choices")) {
                    legend(.class("visually-hidden")) { app.name }
                    for role in roles {
                        Checkbox(
                            role.name, name: "roles", value: grant(app.id, role).text, isChecked: extra.contains(grant(app.id, role)),
                            hint: names.common.words(for: role))
                    }
                }
            }
        }
    }

    /// What it lets somebody do; what an app adds to that is named as the app names it.
    private func hint(for role: CommonRole) -> Text {
        let added = names.common.added(to: role).map { "“\($0.name)”" as Text }
        return added.isEmpty ? role.summary : "\(role.summary) Includes \(Text.list(of: added))."
    }

    /// The one that holds stays, so that saving changes nothing that was not touched.
    private var choices: [CommonRole] {
        names.common.offered.filter { role in
            givesAll || role == chosen || !names.common.grants(of: role).contains { $0.app == AccountsModule.manifest.id }
        }
    }

    private func grant(_ app: String, _ role: RoleDeclaration) -> Roles.Grant { Roles.Grant(app: app, role: role.id) }
}
