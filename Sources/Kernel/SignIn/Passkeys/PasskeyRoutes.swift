import Accounts
import Core
import Interface
import Markup
import Platform
import Web

/// Makes and removes passkeys, for somebody who has just proved who they are.
struct PasskeyRoutes: Sendable {
    let people: People
    let passkeys: Passkeys
    let reauthentication: Reauthentication

    var routes: [Route] {
        [
            .get(SignInPaths.passkeys, allow: .members, use: show),
            .post(SignInPaths.passkeys, allow: .members, use: add),
            .get(SignInPaths.removePasskey, allow: .members, use: askForRemoval),
            .post(SignInPaths.removePasskey, allow: .members, use: remove),
        ]
    }

    struct PasskeyAnswerForm: Decodable {
        var ticket: String
        var credential: String
        var label: String?
    }

    func show(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.passkeys()) { return detour }
        return try await page(request, try await people.find(member.id), nil)
    }

    func add(_ request: Request, _ member: Member) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.passkeys()) { return detour }
        let form = try request.form(PasskeyAnswerForm.self)
        let person = try await people.find(member.id)
        do {
            try await passkeys.register(form.credential, ticket: form.ticket, label: form.label ?? "", for: person, request)
        } catch let refusal as AccountRefusal {
            return try await page(request, person, refusal.problem)
        }
        return try await reauthentication.confirmed(member, by: .passkey, .seeOther(AccountsPaths.security(), flash: "The passkey is ready."))
    }

    func askForRemoval(_ request: Request, _ member: Member, _ passkey: PasskeyID) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.removePasskey(passkey)) { return detour }
        guard let known = try await passkeys.list(of: member.id).first(where: { $0.id == passkey }) else { throw Problem.notFound }
        return try await ConfirmPage(
            "Remove the passkey", message: "“\(known.label)” can no longer sign in to your account.",
            consequences: ["The device keeps it until you delete it there as well."], confirm: "Remove", icon: .trash,
            action: SignInPaths.removePasskey(passkey), cancel: AccountsPaths.security()
        ).response(for: request)
    }

    func remove(_ request: Request, _ member: Member, _ passkey: PasskeyID) async throws -> Response {
        if let detour = try await reauthentication.detour(for: member, then: SignInPaths.removePasskey(passkey)) { return detour }
        guard try request.form(ConfirmationForm.self).confirmed else { return .seeOther(AccountsPaths.security()) }
        try await passkeys.remove(passkey, of: try await people.find(member.id))
        return .seeOther(AccountsPaths.security(), flash: "The passkey is removed.")
    }

    private func page(_ request: Request, _ person: PersonRecord, _ problem: Problem?) async throws -> Response {
        let offer = try await passkeys.offerRegistration(to: person, request)
        let device = DeviceName(userAgent: request.headers["User-Agent"] ?? "").text
        return try await Page("New passkey", shell: .site, scripts: [PasskeyForm.script]) {
            NewPasskeyPage(offer: offer, suggestion: request.render(device), problem: problem)
        }.privateResponse(for: request, showing: problem)
    }
}

/// Makes a passkey on the device in hand, or on one beside it.
struct NewPasskeyPage: HTML {
    let offer: PasskeyOffer
    let suggestion: String
    let problem: Problem?

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader(
                "New passkey", lead: "Sign in with your fingerprint, face or device PIN instead of a password.",
                crumbs: [Crumb("Security", href: AccountsPaths.security())])
            ProblemAlert(problem)
            section(.class("panel")) {
                PasskeyForm(SignInPaths.passkeys(), label: "Create the passkey", offer: offer, isNew: true, style: .primary) {
                    TextField(
                        "Name of the passkey", name: "label", value: String(suggestion.prefix(60)),
                        hint: "Helps you remember which device it’s on.",
                        isRequired: true, .maxlength(60))
                }
            }
        }
    }
}

/// A person's passkeys.
struct PasskeyList: HTML {
    let passkeys: [PasskeyRecord]

    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Passkeys", detail: "Sign in with your fingerprint, face or PIN instead of a password.")
            if !passkeys.isEmpty {
                ul(.class("rows")) {
                    for passkey in passkeys {
                        li(.class("row")) {
                            div {
                                strong { passkey.label }
                                p(.class("muted")) {
                                    if let used = passkey.lastUsedAt { "Last used \(moment: used)" } else { "Created \(day: passkey.createdAt)" }
                                }
                            }
                            LinkButton("Remove", href: SignInPaths.removePasskey(passkey.id), style: .secondary)
                        }
                    }
                }
            }
            Actions { LinkButton("Add a passkey", href: SignInPaths.passkeys(), icon: .key, style: .secondary) }
        }
    }
}
