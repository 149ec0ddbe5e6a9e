import Accounts
import Core
import Interface
import Mail
import Markup
import Platform
import Web

/// The pages on which somebody gives their account another email address.
struct EmailChangeRoutes: Sendable {
    let site: Site
    let people: People
    let change: EmailChange
    let reauthentication: Reauthentication
    let throttle: SignInThrottle

    var routes: [Route] {
        [
            .get(SignInPaths.email, allow: .members, use: show),
            .post(SignInPaths.email, allow: .members, use: ask),
            .get(SignInPaths.confirmEmail, allow: .members, use: showLink),
            .post(SignInPaths.confirmEmail, allow: .members, use: confirm),
        ]
    }

    struct EmailForm: Decodable {
        var email: String
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.email()) { return detour }
        return try await page(request, member)
    }

    func ask(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.email()) { return detour }
        let form = try request.form(EmailForm.self)
        do {
            guard site.configuration.mail != nil else { throw AccountRefusal.noMail }
            guard let email = EmailAddress(form.email) else { throw AccountRefusal.emailInvalid }
            let person = try await people.find(member.id)
            guard email.text != person.email else { throw AccountRefusal.emailSame }
            // Of a person, and to an address: neither fills mailboxes.
            guard let own = EmailAddress(person.email), throttle.mayWrite(to: own, for: .emailChange),
                throttle.mayWrite(to: email, for: .emailChange)
            else { throw AccountRefusal.tooManyEmails }
            try await change.ask(email, for: person)
            return .seeOther(AccountsPaths.security(), flash: "We’ve sent a link to \(email.text). Open it to change your address.", tone: .note)
        } catch let refusal as AccountRefusal {
            return try await page(request, member, typed: form.email, problem: refusal.problem)
        }
    }

    /// Mail programs open links to look at them, so that only a button changes anything.
    func showLink(_ request: Request, _ member: Member, _ link: String) async throws -> Response {
        let wish = try change.read(link, by: try await people.find(member.id))
        return try await Page("Confirm your new address", shell: .bare) {
            div(.class("narrow")) {
                PageHeader("Confirm your new address", lead: .verbatim(wish.to))
                Form(SignInPaths.confirmEmail(link)) { Actions { Button("Use this address", icon: .check) } }
            }
        }.privateResponse(for: request)
    }

    func confirm(_ request: Request, _ member: Member, _ link: String) async throws -> Response {
        let address = try await change.confirm(link, by: member.id)
        return .seeOther(AccountsPaths.security(), flash: "Your email address is now \(address).")
    }

    private func page(_ request: Request, _ member: Member, typed: String = "", problem: Problem? = nil) async throws -> Response {
        let (person, canMail) = (try await people.find(member.id), site.configuration.mail != nil)
        guard problem != nil || EmailChange.isOpen(to: person, on: site) else { throw AccountRefusal.emailStays }
        return try await Page("Change your email address", shell: .site) {
            EmailChangePage(
                address: person.email, canMail: canMail, isOpen: EmailChange.isOpen(to: person, on: site), typed: typed, problem: problem)
        }.privateResponse(for: request, showing: problem)
    }
}

/// Asks for the new address.
struct EmailChangePage: HTML {
    let address: String
    let canMail: Bool
    let isOpen: Bool
    let typed: String
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "Change your email address", lead: "You sign in with it, and get emails there. Now it’s \(address).",
                crumbs: [Crumb("Security", href: AccountsPaths.security())])
            ProblemAlert(problem)
            if isOpen, canMail {
                Form(SignInPaths.email()) {
                    TextField(
                        "New email address", name: "email", value: typed, kind: .email,
                        hint: "We send a link there. Your address changes when you open it.", error: problem?.fields["email"], isRequired: true,
                        .autocomplete("email"))
                    Actions {
                        Button("Send the link", icon: .mail)
                        LinkButton("Cancel", href: AccountsPaths.security(), style: .quiet)
                    }
                }
            } else if problem == nil {
                Alert(.info, title: "This site can’t send email, so addresses can’t be changed here.") {
                    p { a(.href(SitePaths.ask())) { "Contact us" } }
                }
            }
        }
    }
}

/// The address of the account, and the way to change it.
struct EmailPanel: HTML {
    let address: String
    let canChange: Bool

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Email address")
            p(.class("address")) { address }
            if canChange { Actions { LinkButton("Change email address", href: SignInPaths.email(), icon: .mail, style: .secondary) } }
        }
    }
}
