import Core
import Interface
import Markup
import Platform
import Web

/// What somebody sees who did not get in: what happened, and every other way (LIB-004).
struct ProviderProblemPage: HTML {
    let problem: Problem
    let choices: SignInChoices
    /// The provider that failed, when it may work in a minute.
    let again: ConfiguredProvider?
    let then: String

    var body: some HTML {
        div(.class("narrow")) {
            PageHeader("Sign in")
            ProblemAlert(problem)
            if !choices.providers.isEmpty { ProviderButtons(providers: choices.providers, then: then) }
            Actions {
                if choices.offersPassword {
                    LinkButton(
                        "Sign in with email", href: Web.link(SitePaths.signIn(), query: ["then": then, "with": "password"]), icon: .mail,
                        style: .secondary)
                }
                if let again {
                    LinkButton(
                        "Try \(again.name) again", href: Web.link(SignInPaths.provider(again.method.rawValue), query: ["then": then]),
                        icon: .refresh, style: .quiet)
                }
            }
        }
    }
}
