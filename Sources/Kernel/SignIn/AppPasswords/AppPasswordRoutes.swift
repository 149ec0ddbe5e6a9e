import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Makes and revokes app passwords; making one is only for somebody who has just proved who they are.
struct AppPasswordRoutes: Sendable {
    let appPasswords: AppPasswords
    let reauthentication: Reauthentication

    var routes: [Route] {
        [
            .get(SignInPaths.appPasswords, allow: .members, use: show),
            .post(SignInPaths.appPasswords, allow: .members, use: make),
            .post(SignInPaths.revokeAppPassword, allow: .members, use: revoke),
        ]
    }

    struct AppPasswordForm: Decodable {
        var label: String
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.appPasswords()) { return detour }
        return try await page(request, secret: nil, nil)
    }

    func make(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.appPasswords()) { return detour }
        let form = try request.form(AppPasswordForm.self)
        do {
            let secret = try await appPasswords.make(label: form.label, for: member.id, inSession: member.identity.sessionID)
            return try await page(request, secret: secret, nil)
        } catch let refusal as AccountRefusal {
            return try await page(request, secret: nil, refusal.problem)
        }
    }

    func revoke(_ request: Request, _ member: Member, _ id: AppPasswordID) async throws -> Response {
        try await appPasswords.revoke(id, of: member.id)
        return .seeOther(AccountsPaths.security(), flash: "That app password no longer works.")
    }

    private func page(_ request: Request, secret: String?, _ problem: Problem?) async throws -> Response {
        try await Page("New app password", shell: .site) { AppPasswordPage(secret: secret, problem: problem) }.privateResponse(
            for: request, showing: problem)
    }
}

/// Asks what the new app password is for, and then shows it this once.
struct AppPasswordPage: HTML {
    let secret: String?
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "New app password", lead: "For an app such as KOReader or Thorium. It works until you revoke it or sign out everywhere else.",
                crumbs: [Crumb("Security", href: AccountsPaths.security())])
            ProblemAlert(problem)
            if let secret {
                NewAppPassword(secret: secret)
                Actions { LinkButton("Back to Security", href: AccountsPaths.security(), style: .secondary) }
            } else {
                section(.class("panel")) {
                    Form(SignInPaths.appPasswords()) {
                        TextField("Name of the app or device", name: "label", isRequired: true, .maxlength(60))
                        Actions {
                            Button("Create", icon: .key)
                            LinkButton("Cancel", href: AccountsPaths.security(), style: .quiet)
                        }
                    }
                }
            }
        }
    }
}
