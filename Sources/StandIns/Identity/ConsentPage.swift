import Core
import Localization
import Markup
import Web

/// The page on which somebody chooses who to be, or refuses.
struct ConsentPage: Sendable {
    let provider: String
    let client: String
    let scopes: [String]
    let users: [TestUser]
    /// This very request, to which the choice is added.
    let address: String

    func response(for request: Request) -> Response {
        let context = RenderingContext(language: .english, timeZone: request.timeZone, messages: Messages(catalogues: []))
        var page = Array("<!doctype html>".utf8)
        page += render(document, in: context)
        return .html(page)
    }

    private var document: Node {
        html(.lang(.english)) {
            Markup.head {
                meta(.custom("charset", "utf-8"))
                meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
                Markup.title { .verbatim("\(provider) (stand-in)") }
                link(.custom("rel", "stylesheet"), .href("/style.css"))
            }
            Markup.body {
                main {
                    p(.class("mark")) { .verbatim("Stand-in for \(provider)") }
                    h1 { .verbatim("Choose an account") }
                    p {
                        .verbatim(
                            "to go on to \(client), which asks for: \(scopes.joined(separator: ", ")). Everything here is made up and stays on this machine."
                        )
                    }
                    ul {
                        for user in users {
                            li {
                                a(.href(choosing(user.id))) {
                                    strong { user.name }
                                    span { user.email ?? "no e-mail address" }
                                    small { user.note }
                                }
                            }
                        }
                    }
                    p(.class("refuse")) {
                        a(.href(choosing("deny"))) { .verbatim("Deny") }
                        a(.href(choosing("cancel"))) { .verbatim("Cancel") }
                    }
                }
            }
        }
    }

    private func choosing(_ word: String) -> String { "\(address)&choose=\(PercentEncoding.encode(word))" }

    static let style = """
        body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: #eef1f5; color: #1c2430; }
        main { max-width: 26rem; margin: 6vh auto; padding: 1.5rem; background: #fff; border-radius: 14px; box-shadow: 0 2px 14px rgba(20, 30, 50, .14); }
        .mark { display: inline-block; margin: 0; padding: .2rem .7rem; border-radius: 99px; background: #b3261e; color: #fff; font-size: .85rem; }
        h1 { font-size: 1.4rem; margin: 1rem 0 .4rem; }
        ul { list-style: none; margin: 1rem 0; padding: 0; }
        li a { display: block; padding: .7rem .8rem; border: 1px solid #d5dae2; border-radius: 10px; margin-bottom: .5rem; color: inherit; text-decoration: none; }
        li a:hover, li a:focus { border-color: #2457c5; background: #f3f7ff; }
        li strong, li span, li small { display: block; }
        li small { color: #55607a; }
        .refuse a { display: inline-block; min-height: 44px; line-height: 44px; margin-inline-end: 1.5rem; color: #2457c5; }
        """
}
