import Accounts
import Audit
import Core
import Interface
import Markup
import Moderation
import Platform
import Web

/// One account in the portal.
struct PersonPage: PageAnswer {
    let file: PersonFile
    let rights: PersonRights
    let names: RoleNames
    let reasons: BanReasons
    let entityNames: EntityNames
    let now: Instant
    var problem: Problem?

    private var person: PersonRecord { file.line.person }

    var title: Text { .verbatim(person.name) }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(title, crumbs: rights.seesAccount ? [Crumb("People", href: ProfilesPaths.people())] : []) {}
        ProblemAlert(problem)
        StandingBadges(line: file.line, names: names)
        if rights.seesAccount { account }
        if rights.changesAccess || rights.changesOwners { AccessPanel(file: file, rights: rights) }
        if rights.changesRoles { RolesForm(line: file.line, givesAll: rights.changesOwners, names: names) }
        if !rights.bansFrom.isEmpty || !file.bans.isEmpty {
            BanPanel(file: file, rights: rights, names: names, reasons: reasons, now: now)
        }
        if !(rights.watches?.isEmpty ?? false) { ActivityPanel(entries: file.activity, entityNames: entityNames, names: file.names) }
    }

    private var account: some HTML {
        section(.class("panel")) {
            SectionHeader("Account")
            if let picture = file.picture {
                p { img(.class("own-picture"), .src(picture), .alt("Picture of \(person.name)"), .width(96), .height(96)) }
            }
            DescriptionList([
                .init("Email", person.email),
                .init("Member since") { "\(day: file.createdAt)" },
                .init("Last seen") { if let seen = file.lastSeenAt { "\(day: seen)" } else { "Never" } },
                .init("Open sessions") { "\(file.sessions)" },
                .init("Roles") { RoleBadges(line: file.line, names: names) },
            ])
        }
    }
}

/// The roles of a person.
struct RolesForm: HTML {
    let line: PersonLine
    let givesAll: Bool
    let names: RoleNames

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Roles", detail: "A role decides what this person can see and do.")
            Form(ProfilesPaths.roles(line.person.id)) {
                RoleFields(names: names, givesAll: givesAll, grants: line.grants)
                Actions { Button("Save roles", icon: .check) }
            }
        }
    }
}

/// Shutting and opening an account, its sessions, and ownership.
struct AccessPanel: HTML {
    let file: PersonFile
    let rights: PersonRights

    private var person: PersonRecord { file.line.person }

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Access")
            ul(.class("rows")) {
                if rights.changesAccess {
                    if file.isInvited, person.status == .active {
                        row("Invitation", "This person hasn’t accepted the invitation yet.") {
                            LinkButton("Show link", href: ProfilesPaths.inviteAgain(person.id), style: .secondary)
                        }
                    }
                    if rights.resetsPassword, !file.isInvited {
                        row("Password", "Creates a link to set a new password, for you to give to this person. It works once, for one hour.") {
                            button("Create reset link", ProfilesPaths.resetLink(person.id), style: .secondary)
                        }
                    }
                    row("Sessions", "Signs this person out on every device.") {
                        button("End all sessions", ProfilesPaths.endSessions(person.id), style: .secondary)
                    }
                    if person.status != .active {
                        row("Reactivate the account", "The person can sign in again and finds everything as it was.") {
                            button("Reactivate", ProfilesPaths.personStatus(person.id), style: .primary, ("active", "true"))
                        }
                    }
                }
            }
            if deactivates || rights.changesOwners { Disclosure("More") { ul(.class("rows")) { rare } } }
        }
    }

    private var deactivates: Bool { rights.changesAccess && person.status == .active }

    /// What is seldom done and weighs much.
    @HTMLBuilder private var rare: Node {
        if deactivates {
            row("Deactivate the account", "Nobody can sign in to it until it’s reactivated. Nothing is deleted.") {
                button("Deactivate", ProfilesPaths.personStatus(person.id), style: .danger, ("active", "false"))
            }
        }
        if rights.changesOwners {
            row("Ownership", "Owners can do everything on this site, and only they can add other owners.") {
                if person.isOwner {
                    button("Remove as owner", ProfilesPaths.ownership(person.id), style: .secondary, ("owner", "false"))
                } else {
                    button("Make an owner", ProfilesPaths.ownership(person.id), style: .secondary, ("owner", "true"))
                }
            }
        }
    }

    private func row(_ title: Text, _ words: Text, @HTMLBuilder control: () -> Node) -> Node {
        li(.class("row")) {
            div {
                strong { title }
                p(.class("muted")) { words }
            }
            control()
        }
    }

    private func button(_ label: Text, _ action: String, style: ButtonStyle, _ field: (String, String)? = nil) -> some HTML {
        Form(action) {
            if let field { input(.type("hidden"), .name(field.0), .value(field.1)) }
            Button(label, style: style)
        }
    }
}

/// What somebody did lately.
struct ActivityPanel: HTML {
    let entries: [AuditRecord]
    let entityNames: EntityNames
    let names: [PersonID: String]

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Recent activity")
            if entries.isEmpty {
                p(.class("muted")) { "Nothing in the log." }
            } else {
                DataTable(
                    "What this person did, and what was decided about them", columns: [.init("When"), .init("What")],
                    rows: entries.map { entry in
                        .init([
                            Fragment { "\(moment: entry.at)" as Text },
                            Fragment { Node.linked(entityNames.sentence(of: entry, people: names, for: nil)) },
                        ])
                    })
            }
        }
    }
}
