import Audit
import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// Setting Clover up: what its dashboard gave the operator, typed once. Secrets are kept sealed and never shown again.
struct CloverSettingsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(PaymentsPaths.clover, allow: .permission(.paymentSettings), use: show),
            .post(PaymentsPaths.clover, allow: .permission(.paymentSettings), use: save),
            .post(PaymentsPaths.cloverStop, allow: .permission(.paymentSettings), use: stop),
        ]
    }

    func show(_ request: Request, _ member: Member) async throws -> CloverSettingsPage { try await page(CloverForm(site.configuration.clover)) }

    private func page(_ form: CloverForm, problem: Problem? = nil) async throws -> CloverSettingsPage {
        CloverSettingsPage(
            kept: site.configuration.clover, form: form, base: site.configuration.linkBase, code: try await CloverVerification(site: site).code(),
            currencies: site.currencies, problem: problem)
    }

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(CloverForm.self)
        let configuration: CloverConfiguration
        do throws(Problem) { configuration = try form.configuration(over: site.configuration.clover, for: site) } catch {
            return try await page(form, problem: error).response(for: request)
        }
        try await site.configure(by: member.id) { all, write in
            all.clover = configuration
            try write.audit(.configure, AuditName("payments.clover", "site"), ["merchant": configuration.merchant])
        }
        return .seeOther(PaymentsPaths.clover(), flash: "Saved.")
    }

    private struct StopForm: Decodable {
        var stopped: Bool
    }

    func stop(_ request: Request, _ member: Member) async throws -> Response {
        let isStopped = try request.form(StopForm.self).stopped
        try await site.configure(by: member.id) { all, write in
            all.clover?.isStopped = isStopped
            try write.audit(.configure, AuditName("payments.clover", "site"), ["stopped": isStopped ? "true" : "false"])
        }
        return .seeOther(PaymentsPaths.clover())
    }
}

/// The form as it is sent. A secret that is left empty stays as it is.
struct CloverForm: Decodable, Sendable {
    var environment: String?
    var merchant: String?
    var token: String?
    var webhookSecret: String?
    var currency: String?

    static let production = "production"
    static let sandbox = "sandbox"
    static let standIn = "stand-in"
    static let currencies = ["USD", "CAD"]

    init(_ kept: CloverConfiguration?) {
        environment = kept.map { Self.name(of: $0.addresses) } ?? Self.production
        merchant = kept?.merchant
        currency = kept?.currency
    }

    static func name(of addresses: CloverConfiguration.Addresses) -> String {
        switch addresses {
        case CloverConfiguration.production: production
        case CloverConfiguration.sandbox: sandbox
        default: standIn
        }
    }

    /// Checks what was typed.
    func configuration(over kept: CloverConfiguration?, for site: Site) throws(Problem) -> CloverConfiguration {
        var wrong: [String: Text] = [:]
        let name = (merchant ?? "").trimmed.uppercased()
        if name.wholeMatch(of: /[A-Z0-9]{13}/) == nil { wrong["merchant"] = "Enter the 13 letters and digits." }
        let secrets = [token, webhookSecret].map { ($0 ?? "").trimmed }
        if secrets[0].isEmpty, kept == nil { wrong["token"] = "Enter the private token." }
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "payments.clover-wrong", "Clover wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        let addresses =
            switch environment {
            case Self.sandbox: CloverConfiguration.sandbox
            case Self.standIn: kept?.addresses ?? CloverConfiguration.production
            default: CloverConfiguration.production
            }
        func sealed(_ typed: String, _ before: String?) -> String? { typed.isEmpty ? before : CloverConfiguration.seal(typed, for: site) }
        var configuration = CloverConfiguration(
            addresses: addresses, merchant: name, sealedToken: sealed(secrets[0], kept?.sealedToken) ?? "",
            sealedWebhookSecret: sealed(secrets[1], kept?.sealedWebhookSecret), currency: Self.currencies.first { $0 == currency } ?? "USD",
            isStandIn: (kept?.isStandIn ?? false) && addresses == kept?.addresses)
        configuration.isStopped = kept?.isStopped ?? false
        if kept?.merchant == name, kept?.addresses == addresses { configuration.refundRoute = kept?.refundRoute }
        return configuration
    }
}

