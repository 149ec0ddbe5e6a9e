import Core
import Interface
import Markup
import Platform
import Web

/// Who has which role: the part of the staff portal where the owner gives and takes them (LIB-008).
struct PeopleRoutes: Sendable {
    let site: Site
    let people: People
    let roles: Roles
    let sessions: Sessions

    var routes: [Route] {
        [
            .get(AccountsPaths.people, allow: .permission(AccountsPermissions.roles), use: list),
            .post(AccountsPaths.roles, allow: .permission(AccountsPermissions.roles), use: change),
        ]
    }

    struct RolesForm: Decodable {
        /// The roles that are ticked, as `app.role`.
        var roles: [String]?
    }

    func list(_ request: Request, _ member: Member) async throws -> Response {
        let everybody = try await people.everybody()
        let choices = site.manifests.flatMap { app in
            app.roles.map { RoleChoice(grant: Roles.Grant(app: app.id, role: $0.id), name: $0.name) }
        }
        return try await Page("People and roles", shell: .admin) { PeoplePage(people: everybody, choices: choices) }
            .response(for: request)
    }

    func change(_ request: Request, _ member: Member, _ person: PersonID) async throws -> Response {
        let form = try request.form(RolesForm.self)
        let name = try await people.find(person).name
        try await roles.set(Set((form.roles ?? []).compactMap(Roles.Grant.init(text:))), of: person, by: member.id)
        sessions.cache.clear()
        return .seeOther(AccountsPaths.people(), flash: "The roles of \(name) are saved.")
    }
}

/// A role that can be ticked.
struct RoleChoice: Sendable {
    let grant: Roles.Grant
    let name: Text
}

/// A person with their roles.
struct PersonWithRoles: Sendable {
    let person: PersonRecord
    let grants: Set<Roles.Grant>
}

/// The list of people with a form for each one's roles.
struct PeoplePage: HTML {
    let people: [PersonWithRoles]
    let choices: [RoleChoice]

    var body: some HTML {
        PageHeader("People and roles", lead: "A role decides what somebody sees and may do. Owners may do everything.")
        ul(.class("rows")) {
            for entry in people {
                li(.class("panel")) {
                    h2 { entry.person.name }
                    p(.class("muted")) { entry.person.email }
                    if entry.person.isOwner { Badge("Owner") } else { form(for: entry) }
                }
            }
        }
    }

    private func form(for entry: PersonWithRoles) -> some HTML {
        Form(AccountsPaths.roles(entry.person.id)) {
            fieldset(.class("field")) {
                legend(.class("field-label")) { "Roles" }
                for choice in choices {
                    Checkbox(
                        choice.name, name: "roles", value: choice.grant.text,
                        isChecked: entry.grants.contains(choice.grant))
                }
            }
            Actions { Button("Save roles", style: .secondary) }
        }
    }
}
