import Core
import Interface
import Markup
import Platform
import Web

/// The providers of a site, and what each app offers: both lead to a page of their own.
struct SignInSettingsPage: HTML {
    struct Provider: Sendable {
        let method: SignInMethod
        let configuration: ProviderConfiguration?
    }

    struct Offer: Sendable {
        let id: String
        let name: Text
        /// What was chosen.
        let methods: [SignInMethod]
        /// What its sign-in page shows.
        let shown: [SignInMethod]
    }

    let providers: [Provider]
    let apps: [Offer]

    var body: some HTML {
        PageHeader("Sign-in methods", lead: "Services people can sign in with, and the methods each app offers.")
        section(.class("panel")) {
            SectionHeader("Apps")
            ul(.class("rows")) {
                for app in apps {
                    li(.class("row")) {
                        div {
                            strong { app.name }
                            p(.class("muted")) { MethodNames(app.shown) }
                            if Set(app.methods).isDisjoint(with: app.shown) {
                                p { "This app will offer sign-in with \(names(app.methods)) once that’s set up." }
                            }
                        }
                        LinkButton("Choose methods", href: SignInPaths.offeredMethods(app.id), style: .secondary)
                    }
                }
            }
        }
        section(.class("panel")) {
            SectionHeader("Providers")
            ul(.class("rows")) {
                for provider in providers {
                    li(.class("row")) {
                        div {
                            strong { provider.method.settingLabel }
                            p { ProviderBadge(configuration: provider.configuration) }
                        }
                        LinkButton("Set up", href: SignInPaths.setProvider(provider.method.rawValue), icon: .settings, style: .secondary)
                    }
                }
            }
        }
    }
}

extension SignInSettingsPage {
    /// Methods inside a sentence.
    private func names(_ methods: [SignInMethod]) -> Text { .list(of: methods.map(\.settingLabel)) }
}

/// Methods in a row.
struct MethodNames: HTML {
    let methods: [SignInMethod]

    init(_ methods: [SignInMethod]) { self.methods = methods }

    var body: some HTML {
        for (index, method) in methods.enumerated() {
            if index > 0 { ", " }
            method.settingLabel
        }
    }
}

/// Whether a provider is set up.
struct ProviderBadge: HTML {
    let configuration: ProviderConfiguration?

    var body: some HTML {
        switch configuration?.isStandIn {
        case true?: Badge("Stand-in", tone: .warning)
        case false?: Badge("In use", tone: .success)
        case nil: Badge("Not set up", tone: .quiet)
        }
    }
}

/// The ways that one app offers.
struct OfferPage: HTML {
    let id: String
    let name: Text
    let chosen: Set<SignInMethod>
    /// What its sign-in page shows.
    let shown: [SignInMethod]
    let configured: Set<String>
    let problem: Problem?

    var body: some HTML {
        PageHeader("Sign-in methods for \(name)", crumbs: [Crumb("Sign-in methods", href: SignInPaths.signInSettings())])
        ProblemAlert(problem)
        if chosen.isDisjoint(with: shown) {
            Alert(.info, title: "None of the chosen methods is set up") {
                p {
                    "Until one is, the sign-in page offers every method that works:"
                    " "
                    MethodNames(shown)
                    "."
                }
            }
        }
        Form(SignInPaths.offeredMethods(id)) {
            for method in SignInMethod.allCases {
                Checkbox(
                    method.settingLabel, name: "methods", value: method.rawValue, isChecked: chosen.contains(method),
                    hint: method.isOwn || configured.contains(method.rawValue) ? nil : "Not set up yet, so it isn’t shown.")
            }
            Actions { Button("Save", icon: .check) }
        }
    }
}

/// One provider: what it knows this site by.
struct ProviderPage: HTML {
    let method: SignInMethod
    let configuration: ProviderConfiguration?
    let returnAddress: String
    /// Where the provider sends notifications, by what it calls them.
    let eventAddresses: [(label: Text, address: String)]
    let problem: Problem?

    var body: some HTML {
        PageHeader("Sign-in with \(method.settingLabel)", crumbs: [Crumb("Sign-in methods", href: SignInPaths.signInSettings())])
        p { ProviderBadge(configuration: configuration) }
        ProblemAlert(problem)
        if configuration?.isStandIn == true { standIn } else { form }
        if configuration != nil {
            Form(SignInPaths.removeProvider(method.rawValue)) { Actions { Button("Remove", icon: .trash, style: .danger) } }
        }
    }

    /// There is nothing to save: its details come from the start of the demo.
    private var standIn: some HTML {
        Alert(.warning, title: "A stand-in on this machine plays \(method.settingLabel)") {
            p { "It belongs to the demo and can’t be changed. Remove it to set up the real provider." }
        }
    }

    @HTMLBuilder private var form: Node {
        p { "Register this redirect address with the provider:" }
        p { code(.class("secret")) { returnAddress } }
        if !eventAddresses.isEmpty {
            p { "And these, so that the provider can tell us when someone leaves:" }
            for event in eventAddresses {
                strong(.class("field-label")) { event.label }
                p { code(.class("secret")) { event.address } }
            }
        }
        Form(SignInPaths.setProvider(method.rawValue)) {
            TextField(
                "Client ID", name: "client", value: configuration?.clientID ?? "", error: problem?.fields["client"], isRequired: true,
                .autocomplete("off"))
            secretField
            if method == .apple { appleFields }
            if method == .google {
                TextField(
                    "Only people in this Workspace domain", name: "workspace", value: configuration?.workspace ?? "",
                    hint: "Leave it empty to allow anyone with a Google account.")
            }
            if method == .openid {
                TextField("Name on the button", name: "name", value: configuration?.name ?? "", .maxlength(40))
                TextField(
                    "Issuer", name: "issuer", value: configuration?.issuer ?? "", kind: .url, hint: "Such as https://login.example.org.",
                    error: problem?.fields["issuer"], isRequired: true)
            }
            Actions { Button("Save", icon: .check) }
        }
    }

    @HTMLBuilder private var secretField: Node {
        if method == .apple {
            TextArea(
                "Key (.p8 file)", name: "secret", lines: 6,
                hint: configuration == nil ? "Paste the whole text of the file." : "Leave it empty to keep the present one.",
                error: problem?.fields["secret"])
        } else {
            TextField(
                "Client secret", name: "secret", kind: .password, hint: configuration == nil ? nil : "Leave it empty to keep the present one.",
                error: problem?.fields["secret"], isRequired: configuration == nil, .autocomplete("off"))
        }
    }

    @HTMLBuilder private var appleFields: Node {
        TextField("Team ID", name: "team", value: configuration?.teamID ?? "", error: problem?.fields["team"], isRequired: true)
        TextField("Key ID", name: "key", value: configuration?.keyID ?? "", isRequired: true)
    }
}

extension SignInMethod {
    /// The addresses to which a provider sends notifications, by what its own console calls them.
    var events: [(label: Text, path: String)] {
        switch self {
        case .apple: [("Server-to-server notification endpoint", SignInPaths.appleEvents())]
        case .facebook:
            [
                ("Deauthorize callback URL", SignInPaths.facebookDeauthorization()),
                ("Data deletion request URL", SignInPaths.facebookDeletion()),
            ]
        case .google, .openid, .password, .passkey: []
        }
    }

    /// What the portal calls it.
    var settingLabel: Text {
        switch self {
        case .password: "Email and password"
        case .passkey: "Passkey"
        case .openid: "OpenID Connect"
        case .google, .facebook, .apple: .verbatim(rawValue.prefix(1).uppercased() + rawValue.dropFirst())
        }
    }
}
