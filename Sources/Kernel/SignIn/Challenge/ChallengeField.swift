import Core
import Interface
import Markup

/// The puzzle inside a form. A script solves it while the person writes; without scripts a short wait does.
struct ChallengeField: HTML {
    /// The script that solves; a page that shows the field names it among its scripts.
    static let script = "sign-in/js/challenge.js"

    private let challenge: Challenge

    init(_ challenge: Challenge) { self.challenge = challenge }

    var body: some HTML {
        div(
            .class("challenge"), .data("challenge", challenge.challenge), .data("bits", String(challenge.bits)),
            .data("working", text: "Checking that no machine is trying passwords…")
        ) {
            input(.type("hidden"), .name("challenge"), .value(challenge.challenge))
            input(.type("hidden"), .name("solution"), .value(""))
            p(.role("status"), .class("muted")) {
                "There were many attempts from your network. Wait \(challenge.wait) seconds before you send this."
            }
        }
    }
}
