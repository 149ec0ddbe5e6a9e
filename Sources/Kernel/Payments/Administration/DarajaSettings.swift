import Audit
import Core
import Crypto
import Interface
import Markup
import Platform
import Web

/// Setting M-Pesa up: what Daraja's portal gave the operator, typed once. Secrets are kept sealed and never shown again.
struct DarajaSettingsRoutes: Sendable {
    let site: Site

    var routes: [Route] {
        [
            .get(PaymentsPaths.mpesa, allow: .permission(.paymentSettings), use: show),
            .post(PaymentsPaths.mpesa, allow: .permission(.paymentSettings), use: save),
            .post(PaymentsPaths.mpesaStop, allow: .permission(.paymentSettings), use: stop),
        ]
    }

    /// The ways to pay begin with what fits the currencies of the site: M-Pesa takes shillings only.
    func show(_ request: Request, _ member: Member) async throws -> Response {
        let (kept, currencies) = (site.configuration.mpesa, site.currencies)
        if kept == nil, !currencies.contains("KES"), request.query["way"] == nil { return .seeOther(PaymentsPaths.clover()) }
        let page = DarajaSettingsPage(kept: kept, form: DarajaForm(kept), callback: site.configuration.linkBase, currencies: currencies)
        return try await page.response(for: request)
    }

    /// Its page, also on a site without shillings.
    private static let address = link(PaymentsPaths.mpesa(), query: ["way": "mpesa"])

    func save(_ request: Request, _ member: Member) async throws -> Response {
        let form = try request.form(DarajaForm.self)
        let kept = site.configuration.mpesa
        let configuration: DarajaConfiguration
        do throws(Problem) { configuration = try form.configuration(over: kept, for: site) } catch {
            return try await DarajaSettingsPage(
                kept: kept, form: form, callback: site.configuration.linkBase, currencies: site.currencies, problem: error
            ).response(for: request)
        }
        try await site.configure(by: member.id) { all, write in
            all.mpesa = configuration
            try write.audit(.configure, AuditName("payments.mpesa", "site"), ["shortcode": configuration.shortcode])
        }
        return .seeOther(Self.address, flash: "Saved.")
    }

    private struct StopForm: Decodable {
        var stopped: Bool
    }

    func stop(_ request: Request, _ member: Member) async throws -> Response {
        let isStopped = try request.form(StopForm.self).stopped
        try await site.configure(by: member.id) { all, write in
            all.mpesa?.isStopped = isStopped
            try write.audit(.configure, AuditName("payments.mpesa", "site"), ["stopped": isStopped ? "true" : "false"])
        }
        return .seeOther(Self.address)
    }
}

/// The form as it is sent. A secret that is left empty stays as it is.
struct DarajaForm: Decodable, Sendable {
    var environment: String?
    var shortcode: String?
    var till: String?
    var consumerKey: String?
    var consumerSecret: String?
    var passkey: String?
    var initiator: String?
    var initiatorPassword: String?
    var certificate: String?

    static let production = "https://api.safaricom.co.ke"
    static let sandbox = "https://sandbox.safaricom.co.ke"

    init(_ kept: DarajaConfiguration?) {
        environment = kept?.address ?? Self.production
        shortcode = kept?.shortcode
        till = kept?.till
        consumerKey = kept?.consumerKey
        initiator = kept?.reversal?.initiator
        certificate = kept?.reversal?.certificate
    }

    /// Checks what was typed.
    func configuration(over kept: DarajaConfiguration?, for site: Site) throws(Problem) -> DarajaConfiguration {
        var wrong: [String: Text] = [:]
        func text(_ value: String?) -> String { (value ?? "").trimmed }
        let addresses = [Self.production, Self.sandbox] + [kept?.address].compactMap(\.self)
        let address = addresses.first { $0 == text(environment) } ?? Self.production
        let code = text(shortcode)
        if code.wholeMatch(of: /[0-9]{5,7}/) == nil { wrong["shortcode"] = "Enter 5 to 7 digits." }
        let tillNumber = text(till)
        if !tillNumber.isEmpty, tillNumber.wholeMatch(of: /[0-9]{5,7}/) == nil { wrong["till"] = "Enter 5 to 7 digits, or leave it empty." }
        let key = text(consumerKey)
        if !(1...200).contains(key.count) { wrong["consumerKey"] = "Enter the consumer key." }
        func sealed(_ field: String, _ typed: String?, _ before: String?, _ missing: Text) -> String {
            if !text(typed).isEmpty { return DarajaConfiguration.seal(text(typed), for: site) }
            if before == nil { wrong[field] = missing }
            return before ?? ""
        }
        let secret = sealed("consumerSecret", consumerSecret, kept?.sealedConsumerSecret, "Enter the consumer secret.")
        let pass = sealed("passkey", passkey, kept?.sealedPasskey, "Enter the passkey.")
        var reversal: DarajaConfiguration.Reversal?
        if !text(initiator).isEmpty {
            let password = sealed("initiatorPassword", initiatorPassword, kept?.reversal?.sealedPassword, "Enter the password.")
            if (try? RSAPublicKey(pem: text(certificate))) == nil {
                wrong["certificate"] = "Paste the whole certificate, with its first and last line."
            }
            reversal = .init(initiator: text(initiator), sealedPassword: password, certificate: text(certificate))
        }
        guard wrong.isEmpty else {
            throw Problem(
                .invalid, "payments.mpesa-wrong", "M-Pesa wasn’t saved.", remedy: "Correct what is marked and save again.", fields: wrong)
        }
        var configuration = DarajaConfiguration(
            address: address, consumerKey: key, sealedConsumerSecret: secret, shortcode: code, till: tillNumber.isEmpty ? nil : tillNumber,
            sealedPasskey: pass, reversal: reversal, callbackAddresses: kept?.callbackAddresses ?? [], isStandIn: kept?.isStandIn ?? false)
        configuration.isStopped = kept?.isStopped ?? false
        return configuration
    }
}

