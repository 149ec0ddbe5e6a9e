import Accounts
import Core
import Interface
import Mail
import Markup
import Platform
import Web

/// Asking staff without signing in: who cannot get in needs help most (LIB-149). The answer goes to an address that they give.
struct GuestSupportRoutes: Sendable {
    let site: Site
    let support: Support
    /// Requests by network, and of all guests together: staff must not drown in them.
    private let pace: RateLimiter
    private let all: RateLimiter

    init(site: Site, support: Support) {
        self.site = site
        self.support = support
        pace = site.rateLimiter("help.guests", capacity: 5, per: .seconds(3600))
        all = site.rateLimiter("help.all-guests", capacity: 60, per: .seconds(86_400))
    }

    var routes: [Route] {
        [
            .get(HelpPaths.ask, allow: .everyone, use: show),
            .post(HelpPaths.ask, allow: .everyone, use: ask),
            .get(HelpPaths.asked, allow: .everyone, use: confirm),
        ]
    }

    private var canMail: Bool { site.configuration.mail != nil }

    struct GuestForm: Decodable, Sendable {
        var email: String
        var subject: String
        var words: String
    }

    func show(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard visitor.personID == nil else { return .seeOther(HelpPaths.support()) }
        return try await GuestSupportPage(canMail: canMail).response(for: request)
    }

    func ask(_ request: Request, _ visitor: Visitor) async throws -> Response {
        let form = try request.form(GuestForm.self)
        do {
            let draft = try checked(form)
            guard pace.take(request.network) == nil, all.take("") == nil else { throw SupportRefusal.tooManyGuests }
            let id = try await support.ask(draft.words, answerTo: draft.email, in: request.language)
            return .seeOther(HelpPaths.asked(SupportReceipt(request: id, email: draft.email.text).sealed(site.key)))
        } catch let refusal as SupportRefusal {
            return try await GuestSupportPage(canMail: canMail, rejected: (form, refusal.problem)).response(for: request)
        }
    }

    func confirm(_ request: Request, _ visitor: Visitor, _ receipt: String) async throws -> Response {
        guard let receipt = SupportReceipt(sealed: receipt, site.key) else { throw Problem.notFound }
        var response = try await GuestAskedPage(receipt: receipt, canMail: canMail).response(for: request)
        response.headers.set("Cache-Control", "no-store")
        return response
    }

    /// Everything that is wrong at once.
    private func checked(_ form: GuestForm) throws(SupportRefusal) -> (email: EmailAddress, words: Support.Draft) {
        var wrong: [String: Text] = [:]
        var draft: Support.Draft?
        do throws(SupportRefusal) {
            draft = try Support.Draft(subject: form.subject, words: form.words, page: "", errorID: "")
        } catch {
            wrong = error.problem.fields
        }
        let email = EmailAddress(form.email)
        if email == nil { wrong["email"] = "Write an email address like name@example.org." }
        guard let draft, let email else { throw .wrong(wrong) }
        return (email, draft)
    }
}

/// The form of somebody who is not signed in.
struct GuestSupportPage: PageAnswer {
    /// Whether the site has a mail server.
    let canMail: Bool
    var rejected: (form: GuestSupportRoutes.GuestForm, problem: Problem)?

    var title: Text { "Ask for help" }
    var shell: ShellStyle { .site }
    var status: Status { Status(rejected?.problem) }

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                title, lead: "The people who run this site read your question and write back to you.",
                crumbs: [Crumb("Help", href: HelpPaths.home())])
            ProblemAlert(rejected?.problem)
            form
            p(.class("muted or-sign-in")) {
                "Do you have an account?"
                " " as String
                a(.href(Web.link(SitePaths.signIn(), query: ["then": HelpPaths.support()]))) { "Sign in and ask there" }
            }
        }
    }

    private var form: some HTML {
        let wrong = rejected?.problem.fields ?? [:]
        return Form(HelpPaths.ask()) {
            TextField(
                "Your email", name: "email", value: rejected?.form.email ?? "", kind: .email,
                hint: canMail
                    ? "We write back to this address."
                    : "This site can’t send email yet. Someone who runs this site writes to this address from their own email.",
                error: wrong["email"], isRequired: true, .autocomplete("email"), .maxlength(254))
            TextField(
                "Subject", name: "subject", value: rejected?.form.subject ?? "", error: wrong["subject"], isRequired: true,
                .maxlength(120))
            TextArea(
                "What can we help you with?", name: "words", value: rejected?.form.words ?? "", lines: 6,
                hint: "Never write your password.", error: wrong["words"], isRequired: true, .maxlength(Support.longest))
            Actions { Button("Send", icon: .mail) }
        }
    }
}
