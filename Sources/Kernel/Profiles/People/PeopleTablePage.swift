import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The list of people in the portal: search, filters, table (CORE-019).
struct PeopleTablePage: PageAnswer {
    let page: PeoplePageful
    let filter: PeopleFilter
    let query: QueryItems
    let next: Cursor?
    let roles: RoleNames

    var title: Text { "People" }
    var shell: ShellStyle { .admin }

    var body: some HTML {
        PageHeader(title, lead: "Everyone with an account, their roles and their bans.") {
            LinkButton("Invite someone", href: ProfilesPaths.newPerson(), icon: .plus)
        }
        filters
        if page.lines.isEmpty {
            EmptyState(.people, title: "No matches", message: "No accounts match these filters.") {
                LinkButton("Show all accounts", href: ProfilesPaths.people(), style: .secondary)
            }
        } else {
            table
            Pagination(next: next.map { address(after: $0) }, summary: "\(page.total) people")
        }
    }

    private var filters: some HTML {
        Form(ProfilesPaths.people(), method: .get, .role("search"), .class("form filter-form")) {
            TextField("Name or email", name: "q", value: filter.words ?? "", kind: .search, .maxlength(PeopleFilter.longestWords))
            MoreFilters(isOpen: ["role", "standing"].contains { query[$0]?.isEmpty == false })
            Select(
                "Role", name: "role",
                choices: [Choice("", "All roles"), Choice("owner", "Owner")] + roles.common.offered.reversed().map { Choice($0.rawValue, $0.name) },
                groups: roles.groups, selected: query["role"] ?? "", isRequired: false)
            Select(
                "Status", name: "standing",
                choices: [Choice("", "All")] + PeopleFilter.Standing.allCases.map { Choice($0.rawValue, $0.name) },
                selected: filter.standing?.rawValue ?? "", isRequired: false)
            FilterActions(clear: ["q", "role", "standing"].contains { query[$0]?.isEmpty == false } ? ProfilesPaths.people() : nil)
        }
    }

    private var table: some HTML {
        div(.class("opens-rows")) {
            DataTable(
                title, columns: [.init("Name"), .init("Email"), .init("Roles"), .init("Status")],
                rows: page.lines.map { line in
                    .init([
                        a(.href(ProfilesPaths.person(line.person.id)), .dir("auto")) { line.person.name },
                        Fragment { line.person.email },
                        RoleBadges(line: line, names: roles),
                        StandingBadges(line: line, names: roles),
                    ])
                })
        }
    }

    private func address(after cursor: Cursor) -> String {
        var query = query
        query.set("after", cursor.text)
        return ProfilesPaths.people() + "?" + query.encoded
    }
}

/// What somebody may do: the common role that was chosen, and single roles besides.
struct RoleBadges: HTML {
    let line: PersonLine
    let names: RoleNames

    var body: some HTML {
        div(.class("cluster")) {
            if line.person.isOwner { Badge("Owner", tone: .accent) }
            if common != .member || !line.person.isOwner && further.isEmpty { Badge(common.name, tone: common == .member ? .quiet : .info) }
            for grant in further { Badge(names.name(of: grant), tone: .quiet) }
        }
    }

    private var common: CommonRole { names.common.named(within: line.grants) }

    /// What was given besides.
    private var further: [Roles.Grant] {
        line.grants.subtracting(names.common.grants(of: common)).filter { !names.isHidden($0) }.sorted { $0.text < $1.text }
    }
}

/// Whether an account can be used, as coloured words.
struct StandingBadges: HTML {
    let line: PersonLine
    let names: RoleNames

    var body: some HTML {
        div(.class("cluster")) {
            if line.person.status != .active {
                Badge("Deactivated", tone: .danger)
            } else if line.isInvited {
                Badge("Invited", tone: .info)
            } else {
                Badge("Active", tone: .success)
            }
            for app in line.closedApps { Badge("Banned from \(names.app(app))", tone: .warning) }
        }
    }
}

extension PeopleFilter.Standing {
    /// What the filter calls it.
    var name: Text {
        switch self {
        case .active: "Active"
        case .invited: "Invited"
        case .deactivated: "Deactivated"
        case .banned: "Banned from an app"
        }
    }
}

/// What roles and apps are called on this site.
struct RoleNames: Sendable {
    /// The apps that have roles, in the order of the navigation.
    let apps: [AppManifest]
    /// The ids of those that people use, the others being parts of the site itself.
    let running: Set<String>
    let common: CommonRoles
    private let names: [String: Text]
    /// The ids of apps that are off.
    private let hidden: Set<String>

    init(_ site: Site) {
        apps = site.manifests.filter { !$0.access.roles.isEmpty }
        running = Set(site.apps.map(\.id))
        common = CommonRoles(site)
        names = Dictionary(site.everyManifest.map { ($0.id, $0.name) }) { first, _ in first }
        hidden = Set(site.everyManifest.map(\.id).filter(site.isTurnedOff))
    }

    /// Every role, for a drop-down: those of an app under its name, then those of the whole site.
    var groups: [Select.Group] {
        let ofApps = apps.filter { running.contains($0.id) }.map { app -> Select.Group in
            (app.name, app.access.roles.map { Choice("\(app.id).\($0.id)", $0.name) }, .nothing)
        }
        let others = apps.filter { !running.contains($0.id) }.flatMap { app in
            app.access.roles.map { Choice("\(app.id).\($0.id)", common.name(of: $0, in: app)) }
        }
        return ofApps + (others.isEmpty ? [] : [("All apps", others, .nothing)])
    }

    /// Whether it is a role in an app that is off, which nobody gives or takes meanwhile.
    func isHidden(_ grant: Roles.Grant) -> Bool { hidden.contains(grant.app) }

    func app(_ id: String) -> Text { names[id] ?? .verbatim(id) }

    func name(of grant: Roles.Grant) -> Text {
        guard let app = apps.first(where: { $0.id == grant.app }), let role = app.access.roles.first(where: { $0.id == grant.role }) else {
            return .verbatim(grant.text)
        }
        return common.name(of: role, in: app)
    }
}