/// The page that sets M-Pesa up.
struct DarajaSettingsPage: PageAnswer {
    let kept: DarajaConfiguration?
    let form: DarajaForm
    /// What the addresses that Safaricom calls begin with.
    let callback: String
    /// What prices are in here.
    let currencies: [String]
    var problem: Problem?

    var title: Text { "Ways to pay" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }

    private func wrong(_ field: String) -> Text? { problem?.fields[field] }

    var body: some HTML {
        PageHeader(title, lead: "Cash at the counter always works. Other ways work once they’re set up here.")
        WaysToPayTabs(current: PaymentsPaths.mpesa())
        ProblemAlert(problem)
        OtherCurrency(provider: "M-Pesa", takes: ["KES"], currencies: currencies)
        if let kept { state(kept) }
        Form(PaymentsPaths.mpesa(), .class("stack")) {
            Card("M-Pesa") {
                p { "You find all of this in Safaricom’s Daraja portal, under your app." }
                Select(
                    "Environment", name: "environment",
                    choices: [Choice(DarajaForm.production, "Production"), Choice(DarajaForm.sandbox, "Sandbox, for trying it out")]
                        + (kept.map {
                            ![DarajaForm.production, DarajaForm.sandbox].contains($0.address) ? [Choice($0.address, "Stand-in of this demo")] : []
                        }
                            ?? []),
                    selected: form.environment)
                field("Shortcode", "shortcode", form.shortcode, hint: "Your paybill, or the store number of your till.", isRequired: true)
                field("Till number", "till", form.till, hint: "Only if the money goes to a till.")
                field("Consumer key", "consumerKey", form.consumerKey, isRequired: true)
                secret("Consumer secret", "consumerSecret", kept?.sealedConsumerSecret)
                secret("M-Pesa passkey", "passkey", kept?.sealedPasskey)
            }
            Card("Refunds") {
                p { "Leave this empty to pay refunds out in cash." }
                field("Initiator", "initiator", form.initiator, hint: "A user of the organisation portal with the role “Org Reversals Initiator”.")
                secret("Password of the initiator", "initiatorPassword", kept?.reversal?.sealedPassword)
                TextArea(
                    "Certificate", name: "certificate", value: form.certificate ?? "", lines: 4, hint: "Safaricom’s certificate, in PEM.",
                    error: wrong("certificate"), isRequired: false, .maxlength(10_000))
            }
            Actions { Button("Save") }
        }
    }

    @HTMLBuilder private func state(_ kept: DarajaConfiguration) -> Node {
        if kept.isStandIn { Alert(.info) { "A stand-in on this computer plays M-Pesa. No real money moves." } }
        if !kept.isStandIn, !callback.hasPrefix("https://") {
            Alert(.warning, title: "Safaricom can’t reach this site") { "Payments are confirmed only once the site has an address with https." }
        }
        Form(PaymentsPaths.mpesaStop(), .class("card")) {
            Badge(kept.isStopped ? "M-Pesa is off" : "M-Pesa is on", tone: kept.isStopped ? .warning : .success)
            input(.type("hidden"), .name("stopped"), .value(kept.isStopped ? "false" : "true"))
            Actions { Button(kept.isStopped ? "Turn M-Pesa on" : "Turn M-Pesa off", style: .secondary) }
        }
    }

    private func field(_ label: Text, _ name: String, _ value: String?, hint: Text? = nil, isRequired: Bool = false) -> some HTML {
        TextField(
            label, name: name, value: value ?? "", hint: hint, error: wrong(name), isRequired: isRequired, .maxlength(200), .autocomplete("off"))
    }

    private func secret(_ label: Text, _ name: String, _ sealed: String?) -> some HTML {
        TextField(
            label, name: name, kind: .password, hint: sealed == nil ? nil : "Leave it empty to keep the one that is saved.", error: wrong(name),
            isConditional: true, .maxlength(500), .autocomplete("new-password"))
    }
}
