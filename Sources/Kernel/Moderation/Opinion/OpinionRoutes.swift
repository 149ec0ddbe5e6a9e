import Audit
import Core
import Interface
import Markup
import Platform
import Web

/// Setting the third opinion up (CORE-025).
struct OpinionRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(ModerationPaths.opinion, allow: .permission(ModerationPermissions.words), use: show),
            .post(ModerationPaths.opinion, allow: .permission(ModerationPermissions.words), use: save),
            .post(ModerationPaths.opinionStop, allow: .permission(ModerationPermissions.words), use: stop),
        ]
    }

    struct OpinionForm: Decodable, Sendable {
        var address: String?
        var model: String?
        var key: String?
    }

    private struct StopForm: Decodable { var stopped: Bool }

    func show(_ request: Request, _ member: Member) -> OpinionPage {
        let kept = site.configuration.opinion
        return OpinionPage(kept: kept, form: OpinionForm(address: kept?.address, model: kept?.model))
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(OpinionForm.self)
        let (address, model, key) = ((form.address ?? "").trimmedEnd, (form.model ?? "").trimmedEnd, (form.key ?? "").trimmedEnd)
        var wrong: [String: Text] = [:]
        if address.wholeMatch(of: /https?:\/\/[^\s\/@]+(\/[^\s?#@]*)?/) == nil || address.count > 300 {
            wrong["address"] = "Enter an address that begins with https://."
        }
        if model.isEmpty || model.count > 100 { wrong["model"] = "Enter the name of the model." }
        let kept = site.configuration.opinion
        guard wrong.isEmpty else {
            var page = OpinionPage(kept: kept, form: form)
            page.problem = Problem(
                .invalid, "moderation.opinion-wrong", "This wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
            return try await page.response(for: request)
        }
        let base = address.hasSuffix("/") ? String(address.dropLast()) : address
        // A key is for the address that it was typed for: no other server gets it.
        let before = kept?.address == base ? kept?.sealedKey : nil
        let sealed = key.isEmpty ? before : OpinionConfiguration.seal(key, for: site)
        try await site.configure(by: member.id) { all, write in
            all.opinion = OpinionConfiguration(address: base, model: model, sealedKey: sealed, isStopped: kept?.isStopped ?? false)
            try write.audit(.configure, AuditName("moderation.opinion", "site"), ["address": base, "model": model])
        }
        return try await tried()
    }

    /// Whoever sets it up learns at once whether it answers.
    private func tried() async throws -> Response {
        guard let endpoint = site.configuration.opinion else { return .seeOther(ModerationPaths.opinion()) }
        do {
            _ = try await OpinionClient().doubts("Could someone lend me a ladder on Saturday?", endpoint, on: site)
            return .seeOther(ModerationPaths.opinion(), flash: "Saved. The model answers.")
        } catch {
            return .seeOther(
                ModerationPaths.opinion(), flash: "Saved, but the model doesn’t answer. Check the address, the model and the key.", tone: .warning)
        }
    }

    func stop(_ request: Request, _ member: Member) async throws -> Response {
        let isStopped = try request.form(StopForm.self).stopped
        try await site.configure(by: member.id) { all, write in
            all.opinion?.isStopped = isStopped
            try write.audit(.configure, AuditName("moderation.opinion", "site"), ["stopped": isStopped ? "true" : "false"])
        }
        return .seeOther(ModerationPaths.opinion())
    }
}

/// The page that sets it up.
struct OpinionPage: PageAnswer {
    let kept: OpinionConfiguration?
    let form: OpinionRoutes.OpinionForm
    var problem: Problem?

    var title: Text { "Third opinion" }
    var shell: ShellStyle { .admin }
    var activePath: String? { ModerationPaths.words() }
    var status: Status { Status(problem) }

    var body: some HTML {
        PageHeader(
            title,
            lead: "A language model of your choice can read what the filter accepts. It can only ask for a moderator; it never rejects anything.",
            crumbs: [Crumb("Moderation", href: ModerationPaths.queue()), Crumb("Word lists", href: ModerationPaths.words())])
        ProblemAlert(problem)
        Alert(.info) { p { "What people post is sent to this address. Private messages never are. Say so in your privacy notice." } }
        if let kept {
            Form(ModerationPaths.opinionStop(), .class("card")) {
                Badge(kept.isStopped ? "Turned off" : "Turned on", tone: kept.isStopped ? .warning : .success)
                input(.type("hidden"), .name("stopped"), .value(kept.isStopped ? "false" : "true"))
                Actions { Button(kept.isStopped ? "Turn on" : "Turn off", style: .secondary) }
            }
        }
        Form(ModerationPaths.opinion(), .class("card")) {
            TextField(
                "Address", name: "address", value: form.address ?? "",
                hint: "An address with an API like OpenAI’s, for example https://llm.example.org/v1.", error: problem?.fields["address"],
                isRequired: true, .maxlength(300), .autocomplete("off"))
            TextField(
                "Model", name: "model", value: form.model ?? "", error: problem?.fields["model"], isRequired: true, .maxlength(100),
                .autocomplete("off"))
            TextField(
                "Key", name: "key", kind: .password,
                hint: kept?.sealedKey == nil ? "Leave it empty if the address needs none." : "Leave it empty to keep the one that is saved.",
                isConditional: true, .maxlength(500), .autocomplete("new-password"))
            Actions { Button("Save") }
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String { String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed()) }
}