/// The page that sets Clover up.
struct CloverSettingsPage: PageAnswer {
    let kept: CloverConfiguration?
    let form: CloverForm
    /// What the site's own addresses begin with.
    let base: String
    /// What Clover sent to prove the address of webhooks.
    let code: String?
    /// What prices are in here.
    let currencies: [String]
    var problem: Problem?

    var title: Text { "Ways to pay" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { PaymentsPaths.mpesa() }

    private func wrong(_ field: String) -> Text? { problem?.fields[field] }

    var body: some HTML {
        PageHeader(title, lead: "Cash at the counter always works. Other ways work once they’re set up here.")
        WaysToPayTabs(current: PaymentsPaths.clover())
        ProblemAlert(problem)
        OtherCurrency(provider: "Clover", takes: kept.map { [$0.currency] } ?? CloverForm.currencies, currencies: currencies)
        if let kept { state(kept) }
        Form(PaymentsPaths.clover(), .class("stack")) {
            Card("Cards with Clover") {
                p { "People pay on Clover’s page. No card number comes to this site." }
                Select(
                    "Environment", name: "environment",
                    choices: [Choice(CloverForm.production, "Production"), Choice(CloverForm.sandbox, "Sandbox, for trying it out")]
                        + (kept?.isStandIn == true ? [Choice(CloverForm.standIn, "Stand-in of this demo")] : []),
                    selected: form.environment)
                TextField(
                    "Merchant ID", name: "merchant", value: form.merchant ?? "",
                    hint: "13 letters and digits, in Clover’s dashboard under Account & Setup, Merchants.", error: wrong("merchant"),
                    isRequired: true,
                    .maxlength(20), .autocomplete("off"))
                secret(
                    "Private token", "token", kept?.sealedToken,
                    hint: "Under Account & Setup, Ecommerce, API tokens. Choose the integration type “Hosted Checkout”.")
                Select(
                    "Currency of the account", name: "currency", choices: CloverForm.currencies.map { Choice($0, .verbatim($0)) },
                    selected: form.currency)
            }
            Card("Webhook") {
                p { "Clover tells this site about payments right away. Without a webhook they’re found within a minute." }
                DescriptionList([
                    .init("Address for Clover", base + PaymentsPaths.cloverWebhook()), .init("Verification code from Clover", code ?? ""),
                ])
                if code != nil { p(.class("muted")) { "Enter the code in Clover’s dashboard. Clover sent it within the last day." } }
                secret("Signing secret", "webhookSecret", kept?.sealedWebhookSecret, hint: "Clover shows it when you save the address.")
            }
            Actions { Button("Save") }
        }
    }

    @HTMLBuilder private func state(_ kept: CloverConfiguration) -> Node {
        if kept.isStandIn { Alert(.info) { "A stand-in on this computer plays Clover. No real money moves." } }
        if !kept.isStandIn, !base.hasPrefix("https://") {
            Alert(.warning, title: "Clover can’t reach this site") { "Cards work only once the site has an address with https." }
        }
        Form(PaymentsPaths.cloverStop(), .class("card")) {
            Badge(kept.isStopped ? "Cards are off" : "Cards are on", tone: kept.isStopped ? .warning : .success)
            input(.type("hidden"), .name("stopped"), .value(kept.isStopped ? "false" : "true"))
            Actions { Button(kept.isStopped ? "Turn cards on" : "Turn cards off", style: .secondary) }
        }
    }

    private func secret(_ label: Text, _ name: String, _ sealed: String?, hint: Text) -> some HTML {
        TextField(
            label, name: name, kind: .password, hint: sealed == nil ? hint : "Leave it empty to keep the one that is saved.", error: wrong(name),
            isConditional: true, .maxlength(500), .autocomplete("new-password"))
    }
}

/// The ways to pay that are set up, each on a page of its own.
struct WaysToPayTabs: HTML {
    let current: String

    var body: some HTML {
        Tabs(
            "Ways to pay",
            [
                Tab("M-Pesa", href: link(PaymentsPaths.mpesa(), query: ["way": "mpesa"]), isCurrent: current == PaymentsPaths.mpesa()),
                Tab("Cards with Clover", href: PaymentsPaths.clover(), isCurrent: current == PaymentsPaths.clover()),
            ])
    }
}
