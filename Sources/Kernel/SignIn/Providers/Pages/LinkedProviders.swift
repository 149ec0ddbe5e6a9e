import Core
import Database
import Interface
import Markup
import Platform
import Web

/// The providers through which somebody can sign in, and those that could be added: a panel for the page about an account's safety.
struct LinkedProviders: HTML, Sendable {
    private let identities: [IdentityRecord]
    private let names: [String: String]
    private let available: [(word: String, name: String)]

    /// What a person has, read when the page is made.
    init(site: Site, person: PersonID) async throws {
        identities = try await site.database.read { try $0.all(.identities(of: person)) }
        let configured = SignInMethod.allCases.compactMap { method in
            site.configuration.providers[method.rawValue].map { (word: method.rawValue, name: method.title($0)) }
        }
        // Also of a provider that is no longer set up here.
        let all = SignInMethod.allCases.map { ($0.rawValue, $0.title(site.configuration.providers[$0.rawValue])) }
        names = Dictionary(all) { first, _ in first }
        available = configured
    }

    /// Whether there is nothing to say: no provider is set up, and none was.
    var isEmpty: Bool { identities.isEmpty && available.isEmpty }

    /// The panel.
    var body: some HTML {
        section(.class("panel")) {
            SectionHeader("Other sign-in methods", detail: "Accounts with other services that sign you in here.")
            ul(.class("rows")) {
                for identity in identities {
                    li(.class("row")) {
                        div {
                            strong { names[identity.provider] ?? identity.provider }
                            p(.class("muted")) {
                                if let email = identity.email {
                                    "\(email), last used \(moment: identity.lastUsedAt)"
                                } else {
                                    "Last used \(moment: identity.lastUsedAt)"
                                }
                            }
                        }
                        Form(SignInPaths.removeIdentity(identity.id)) { Button("Remove", style: .secondary) }
                    }
                }
            }
            Actions {
                for provider in available where !identities.contains(where: { $0.provider == provider.word }) {
                    LinkButton("Add \(provider.name)", href: SignInPaths.linkProvider(provider.word), icon: .plus, style: .secondary)
                }
            }
        }
    }
}

/// The providers that can prove again that it is the same person: links for the page that asks.
struct ConfirmWithProviders: HTML, Sendable {
    private let providers: [(word: String, name: String)]
    private let then: String

    /// Those that the person has added and that say when somebody signed in.
    init(site: Site, person: PersonID, then: String) async throws {
        let identities = try await site.database.read { try $0.all(.identities(of: person)) }
        providers = SignInMethod.allCases.compactMap { method in
            guard method.tellsWhen, identities.contains(where: { $0.provider == method.rawValue }) else { return nil }
            return site.configuration.providers[method.rawValue].map { (word: method.rawValue, name: method.title($0)) }
        }
        self.then = then
    }

    /// Whether the person has added none.
    var isEmpty: Bool { providers.isEmpty }

    /// The links.
    var body: some HTML {
        Actions {
            for provider in providers {
                LinkButton(
                    "Confirm with \(provider.name)", href: Web.link(SignInPaths.confirmWithProvider(provider.word), query: ["then": then]),
                    icon: .external, style: .secondary)
            }
        }
    }
}
