import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// The page behind an invitation: says welcome, takes the password and opens the account.
struct WelcomeRoutes: Sendable {
    let site: Site
    let invitations: Invitations
    let admission: SignInCompletion

    var routes: [Route] {
        [
            .get(SignInPaths.welcome, allow: .everyone, use: show),
            .post(SignInPaths.welcome, allow: .everyone, use: accept),
        ]
    }

    struct WelcomeForm: Decodable {
        var name: String?
        var password: String
    }

    /// Mail programs open links to look at them, so that looking uses nothing up.
    func show(_ request: Request, _ visitor: Visitor, _ link: String) async throws -> Response { try await page(request, link, nil) }

    func accept(_ request: Request, _ visitor: Visitor, _ link: String) async throws -> Response {
        let form = try request.form(WelcomeForm.self)
        let person: PersonID
        let (_, grants) = try await invitations.guest(of: link)
        do {
            person = try await invitations.accept(link, name: form.name, password: form.password, language: request.language)
        } catch let refusal as AccountRefusal where [.weakPassword, .nameInvalid].contains(refusal) {
            return try await page(request, link, refusal.problem, form.name)
        }
        // Whoever is invited to work here finds the work first.
        return try await admission.admit(
            person, by: .email, keep: false, to: CommonRoles(site).greatest(within: grants) == .member ? nil : SitePaths.administration(), request)
    }

    private func page(_ request: Request, _ link: String, _ problem: Problem?, _ typed: String? = nil) async throws -> Response {
        let (guest, grants) = try await invitations.guest(of: link)
        return try await Page("Welcome", shell: .bare) {
            WelcomePage(
                link: link, name: guest.name, typed: typed, email: guest.email, siteName: site.configuration.name,
                roles: grants.isEmpty ? [] : CommonRoles(site).summaries(of: grants), problem: problem)
        }.privateResponse(for: request, showing: problem)
    }
}

/// Says welcome, and asks for a password.
struct WelcomePage: HTML {
    let link: String
    let name: String
    /// What they want to be called instead.
    let typed: String?
    let email: String
    let siteName: String
    /// Empty for a member: everybody is one, and what somebody was invited to do besides is news.
    let roles: [CommonRoles.Summary]
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Welcome, \(name)", lead: "You’re invited to \(siteName). Choose a password to get started.")
            ProblemAlert(problem)
            for role in roles { Alert(.info, title: "Your role: \(role.name)") { p { role.words } } }
            Form(SignInPaths.welcome(link)) {
                TextField(
                    "Name", name: "name", value: typed ?? name, hint: "This is what others see.", error: problem?.fields["name"], isRequired: true,
                    .autocomplete("name"), .maxlength(100), .saying("Write a name of 1 to 100 characters."))
                TextField(
                    "Email", name: "email", value: email, kind: .email, hint: "You sign in with it.", isRequired: true, .autocomplete("username"),
                    .flag("readonly"))
                TextField(
                    "Password", name: "password", kind: .password, hint: "At least 8 characters with at least one number.",
                    error: problem?.fields["password"], isRequired: true, .autocomplete("new-password"), .custom("minlength", "8"),
                    .custom("pattern", ".*[0-9].*"), .saying("Use at least 8 characters with at least one number."))
                Actions { Button("Join", icon: .signIn) }
            }
        }
    }
}
