import Accounts
import Core
import Interface
import Localization
import Mail
import Markup
import Platform
import SignIn
import Web

/// The form that invites somebody (LIB-009).
struct NewPersonPage: PageAnswer {
    let site: Site
    let names: RoleNames
    /// Whether the reader may give roles, and rights over people among them.
    let givesRoles: Bool
    let givesAll: Bool
    var form = NewPersonForm(name: "", email: "")
    var problem: Problem?
    var comesFromSetup = false

    var title: Text { "Invite someone" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    private var canMail: Bool { site.configuration.mail != nil }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                title,
                lead: canMail
                    ? "They get an email with a link. You can also copy the link or show it as a QR code."
                    : "No email is sent, because the site has no mail server. You get a link and a QR code to share instead.",
                crumbs: comesFromSetup ? SetupReturn.crumbs(true) : [Crumb("People", href: ProfilesPaths.people())]
            ) {}
            ProblemAlert(problem)
            Form(ProfilesPaths.newPerson()) {
                if comesFromSetup { input(.type("hidden"), .name(SetupReturn.field), .value(SetupReturn.value)) }
                TextField(
                    "Name", name: "name", value: form.name, hint: "They can change it.", error: problem?.fields["name"], isRequired: true,
                    .maxlength(100), .autocomplete("off"))
                TextField(
                    "Email", name: "email", value: form.email, kind: .email, hint: "They sign in with it.", error: problem?.fields["email"],
                    isRequired: true, .autocomplete("off"))
                if givesRoles {
                    RoleFields(
                        names: names, givesAll: givesAll, chosen: form.role ?? .member,
                        extra: Set((form.roles ?? []).compactMap(Roles.Grant.init(text:))))
                }
                if canMail, site.configuration.languages.count > 1 {
                    Select(
                        "Language of the email", name: "language",
                        choices: site.configuration.languages.map { Choice($0.rawValue, .verbatim($0.nativeName)) },
                        selected: (form.language ?? site.configuration.mainLanguage).rawValue)
                }
                Actions { Button("Invite", icon: .plus) }
            }
        }
    }
}

/// An invitation as whoever invites sees it: what became of the email, the link to hand over, its QR code.
struct InvitationPage: PageAnswer {
    let person: PersonRecord
    let roles: [CommonRoles.Summary]
    let state: Invitations.State
    /// The link with the address that people reach the site at; nil when it has run out.
    let link: String?
    var comesFromSetup = false
    var problem: Problem?

    var title: Text { "Invitation for \(person.name)" }
    var shell: ShellStyle { .admin }
    var status: Status { Status(problem) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                title,
                crumbs: comesFromSetup
                    ? SetupReturn.crumbs(true)
                    : [Crumb("People", href: ProfilesPaths.people()), Crumb(.verbatim(person.name), href: ProfilesPaths.person(person.id))]
            ) {}
            ProblemAlert(problem)
            delivery
            section(.class("panel")) {
                DescriptionList([
                    .init("Email", person.email),
                    .init(roles.count == 1 ? "Role" : "Roles") {
                        for role in roles {
                            strong { role.name }
                            p(.class("muted")) { role.words }
                        }
                    },
                ])
                if let link {
                    LinkToShare(link, hint: state.link.map { "Works once, until \(day: $0.until)." })
                } else {
                    Alert(.warning) { "The link has expired. Make a new one." }
                }
            }
            div(.class("cluster")) {
                Form(ProfilesPaths.inviteAgain(person.id)) { Button("New link", icon: .refresh, style: .secondary) }
                LinkButton("Invite someone else", href: ProfilesPaths.newPerson(), icon: .plus, style: .secondary)
            }
            p(.class("field-hint")) { "A new link replaces the old one. Anyone who has the link can use it." }
        }
    }

    @HTMLBuilder private var delivery: Node {
        switch state.delivery {
        case .none:
            Alert(.info, title: "Give them this link yourself") { p { "Email isn’t set up, so nothing was sent." } }
        case .refused(let reason):
            Alert(.warning, title: "Give them this link yourself") {
                p { "The email couldn’t be sent." }
                if let reason { p(.class("muted")) { reason } }
            }
        case .waiting: Alert(.info) { "An email to \(person.email) is waiting to be sent." }
        case .sent(let at): Alert(.success) { "Emailed to \(person.email) on \(moment: at)." }
        }
    }
}
