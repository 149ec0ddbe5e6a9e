import Core
import Interface
import Markup
import Web

/// The form that grants a tier.
struct GrantForm: Decodable, Sendable {
    var email: String?
    /// Of somebody without an account.
    var name: String?
    var message: String?
    var tier: String?
}

/// Granting a membership: to the account of an address, or to somebody without one.
struct GrantPage: PageAnswer {
    let tiers: [Tier]
    let form: GrantForm
    let sendsEmail: Bool
    var problem: Problem?

    var title: Text { "Grant a membership" }
    var shell: ShellStyle { .admin }
    var status: Status { problem.map { Status($0) } ?? .ok }
    var activePath: String? { MuseumPaths.adminMembers() }

    var body: some HTML {
        PageHeader(title, lead: "It begins at once, without a payment.", crumbs: [Crumb("Members", href: MuseumPaths.adminMembers())])
        Card {
            ProblemAlert(problem)
            Form(MuseumPaths.adminGrant(), .class("stack")) {
                TextField(
                    "Email", name: "email", value: form.email ?? "", kind: .email,
                    hint: sendsEmail
                        ? "If no account has it, we send a link that puts the membership on their phone."
                        : "If no account has it, you get a card to print.",
                    error: problem?.fields["email"], isConditional: true, .maxlength(254), .autocomplete("off"))
                TextField(
                    "Name", name: "name", value: form.name ?? "", hint: "Only for someone without an account.", error: problem?.fields["name"],
                    isConditional: true, .maxlength(Gift.longestName), .autocomplete("off"))
                Disclosure("Add a message", isOpen: problem?.fields["message"] != nil || form.message?.isEmpty == false) {
                    TextArea(
                        "Message", name: "message", value: form.message ?? "", lines: 3, error: problem?.fields["message"],
                        .maxlength(Gift.longestMessage))
                }
                Select(
                    "Tier", name: "tier", choices: tiers.map { Choice($0.id.description, .verbatim($0.name)) }, selected: form.tier,
                    error: problem?.fields["tier"])
                Actions {
                    Button("Grant")
                    LinkButton("Cancel", href: MuseumPaths.adminMembers(), style: .secondary)
                }
            }
        }
    }
}
