import Core
import Interface
import Markup
import Platform
import Web

/// “Sign in with Google” and its kin: links, because a form that a provider answers with a redirect may not leave the site.
struct ProviderButtons: HTML {
    let providers: [SignInChoices.Provider]
    let then: String

    var body: some HTML {
        div(.class("provider-buttons")) {
            for provider in providers {
                a(
                    .class("button provider-button provider-\(provider.method.rawValue)"),
                    .href(Web.link(SignInPaths.provider(provider.method.rawValue), query: ["then": then == "/" ? nil : then]))
                ) {
                    ProviderMark(method: provider.method)
                    span { "Sign in with \(provider.name)" }
                }
            }
            if providers.contains(where: \.isStandIn) {
                p(.class("muted")) { "A stand-in on this machine plays these providers, with people to choose from." }
            }
        }
    }
}

/// A provider's sign, drawn in its colours.
struct ProviderMark: HTML {
    let method: SignInMethod

    var body: some HTML {
        svg(.class("provider-mark"), .custom("viewBox", "0 0 24 24"), .aria("hidden", "true"), .custom("focusable", "false")) {
            switch method {
            case .google:
                arc("M12 10v4h6a6.5 6.5 0 0 1-2.6 3.7l3.2 2.6A10 10 0 0 0 21.8 10z", "#4285f4")
                arc("M4 14.4A8.5 8.5 0 0 0 15.4 17.7l3.2 2.6A11 11 0 0 1 1.6 16.4z", "#34a853")
                arc("M4 9.6a8 8 0 0 0 0 4.8l-2.4 2a11 11 0 0 1 0-8.8z", "#fbbc05")
                arc("M4 9.6A8.5 8.5 0 0 1 17 5.8l2.4-2.4A11 11 0 0 0 1.6 7.6z", "#ea4335")
            case .facebook:
                arc(
                    "M13.5 21v-8h2.8l.4-3.2h-3.2v-2c0-.9.3-1.6 1.6-1.6h1.7V3.3A22 22 0 0 0 14.3 3.1c-2.5 0-4.2 1.5-4.2 4.3v2.4H7.3V13h2.8v8z",
                    "currentColor")
            case .apple:
                arc(
                    "M16.2 12.6c0-2.1 1.7-3.1 1.8-3.2a3.9 3.9 0 0 0-3.1-1.7c-1.3-.1-2.5.8-3.2.8-.6 0-1.6-.8-2.7-.7a4 4 0 0 0-3.4 2c-1.4 2.5-.4 6.2 1 8.2.7 1 1.5 2.1 2.6 2 1 0 1.4-.6 2.7-.6 1.2 0 1.6.6 2.7.6s1.8-1 2.5-2a8 8 0 0 0 1.1-2.2 3.6 3.6 0 0 1-2-3.2z",
                    "currentColor")
                arc("M14.2 6.4c.6-.7 1-1.6.9-2.6-.9 0-1.9.6-2.5 1.3-.5.6-1 1.6-.9 2.5 1 .1 1.9-.5 2.5-1.2z", "currentColor")
            case .openid, .password, .passkey: Icon.key
            }
        }
    }

    private func arc(_ shape: String, _ colour: String) -> Node { SVG.path(.custom("d", shape), .custom("fill", colour)) }
}
