import Core
import Interface
import Markup
import Web

/// Asks for the address or number that the museum knows, then for the code that was sent there.
struct LinkPage: PageAnswer {
    let words: String
    /// Whether a code was asked for.
    let isPending: Bool
    var problem: Problem?

    var title: Text { "Link a membership" }
    var shell: ShellStyle { .app("museum") }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.profile() }
    var slots: FrameSlots { FrameSlots(back: MuseumPaths.profile()) }

    var body: some HTML {
        div(.class("narrow stack")) {
            PageHeader(title, lead: "For a membership that you bought at the museum with another email address.")
            ProblemAlert(problem)
            if isPending {
                Card("Enter the code") {
                    p { "If the museum knows what you entered, a code is on its way to the email address there." }
                    Form(MuseumPaths.linkCode(), .class("stack")) {
                        TextField(
                            "Code of six digits", name: "code", error: problem?.fields["code"], isRequired: true, .autocomplete("one-time-code"),
                            .custom("inputmode", "numeric"), .maxlength(20))
                        Actions { Button("Link membership") }
                    }
                }
            }
            Card(isPending ? "Send another code" : nil) {
                Form(MuseumPaths.linkMembership(), .class("stack")) {
                    TextField(
                        "Email or member number", name: "membership", value: words, hint: "As the museum has it. The desk can tell you.",
                        error: problem?.fields["membership"], isRequired: true, .maxlength(254), .autocomplete("off"))
                    Actions { Button("Send code", icon: .mail, style: isPending ? .secondary : .primary) }
                }
            }
        }
    }
}
